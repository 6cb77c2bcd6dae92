/** The words of hints: one file a language beside the common ones, loaded with the first hint. */

import { LaterWords } from '../../words/later.svelte'

export const hintWords = new LaterWords({
  en: () => import('../../words/en/hint.json'),
  de: () => import('../../words/de/hint.json'),
  fr: () => import('../../words/fr/hint.json'),
  es: () => import('../../words/es/hint.json'),
})

/** Give a text of hints in the language shown. */
export const kt = hintWords.say
export type HintKey = Parameters<typeof kt>[0]
