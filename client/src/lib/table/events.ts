/** Events that both games share, in words, and what happened since one's own last turn. */

import type { TableEvent, TableView } from '../api/types'
import { signed, t, type Key } from '../../words/words.svelte'
import { seatName } from './names'
import { originNote } from './origin'

const KNOWN = new Set(['created', 'joined', 'left', 'started', 'undo-asked', 'undo-answered', 'undone', 'away', 'returned', 'resigned', 'over', 'hint', 'paused', 'rematch', 'choice-opened', 'chosen', 'waited', 'kept-open', 'ended', 'ready-asked', 'ready', 'ready-over', 'extended', 'break-asked', 'break-answered', 'halted', 'went-on', 'holiday'])

export function eventSentence(view: TableView, event: TableEvent, isHotSeat = false): string {
  if (!KNOWN.has(event.kind)) return event.kind
  const name = event.seat === null ? '' : seatName(view, event.seat, isHotSeat)
  const isLast = event.kind === 'resigned' && view.status === 'stopped'
  const kind = event.step === 'move' ? 'hint-move' : isLast ? 'resigned-last' : event.kind
  const said = t(`events.${kind}` as Key, { name, turn: event.turn ?? 0 })
  return event.kind === 'started' && view.origin ? `${said} ${originNote(view.origin)}` : said
}

/** The turns that stand, in order: those that were taken back are gone. */
export function standing(events: readonly TableEvent[]): TableEvent[] {
  const turns: TableEvent[] = []
  for (const event of events) {
    if (event.kind === 'turn') turns.push(event)
    else if (event.kind === 'undone') turns.splice(turns.length - (event.turns ?? 1))
  }
  return turns
}

/** The turn that the board shows as the latest one: of the past, while one looks back. */
export function latestTurn(events: readonly TableEvent[], until: number | null): TableEvent | undefined {
  return standing(events).findLast((event) => until === null || (event.turn ?? 0) <= until)
}

/** The number of the viewer's own latest turn, 0 where there was none. */
export function lastOwnTurn(events: readonly TableEvent[], viewer: number): number {
  return standing(events).findLast((event) => event.seat === viewer)?.turn ?? 0
}

/** What each turn changed in the score of who took it, by the event's version; of the first turn by the totals at the
    start, where these are known. */
export function gains(events: readonly TableEvent[], start: readonly number[] | null): Map<number, number> {
  const found = new Map<number, number>()
  const turns: (readonly number[] | null)[] = [start]
  for (const event of events) {
    if (event.kind === 'undone') turns.splice(Math.max(1, turns.length - (event.turns ?? 1)))
    if (event.kind !== 'turn' || !event.totals || event.seat === null) continue
    const before = turns.at(-1)
    const gain = before ? event.totals[event.seat]! - before[event.seat]! : 0
    if (gain) found.set(event.version, gain)
    turns.push(event.totals)
  }
  return found
}

/** Points with their sign: "+4". */
export function gained(points: number): string {
  return points > 0 ? `+${points}` : signed(points)
}
