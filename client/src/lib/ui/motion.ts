/** Motion that never holds anything up: the page is right underneath before anything moves. */

import type { AnimationConfig } from 'svelte/animate'
import { motion, tempo } from '../../app/settings.svelte'

const DRIFT = (x: number): number => 1 - (1 - x) ** 3

/** A tile drifts on; the one that goes to the spring fades in there and does not cross the board. */
export function drift(
  _node: Element,
  { from, to }: { from: DOMRect; to: DOMRect },
  { isNew = false }: { isNew?: boolean } = {},
): AnimationConfig {
  const duration = 460 * motion()
  const dx = from.left - to.left
  const dy = from.top - to.top
  if (duration === 0 || (dx === 0 && dy === 0)) return { duration: 0 }
  if (isNew) return { duration, easing: DRIFT, css: (part) => `opacity: ${part}` }
  return { duration, easing: DRIFT, css: (_part, rest) => `transform: translate(${dx * rest}px, ${dy * rest}px)` }
}

/** A drawing flies from one place to another on a low arc, above everything and in nobody's way; `at` milliseconds from now. */
export function fly(drawing: Element, from: DOMRect, to: DOMRect, at: number): void {
  const speed = Math.min(motion(), tempo() || 1)
  if (speed === 0 || !from.width || !to.width) return
  const copy = drawing.cloneNode(true) as SVGElement
  copy.classList.add('flying')
  copy.setAttribute('aria-hidden', 'true')
  const size = Math.min(to.width, to.height, 48)
  copy.setAttribute('width', String(size))
  copy.setAttribute('height', String(size))
  const place = (box: DOMRect, lift: number): string =>
    `translate(${box.left + box.width / 2 - size / 2}px, ${box.top + box.height / 2 - size / 2 - lift}px)`
  const middle = new DOMRect((from.x + to.x) / 2, (from.y + to.y) / 2, (from.width + to.width) / 2, (from.height + to.height) / 2)
  document.body.append(copy)
  const flight = copy.animate(
    [{ transform: place(from, 0) }, { transform: place(middle, 12) }, { transform: place(to, 0) }],
    { duration: 520 * speed, delay: at * speed, easing: 'cubic-bezier(.45,0,.25,1)', fill: 'both' },
  )
  const land = (): void => copy.remove()
  flight.onfinish = land
  flight.oncancel = land
  addEventListener('pointerdown', () => flight.cancel(), { once: true })
}

/** Things light up one after another, and are as before. */
export function lightUp(things: Iterable<Element>): void {
  const speed = motion()
  if (speed === 0) return
  let at = 0
  for (const thing of things) {
    thing.animate([{}, { filter: 'brightness(1.35)', scale: 1.07, offset: 0.4 }, {}], { duration: 520 * speed, delay: at * speed, easing: 'ease-in-out' })
    at += 70
  }
}
