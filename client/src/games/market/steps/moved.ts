/** What the last turn moved: for gold rings until the next. */

import type { TableSession } from '../../../lib/table/session.svelte'
import type { MarketMove } from '../types'

export interface Moved {
  seat: number | null
  /** Booths built by it. */
  cards: string[]
}

export function follow(session: TableSession): Moved {
  const last = session.events.findLast((event) => event.kind === 'turn' || event.kind === 'undone')
  const move = last?.kind === 'turn' ? (last.move as MarketMove | undefined) : undefined
  if (!move) return { seat: null, cards: [] }
  return { seat: move.type === 'move' ? (last?.seat ?? null) : null, cards: move.type === 'build' ? [move.card] : [] }
}
