/** The words of the help sheet: one file a language beside the common ones, loaded with it. */

import { LaterWords } from '../../../words/later.svelte'

export const helpWords = new LaterWords({
  en: () => import('../../../words/en/help.json'),
  de: () => import('../../../words/de/help.json'),
  fr: () => import('../../../words/fr/help.json'),
  es: () => import('../../../words/es/help.json'),
})

/** Give a text of the help sheet in the language shown. */
export const ht = helpWords.say
export type HelpKey = Parameters<typeof ht>[0]
