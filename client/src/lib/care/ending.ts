/** When what was imposed on somebody ends, in words. */

import { language } from '../../words/words.svelte'
import { ct } from './words.svelte'

/** Give a day as a page of care says it. */
export const dayOf = (at: string): string => new Date(at).toLocaleDateString(language(), { dateStyle: 'medium' })

export function ending({ is_over, until }: { is_over: boolean; until: string | null }): string {
  if (is_over) return ct('is_over')
  return until === null ? ct('for_good') : ct('until', { date: dayOf(until) })
}
