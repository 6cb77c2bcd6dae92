/** The words of the first lessons: one file a language beside the common ones, loaded with the lesson. */

import { LaterWords } from '../../words/later.svelte'

export const lessonWords = new LaterWords({
  en: () => import('../../words/en/lesson.json'),
  de: () => import('../../words/de/lesson.json'),
  fr: () => import('../../words/fr/lesson.json'),
  es: () => import('../../words/es/lesson.json'),
})

/** Give a text of the lessons in the language shown. */
export const lt = lessonWords.say
