/** The words of a game that is over: one file a language beside the common ones, loaded with its result. */

import { LaterWords } from '../../../words/later.svelte'
import { language } from '../../../words/words.svelte'
import type en from '../../../words/en/after.json'

export const afterWords = new LaterWords(import.meta.glob<typeof en>('../../../words/*/after.json', { import: 'default' }))

/** Give a text of what comes after a game in the language shown. */
export const at = afterWords.say

/** Give a part of another page that says these words, once they are there. */
export async function played<Part>(part: Promise<Part>): Promise<Part> {
  await afterWords.load(language())
  return part
}
