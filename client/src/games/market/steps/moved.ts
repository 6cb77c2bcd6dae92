/** What the last turn moved: for gold rings until the next. */

import { latestTurn } from '../../../lib/table/events'
import type { Replay } from '../../../lib/table/replay.svelte'
import type { TableSession } from '../../../lib/table/session.svelte'
import type { MarketMove } from '../types'

export interface Moved {
  seat: number | null
  /** Booths built by it. */
  cards: string[]
}

export function follow(session: TableSession, replay: Replay): Moved {
  const last = latestTurn(session.events, replay.turn)
  const move = last?.move as MarketMove | undefined
  if (!move) return { seat: null, cards: [] }
  return { seat: move.type === 'move' ? (last?.seat ?? null) : null, cards: move.type === 'build' ? [move.card] : [] }
}
