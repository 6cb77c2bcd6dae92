/** The words of the first lessons: one file a language beside the common ones, loaded with the lesson. */

import type english from '../../words/lesson.en.json'
import { LaterWords } from '../../words/later.svelte'
import type { Language, Values } from '../../words/words.svelte'

export type LessonKey = keyof typeof english

const words = new LaterWords<typeof english>({
  en: () => import('../../words/lesson.en.json'),
  de: () => import('../../words/lesson.de.json'),
  fr: () => import('../../words/lesson.fr.json'),
  es: () => import('../../words/lesson.es.json'),
})

export const loadLessonWords = (of: Language): Promise<void> => words.load(of)

export const hasLessonWords = (): boolean => words.areThere

/** Give a text of the lessons in the language shown. */
export const lt = (key: LessonKey, values: Values = {}): string => words.say(key, values)
