/** The words of what concerns one's own name: one file a language, loaded where names are kept. */

import { LaterWords } from '../../words/later.svelte'
import type en from '../../words/en/people.json'

export const peopleWords = new LaterWords(import.meta.glob<typeof en>('../../words/*/people.json', { import: 'default' }))

/** Give a text about one's own name in the language shown. */
export const nt = peopleWords.say
