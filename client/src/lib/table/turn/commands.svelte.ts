/** The words of what is typed at the table: one file a language beside the common ones, loaded with the field for it. */

import { LaterWords } from '../../../words/later.svelte'
import type en from '../../../words/en/commands.json'

export const commandWords = new LaterWords(import.meta.glob<typeof en>('../../../words/*/commands.json', { import: 'default' }))

/** Give a word of what is typed in the language shown. */
export const ct = commandWords.say
