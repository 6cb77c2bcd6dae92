/** The words of puzzles: one file a language beside the common ones, loaded with the first puzzle. */

import { LaterWords } from '../../words/later.svelte'

export const puzzleWords = new LaterWords({
  en: () => import('../../words/en/puzzle.json'),
  de: () => import('../../words/de/puzzle.json'),
  fr: () => import('../../words/fr/puzzle.json'),
  es: () => import('../../words/es/puzzle.json'),
})

/** Give a text of puzzles in the language shown. */
export const pt = puzzleWords.say
