/** Small moments of a game: a row that a turn filled, the piece that begins the end. */

import type { GlassworksState } from '../types'

const COLUMNS = 7
const ROWS = 5

export interface Moment {
  cue: 'row' | 'last'
  seat: number
  /** Of the row: counted from 0. */
  row: number
}

type Board = GlassworksState['seats'][number]

const isFull = (board: Board, row: number): boolean => board.columns.length === COLUMNS && board.columns.every(({ height }) => height > row)

/** Give what happened between two positions, the rows from below. */
export function momentsOf(before: GlassworksState, now: GlassworksState, trigger: number): Moment[] {
  return now.seats.flatMap((board, seat): Moment[] => {
    const old = before.seats[seat]
    if (!old) return []
    const rows = Array.from({ length: ROWS }, (_, row) => row).filter((row) => isFull(board, row) && !isFull(old, row))
    const moments = rows.map((row): Moment => ({ cue: 'row', seat, row }))
    return old.inventory < trigger && board.inventory >= trigger ? [...moments, { cue: 'last', seat, row: -1 }] : moments
  })
}
