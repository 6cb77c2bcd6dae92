/** The words of hints: one file a language beside the common ones, loaded with the first hint. */

import type english from '../../words/en/hint.json'
import { LaterWords } from '../../words/later.svelte'
import type { Language, Values } from '../../words/words.svelte'

export type HintKey = keyof typeof english

const words = new LaterWords<typeof english>({
  en: () => import('../../words/en/hint.json'),
  de: () => import('../../words/de/hint.json'),
  fr: () => import('../../words/fr/hint.json'),
  es: () => import('../../words/es/hint.json'),
})

/** Load a language's words; those of the language shown before stay until they are there. */
export const loadHintWords = (of: Language): Promise<void> => words.load(of)

export const hasHintWords = (): boolean => words.areThere

/** Give a text of hints in the language shown. */
export const kt = (key: HintKey, values: Values = {}): string => words.say(key, values)
