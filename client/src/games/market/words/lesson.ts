/** What the lesson of River Market says: loaded with it. */

import { LaterWords } from '../../../words/later.svelte'

export const words = new LaterWords({
  en: () => import('./en/lesson.json'),
  de: () => import('./de/lesson.json'),
  fr: () => import('./fr/lesson.json'),
  es: () => import('./es/lesson.json'),
})
