/** The words of puzzles: one file a language beside the common ones, loaded with the first puzzle. */

import type english from '../../words/en/puzzle.json'
import { LaterWords } from '../../words/later.svelte'
import type { Language, Values } from '../../words/words.svelte'

export type PuzzleKey = keyof typeof english

const words = new LaterWords<typeof english>({
  en: () => import('../../words/en/puzzle.json'),
  de: () => import('../../words/de/puzzle.json'),
  fr: () => import('../../words/fr/puzzle.json'),
  es: () => import('../../words/es/puzzle.json'),
})

/** Load a language's words; those of the language shown before stay until they are there. */
export const loadPuzzleWords = (of: Language): Promise<void> => words.load(of)

export const hasPuzzleWords = (): boolean => words.areThere

/** Give a text of puzzles in the language shown. */
export const pt = (key: PuzzleKey, values: Values = {}): string => words.say(key, values)
