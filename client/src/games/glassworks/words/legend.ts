/** What the pictures of the game mean: loaded with the help. */

import { LaterWords } from '../../../words/later.svelte'
import type en from './en/legend.json'

export const legendWords = new LaterWords(import.meta.glob<typeof en>('./*/legend.json', { import: 'default' }))
