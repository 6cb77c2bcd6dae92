/** The words of puzzles: one file a language beside the common ones, loaded with the first puzzle. */

import { LaterWords } from '../../words/later.svelte'
import type en from '../../words/en/puzzle.json'

export const puzzleWords = new LaterWords(import.meta.glob<typeof en>('../../words/*/puzzle.json', { import: 'default' }))

/** Give a text of puzzles in the language shown. */
export const pt = puzzleWords.say
