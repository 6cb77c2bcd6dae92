/** The words of reviews: one file a language beside the common ones, loaded with the first review. */

import type english from '../../words/en/review.json'
import { LaterWords } from '../../words/later.svelte'
import type { Language, Values } from '../../words/words.svelte'

export type ReviewKey = keyof typeof english

const words = new LaterWords<typeof english>({
  en: () => import('../../words/en/review.json'),
  de: () => import('../../words/de/review.json'),
  fr: () => import('../../words/fr/review.json'),
  es: () => import('../../words/es/review.json'),
})

/** Load a language's words; those of the language shown before stay until they are there. */
export const loadReviewWords = (of: Language): Promise<void> => words.load(of)

export const hasReviewWords = (): boolean => words.areThere

/** Give a text of reviews in the language shown. */
export const rt = (key: ReviewKey, values: Values = {}): string => words.say(key, values)
