/** The end of Glassworks in steps: rows from below, the two columns, overflow. */

import type { FinaleStep } from '../../../lib/table/after/finale'
import type { TableSession } from '../../../lib/table/session.svelte'
import type { GlassworksBreakdown } from '../types'
import { gt } from '../words/words.svelte'

export { default } from './FinalWindow.svelte'

export function finaleSteps(session: TableSession): FinaleStep[] {
  const scores = (session.view?.breakdowns ?? []) as GlassworksBreakdown[]
  const rows = (scores[0]?.rows ?? []).map((_, row) => ({
    key: `row-${row}`,
    part: gt('rows'),
    name: gt('row_name', { row: row + 1 }),
    gains: scores.map((score) => score.rows[row] ?? 0),
  }))
  const columns = scores.map((score) => score.columns.reduce((sum, column) => sum + column.vp, 0))
  const overflow = scores.map((score) => score.overflow)
  return [
    ...rows,
    { key: 'columns', part: gt('columns'), name: gt('columns'), gains: columns },
    ...(overflow.some(Boolean) ? [{ key: 'overflow', part: gt('overflow'), name: gt('overflow'), gains: overflow }] : []),
  ]
}
