/** The words of River Market: one file a language beside the common ones, loaded with the table. */

import type english from '../words/market.en.json'
import { fill, language, type Language, type Text, type Values } from '../words/words.svelte'

export type MarketWords = typeof english
export type MarketKey = keyof MarketWords

const FILES: Record<Language, () => Promise<{ default: unknown }>> = {
  en: () => import('../words/market.en.json'),
  de: () => import('../words/market.de.json'),
  fr: () => import('../words/market.fr.json'),
  es: () => import('../words/market.es.json'),
}

class Loaded {
  words = $state.raw<Partial<Record<Language, MarketWords>>>({})
}

const loaded = new Loaded()

/** Load a language's words; those of the language shown before stay until they are there. */
export async function loadMarketWords(of: Language): Promise<void> {
  if (loaded.words[of]) return
  const file = await FILES[of]()
  loaded.words = { ...loaded.words, [of]: file.default as MarketWords }
}

export function hasMarketWords(): boolean {
  return Object.keys(loaded.words).length > 0
}

/** Give a text of River Market in the language shown. */
export function mt(key: MarketKey, values: Values = {}): string {
  const shown = language()
  const words = loaded.words[shown] ?? Object.values(loaded.words)[0]
  const text = words?.[key] as Text | undefined
  return text === undefined ? key : fill(text, values, shown)
}
