/** What the last turn moved: for gold rings, and for glass that flies there. */

import type { TableSession } from '../lib/table/session.svelte'
import type { Shape } from '../lib/glass/drawings'
import type { GlassworksMove, GlassworksState } from './types'

export interface Moved {
  seat: number | null
  tiles: Shape[]
  /** Columns from 0 of the mover's window that grew. */
  columns: number[]
}

/** Give what the latest turn changed, from the two latest views. */
export function follow(session: TableSession): Moved {
  const last = session.events.findLast((event) => event.kind === 'turn' || event.kind === 'undone')
  const move = last?.kind === 'turn' ? (last.move as GlassworksMove | undefined) : undefined
  const seat = last?.seat ?? null
  const before = session.before?.state as GlassworksState | null | undefined
  const now = session.view?.state as GlassworksState | null | undefined
  if (!move || move.type !== 'place' || !before || !now || seat === null) return { seat, tiles: [], columns: [] }
  const tiles = [before.river[move.onto - 1]?.shape].filter((shape): shape is Shape => shape !== undefined)
  const columns = (now.seats[seat]?.columns ?? []).flatMap((column, index) =>
    column.height > (before.seats[seat]?.columns[index]?.height ?? 0) ? [index] : [],
  )
  return { seat, tiles, columns }
}
