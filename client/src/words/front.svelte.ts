/** The words of what comes before a table: start page, new table, waiting room, rules, the score of a real table. */

import type en from './en/front.json'
import { LaterWords } from './later.svelte'
import { language } from './words.svelte'

const frontWords = new LaterWords(import.meta.glob<typeof en>('./*/front.json', { import: 'default' }))

/** Give a text of these pages in the language shown. */
export const ft = frontWords.say

/** Give a part of the page that says these words, once they are there. */
export async function worded<Part>(part: Promise<Part>): Promise<Part> {
  await frontWords.load(language())
  return part
}
