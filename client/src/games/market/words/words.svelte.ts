/** The words of River Market: one file a language beside the common ones, loaded with the table. */

import { LaterWords } from '../../../words/later.svelte'

export const marketWords = new LaterWords({
  en: () => import('./en/table.json'),
  de: () => import('./de/table.json'),
  fr: () => import('./fr/table.json'),
  es: () => import('./es/table.json'),
})

/** Give a text of River Market in the language shown. */
export const mt = marketWords.say
export type MarketKey = Parameters<typeof mt>[0]
