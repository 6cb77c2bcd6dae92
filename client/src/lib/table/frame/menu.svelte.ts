/** The words of the menu and the help of a table: one file a language beside the common ones, loaded with them. */

import { LaterWords } from '../../../words/later.svelte'
import type en from '../../../words/en/menu.json'

export const menuWords = new LaterWords(import.meta.glob<typeof en>('../../../words/*/menu.json', { import: 'default' }))

/** Give a text of the menu or the help in the language shown. */
export const nt = menuWords.say
export type MenuKey = Parameters<typeof nt>[0]
