/** The words of what is typed at the table: one file a language beside the common ones, loaded with the field for it. */

import { LaterWords } from '../../../words/later.svelte'

export const commandWords = new LaterWords({
  en: () => import('../../../words/en/commands.json'),
  de: () => import('../../../words/de/commands.json'),
  fr: () => import('../../../words/fr/commands.json'),
  es: () => import('../../../words/es/commands.json'),
})

/** Give a word of what is typed in the language shown. */
export const ct = commandWords.say
