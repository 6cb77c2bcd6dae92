/** The words of reviews: one file a language beside the common ones, loaded with the first review. */

import { LaterWords } from '../../words/later.svelte'

export const reviewWords = new LaterWords({
  en: () => import('../../words/en/review.json'),
  de: () => import('../../words/de/review.json'),
  fr: () => import('../../words/fr/review.json'),
  es: () => import('../../words/es/review.json'),
})

/** Give a text of reviews in the language shown. */
export const rt = reviewWords.say
