/** The words of a game that is over: one file a language beside the common ones, loaded with its result. */

import type english from '../../../words/en/after.json'
import { LaterWords } from '../../../words/later.svelte'
import type { Language, Values } from '../../../words/words.svelte'

export type AfterKey = keyof typeof english

const words = new LaterWords<typeof english>({
  en: () => import('../../../words/en/after.json'),
  de: () => import('../../../words/de/after.json'),
  fr: () => import('../../../words/fr/after.json'),
  es: () => import('../../../words/es/after.json'),
})

/** Load a language's words; those of the language shown before stay until they are there. */
export const loadAfterWords = (of: Language): Promise<void> => words.load(of)

export const hasAfterWords = (): boolean => words.areThere

/** Give a text of what comes after a game in the language shown. */
export const at = (key: AfterKey, values: Values = {}): string => words.say(key, values)
