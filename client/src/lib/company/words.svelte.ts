/** The words of people who look for one another, and wait: one file a language, loaded where somebody does. */

import { LaterWords } from '../../words/later.svelte'
import { language } from '../../words/words.svelte'
import type en from '../../words/en/company.json'

const companyWords = new LaterWords(import.meta.glob<typeof en>('../../words/*/company.json', { import: 'default' }))

/** Give a text about company in the language shown. */
export const ct = companyWords.say

/** Give a part of the page that says these words, once they are there. */
export async function companied<Part>(part: Promise<Part>): Promise<Part> {
  await companyWords.load(language())
  return part
}

const DAY_MS = 86_400_000

/** A moment: its time, with its day where that is not today. */
export function moment(at: string, now = new Date()): string {
  const date = new Date(at)
  const time: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit' }
  if (date.toDateString() === now.toDateString()) return date.toLocaleString(language(), time)
  const isNear = Math.abs(date.getTime() - now.getTime()) < 6 * DAY_MS
  const day: Intl.DateTimeFormatOptions = isNear ? { weekday: 'short' } : { day: 'numeric', month: 'short' }
  return date.toLocaleString(language(), { ...day, ...time })
}

/** A length of time in its largest unit that it is a whole number of. */
export function lasting(seconds: number): string {
  const [unit, length] = seconds % 86_400 === 0 ? (['day', 86_400] as const) : seconds % 3_600 === 0 ? (['hour', 3_600] as const) : (['minute', 60] as const)
  return new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'long' }).format(Math.round(seconds / length))
}
