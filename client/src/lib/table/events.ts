/** Events that both games share, in words, and what happened since one's own last turn. */

import type { TableEvent, TableView } from '../api/types'
import { t, type Key } from '../../words/words.svelte'
import { seatName } from './names'
import { originNote } from './origin'

const KNOWN = new Set(['created', 'joined', 'left', 'started', 'undo-asked', 'undo-answered', 'undone', 'away', 'returned', 'resigned', 'over', 'hint', 'rematch'])

export function eventSentence(view: TableView, event: TableEvent, isHotSeat = false): string {
  if (!KNOWN.has(event.kind)) return event.kind
  const name = event.seat === null ? '' : seatName(view, event.seat, isHotSeat)
  const kind = event.step === 'move' ? 'hint-move' : event.kind
  const said = t(`events.${kind}` as Key, { name, turn: event.turn ?? 0 })
  return event.kind === 'started' && view.origin ? `${said} ${originNote(view.origin)}` : said
}

/** Give the events after the viewer's latest turn; all of them where there is none. */
export function sinceMyTurn(events: readonly TableEvent[], viewer: number | null): TableEvent[] {
  const last = events.findLastIndex((event) => event.kind === 'turn' && event.seat === viewer)
  return events.slice(last + 1)
}
