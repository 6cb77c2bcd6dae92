/** The words of a game that is over: one file a language beside the common ones, loaded with its result. */

import { LaterWords } from '../../../words/later.svelte'

export const afterWords = new LaterWords({
  en: () => import('../../../words/en/after.json'),
  de: () => import('../../../words/de/after.json'),
  fr: () => import('../../../words/fr/after.json'),
  es: () => import('../../../words/es/after.json'),
})

/** Give a text of what comes after a game in the language shown. */
export const at = afterWords.say
