/** What is said of a game that came of another one. */

import type { TableView } from '../api/types'
import { t } from '../../words/words.svelte'

type Origin = NonNullable<TableView['origin']>

/** In a few words, for the head of the table. */
export function originWords({ is_same_deal, turn }: Origin): string {
  return is_same_deal ? t('again.same_deal') : t('again.from_turn', { turn: turn ?? 0 })
}

/** What it means for the draws. */
export function originNote({ is_same_deal, turn }: Origin): string {
  return is_same_deal ? t('again.same_deal_note') : t('again.from_turn_note', { turn: turn ?? 0 })
}
