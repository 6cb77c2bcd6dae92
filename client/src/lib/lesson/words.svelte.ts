/** The words of the first lessons: one file a language beside the common ones, loaded with the lesson. */

import type english from '../../words/en/lesson.json'
import { LaterWords } from '../../words/later.svelte'
import type { Language, Values } from '../../words/words.svelte'

export type LessonKey = keyof typeof english

const words = new LaterWords<typeof english>({
  en: () => import('../../words/en/lesson.json'),
  de: () => import('../../words/de/lesson.json'),
  fr: () => import('../../words/fr/lesson.json'),
  es: () => import('../../words/es/lesson.json'),
})

export const loadLessonWords = (of: Language): Promise<void> => words.load(of)

export const hasLessonWords = (): boolean => words.areThere

/** Give a text of the lessons in the language shown. */
export const lt = (key: LessonKey, values: Values = {}): string => words.say(key, values)
