/** The words of the first lessons: one file a language beside the common ones, loaded with the lesson. */

import { LaterWords } from '../../words/later.svelte'
import type en from '../../words/en/lesson.json'

export const lessonWords = new LaterWords(import.meta.glob<typeof en>('../../words/*/lesson.json', { import: 'default' }))

/** Give a text of the lessons in the language shown. */
export const lt = lessonWords.say
