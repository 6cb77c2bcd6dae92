/** What can be dragged, and where it may be let go: as things lie on the page, which rings what can be chosen. */

/** A piece of the satchel or of the lake, a tile with its glass, a card of the hand, one's own boat. */
export const SOURCES = '[data-slot], [data-lake], [data-tile], [data-hand], [data-boat]'

/** Where something is let go: what is tapped then, and what shows that it is there. */
export interface Drop {
  tap: HTMLElement
  shown: HTMLElement
}

/** Whether something is taken up by a tap, so that the board rings where it may go. Of the rest a tap says all. */
export function isTaken(source: HTMLElement): boolean {
  if (source.matches('[data-slot], [data-boat]')) return source.ariaPressed === 'false'
  return source.matches('[data-hand]') && source.ariaPressed === 'false' && !source.closest('.legal')
}

const closest = (under: readonly Element[], selector: string): HTMLElement | null => {
  for (const one of under) {
    const found = one.closest<HTMLElement>(selector)
    if (found) return found
  }
  return null
}

/** Where a thing would go that is let go above these elements, the topmost first; null where it goes nowhere. */
export function dropOf(source: HTMLElement, under: readonly Element[]): Drop | null {
  const on = (selector: string, tap: HTMLElement | null = null): Drop | null => {
    const found = closest(under, selector)
    return found && found !== source ? { tap: tap ?? found, shown: found } : null
  }
  // Glass of the river and of the lake comes to one's own board.
  if (source.matches('[data-tile]')) return source.matches('.legal') ? on('[data-own]', source) : null
  if (source.matches('[data-lake]')) return on('[data-own]', source)
  if (source.matches('[data-slot]')) {
    // What does not fit any more goes anywhere but back.
    if (!source.hasAttribute('aria-pressed')) return closest(under, '[data-spot=satchel]') ? null : on('main', source)
    return on('.tile.legal')
  }
  // A card that is discarded leaves the hand.
  if (source.closest('.legal')) return closest(under, '[data-spot=hand]') ? null : on('main', source)
  const booth = on('.booth.legal')
  if (booth) return { ...booth, tap: booth.shown.querySelector('button')! }
  if (source.matches('[data-boat]')) return null
  const play = document.querySelector<HTMLElement>('[data-spot=play]')
  return on('.spot.legal') ?? (play && play.ariaDisabled !== 'true' ? on('[data-own]', play) : null)
}
