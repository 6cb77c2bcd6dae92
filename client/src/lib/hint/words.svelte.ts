/** The words of hints: one file a language beside the common ones, loaded with the first hint. */

import { LaterWords } from '../../words/later.svelte'
import type en from '../../words/en/hint.json'

export const hintWords = new LaterWords(import.meta.glob<typeof en>('../../words/*/hint.json', { import: 'default' }))

/** Give a text of hints in the language shown. */
export const kt = hintWords.say
export type HintKey = Parameters<typeof kt>[0]
