/** The words of the help sheet: one file a language beside the common ones, loaded with it. */

import { LaterWords } from '../../../words/later.svelte'
import type en from '../../../words/en/help.json'

export const helpWords = new LaterWords(import.meta.glob<typeof en>('../../../words/*/help.json', { import: 'default' }))

/** Give a text of the help sheet in the language shown. */
export const ht = helpWords.say
export type HelpKey = Parameters<typeof ht>[0]
