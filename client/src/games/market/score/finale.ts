/** The end of River Market in steps: Booths, Events, Helpers, Coins, batches. */

import type { FinaleStep } from '../../../lib/table/after/finale'
import type { TableSession } from '../../../lib/table/session.svelte'
import type { MarketBreakdown } from '../types'
import { mt } from '../words/words.svelte'

export { default } from './FinalMat.svelte'

/** Categories of a breakdown in the order in which they are counted. */
const ORDER = [['booths', 1, 'cat_booths'], ['events', 0, 'cat_events'], ['helpers', 2, 'helpers_cap'], ['coins', 3, 'name_coin'], ['batches', 4, 'cat_batches']] as const

export function finaleSteps(session: TableSession): FinaleStep[] {
  const scores = (session.view?.breakdowns ?? []) as MarketBreakdown[]
  return ORDER.map(([key, at, word]) => ({ key, part: mt(word), name: mt(word), gains: scores.map((score) => score.categories[at] ?? 0) }))
}
