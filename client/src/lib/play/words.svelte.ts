/** The words of the sheets that begin a game against bots: one file a language, loaded with them. */

import { LaterWords } from '../../words/later.svelte'
import type en from '../../words/en/play.json'

export const playWords = new LaterWords(import.meta.glob<typeof en>('../../words/*/play.json', { import: 'default' }))

/** Give a text of these sheets in the language shown. */
export const pt = playWords.say
