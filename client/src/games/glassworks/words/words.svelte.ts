/** The words of River Valley Glassworks: one file a language beside the common ones, loaded with the table. */

import { LaterWords } from '../../../words/later.svelte'
import type lesson from './en/lesson.json'
import type options from './en/options.json'
import type en from './en/table.json'

export const glassworksWords = new LaterWords(import.meta.glob<typeof en>('./*/table.json', { import: 'default' }))
/** What can be chosen for a new table: loaded with its page. */
export const optionWords = new LaterWords(import.meta.glob<typeof options>('./*/options.json', { import: 'default' }))
/** What its lesson says: loaded with it. */
export const lessonWords = new LaterWords(import.meta.glob<typeof lesson>('./*/lesson.json', { import: 'default' }))

/** Give a text of River Valley Glassworks in the language shown. */
export const gt = glassworksWords.say
