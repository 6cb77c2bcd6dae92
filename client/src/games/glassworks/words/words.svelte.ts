/** The words of River Valley Glassworks: one file a language beside the common ones, loaded with the table. */

import { LaterWords } from '../../../words/later.svelte'

export const glassworksWords = new LaterWords({
  en: () => import('./en/table.json'),
  de: () => import('./de/table.json'),
  fr: () => import('./fr/table.json'),
  es: () => import('./es/table.json'),
})

/** Give a text of River Valley Glassworks in the language shown. */
export const gt = glassworksWords.say
