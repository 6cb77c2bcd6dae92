/** The words of what people do about one another, and of the operators' page: one file a language, loaded with them. */

import { LaterWords } from '../../words/later.svelte'
import type en from '../../words/en/care.json'

export const careWords = new LaterWords(import.meta.glob<typeof en>('../../words/*/care.json', { import: 'default' }))

/** Give a text of care in the language shown. */
export const ct = careWords.say
