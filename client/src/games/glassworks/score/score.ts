/** The score of a board, from the printed data alone: so that it is told without a connection (G34-G39). */

import type { GlassworksBreakdown, GlassworksComponents } from '../types'

export type ScoredBoard = Pick<GlassworksComponents, 'row_vp' | 'column_vp' | 'overflow_vp'>

/** G20: give the first empty column, from 1, that has a column in use to its right; 0 where there is none. */
export function emptyColumn(heights: readonly number[]): number {
  const used = heights.findLastIndex((height) => height > 0)
  const empty = heights.indexOf(0)
  return empty >= 0 && empty < used ? empty + 1 : 0
}

/** Give what a board's total is made of, exactly as the table's server does. */
export function scoreGlassworks(printed: ScoredBoard, heights: readonly number[], overflow: number): GlassworksBreakdown {
  const highest = printed.column_vp[0]?.length ?? 0
  const rows = Array.from({ length: highest }, (_, row) => {
    const gap = heights.findIndex((height) => height <= row)
    return printed.row_vp[gap < 0 ? heights.length : gap] ?? 0
  })
  // G36: the tallest two, of equals the leftmost.
  const columns = heights
    .map((height, at) => ({ column: at + 1, height, vp: printed.column_vp[at]?.[height - 1] ?? 0 }))
    .filter((column) => column.height > 0)
    .sort((one, other) => other.height - one.height || one.column - other.column)
    .slice(0, 2)
  const penalty = overflow ? overflow * printed.overflow_vp : 0
  const total = [...rows, ...columns.map((column) => column.vp), penalty].reduce((sum, vp) => sum + vp, 0)
  return { rows, columns, overflow: penalty, total }
}
