/** The words of River Market: one file a language beside the common ones, loaded with the table. */

import type english from './en/table.json'
import { LaterWords } from '../../../words/later.svelte'
import type { Language, Values } from '../../../words/words.svelte'

export type MarketWords = typeof english
export type MarketKey = keyof MarketWords

export const words = new LaterWords<MarketWords>({
  en: () => import('./en/table.json'),
  de: () => import('./de/table.json'),
  fr: () => import('./fr/table.json'),
  es: () => import('./es/table.json'),
})

/** Load a language's words; those of the language shown before stay until they are there. */
export const loadMarketWords = (of: Language): Promise<void> => words.load(of)

export const hasMarketWords = (): boolean => words.areThere

/** Give a text of River Market in the language shown. */
export const mt = (key: MarketKey, values: Values = {}): string => words.say(key, values)
