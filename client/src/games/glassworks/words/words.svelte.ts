/** The words of River Valley Glassworks: one file a language beside the common ones, loaded with the table. */

import type english from './en/table.json'
import { LaterWords } from '../../../words/later.svelte'
import type { Language, Values } from '../../../words/words.svelte'

export type GlassworksWords = typeof english
export type GlassworksKey = keyof GlassworksWords

export const words = new LaterWords<GlassworksWords>({
  en: () => import('./en/table.json'),
  de: () => import('./de/table.json'),
  fr: () => import('./fr/table.json'),
  es: () => import('./es/table.json'),
})

/** Load a language's words; those of the language shown before stay until they are there. */
export const loadGlassworksWords = (of: Language): Promise<void> => words.load(of)

export const hasGlassworksWords = (): boolean => words.areThere

/** Give a text of River Valley Glassworks in the language shown. */
export const gt = (key: GlassworksKey, values: Values = {}): string => words.say(key, values)
