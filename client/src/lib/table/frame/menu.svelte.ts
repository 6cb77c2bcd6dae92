/** The words of the menu of a table: one file a language beside the common ones, loaded with it. */

import { LaterWords } from '../../../words/later.svelte'

export const menuWords = new LaterWords({
  en: () => import('../../../words/en/menu.json'),
  de: () => import('../../../words/de/menu.json'),
  fr: () => import('../../../words/fr/menu.json'),
  es: () => import('../../../words/es/menu.json'),
})

/** Give a text of the menu in the language shown. */
export const nt = menuWords.say
