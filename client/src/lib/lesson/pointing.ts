/** What a step points at on the board, written kind/name: ringed, brought into sight, and told from what is beside it. */

import type { Attachment } from 'svelte/attachments'

const POINTED = 'data-pointed'
const IN_ORDER = ['data-hand', 'data-card']

function find(board: HTMLElement, point: string): HTMLElement | null {
  const [kind, name] = point.split('/')
  return board.querySelector(`[data-${kind}="${name}"]`)
}

/** Give what is pointed at: all of it, or where it is to be tapped the first that was not. */
export function pointedAt(board: HTMLElement, points: readonly string[], isAsking: boolean): HTMLElement[] {
  // A phone has no room for some of it.
  const found = points.flatMap((point) => find(board, point) ?? []).filter((one) => one.checkVisibility())
  return isAsking ? found.filter((one) => !one.closest('.chosen')).slice(0, 1) : found
}

/** Ring what is pointed at for as long as the step lasts, whatever the board draws anew. */
export function pointing(points: readonly string[], isAsking: boolean): Attachment<HTMLElement> {
  return (board) => {
    const clear = (except: readonly Element[] = []): void => {
      for (const one of board.querySelectorAll(`[${POINTED}]`)) if (!except.includes(one)) one.removeAttribute(POINTED)
    }
    let seen: Element | null = null
    const mark = (): void => {
      const wanted = pointedAt(board, points, isAsking)
      clear(wanted)
      for (const one of wanted) one.setAttribute(POINTED, '')
      const first = wanted[0] ?? (isAsking ? board.querySelector('.legal') : null)
      // The bar at the foot is always in sight.
      if (first && first !== seen && !first.closest('.bar'))
        requestAnimationFrame(() => first.scrollIntoView({ block: 'nearest', inline: 'center' }))
      seen = first
    }
    const watcher = new MutationObserver(mark)
    watcher.observe(board, { childList: true, subtree: true, attributeFilter: ['class'] })
    mark()
    return () => {
      watcher.disconnect()
      clear()
    }
  }
}

/** Tell whether a tap on a button of the board leads away from what the step asks for. */
export function leadsAstray(button: Element): boolean {
  if (button.getAttribute('aria-disabled') === 'true') return true
  return IN_ORDER.some((kind) => button.hasAttribute(kind)) && !button.hasAttribute(POINTED)
}
