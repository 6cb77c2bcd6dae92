/** The words of reviews: one file a language beside the common ones, loaded with the first review. */

import { LaterWords } from '../../words/later.svelte'
import type en from '../../words/en/review.json'

export const reviewWords = new LaterWords(import.meta.glob<typeof en>('../../words/*/review.json', { import: 'default' }))

/** Give a text of reviews in the language shown. */
export const rt = reviewWords.say
