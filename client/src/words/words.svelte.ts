/** The words that people see, in the language of their choice: one JSON file a language, the same keys in each. */

import { settings } from '../app/settings.svelte'
import type english from './en/common.json'

export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const
export type Language = keyof typeof LANGUAGES

export type Words = typeof english
/** A text, or one for each plural category of the language. */
export type Text = string | { one: string; other: string }
export type Key = { [Section in keyof Words]: `${Section & string}.${keyof Words[Section] & string}` }[keyof Words]
export type Values = Record<string, string | number>

const FILES = import.meta.glob<Words>('./*/common.json', { import: 'default' })

let current = $state.raw<{ language: Language; words: Words | null }>({ language: 'en', words: null })

export function isLanguage(word: string | null | undefined): word is Language {
  return word !== null && word !== undefined && Object.hasOwn(LANGUAGES, word)
}

/** The first language that the person chose here or in the browser and that there is. */
export function wantedLanguage(chosen: string | null, browser: readonly string[]): Language {
  return [chosen, ...browser.map((tag) => tag.slice(0, 2).toLowerCase())].find(isLanguage) ?? 'en'
}

export async function loadLanguage(): Promise<void> {
  const language = wantedLanguage(settings.language, navigator.languages)
  current = { language, words: await FILES[`./${language}/common.json`]!() }
  document.documentElement.lang = language
}

export function language(): Language {
  return current.language
}

/** Give what makes formats once a language: to make one takes longer than to use it a hundred times. */
function once<Format>(make: (language: string) => Format): (language: string) => Format {
  const made = new Map<string, Format>()
  return (language) => made.get(language) ?? made.set(language, make(language)).get(language)!
}

const plurals = once((language) => new Intl.PluralRules(language))
const numbers = once((language) => new Intl.NumberFormat(language))
const lists = once((language) => new Intl.ListFormat(language, { style: 'long', type: 'conjunction' }))

/** Fill a text's {placeholders}; of a text with plurals, `values.count` chooses. */
export function fill(text: Text, values: Values, language: string): string {
  let chosen: string
  if (typeof text === 'string') chosen = text
  else chosen = text[plurals(language).select(Number(values['count'] ?? 0)) === 'one' ? 'one' : 'other']
  return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    return typeof value === 'number' ? numbers(language).format(value).replace('-', '−') : value
  })
}

/** A number with a true minus sign. */
export function signed(value: number): string {
  return String(value).replace('-', '−')
}

/** Give a text in the language shown. */
export function t(key: Key, values: Values = {}): string {
  const cut = key.indexOf('.')
  const section = current.words?.[key.slice(0, cut) as keyof Words] as Record<string, Text> | undefined
  const text = section?.[key.slice(cut + 1)]
  return text === undefined ? key : fill(text, values, current.language)
}

/** Join words as the language does: "a, b and c". */
export function list(words: readonly string[]): string {
  return lists(current.language).format(words)
}

/** How long ago, in words. */
export function ago(at: number, now = Date.now()): string {
  const minutes = Math.round((at - now) / 60_000)
  const format = new Intl.RelativeTimeFormat(current.language, { numeric: 'auto' })
  if (minutes > -60) return format.format(minutes, 'minute')
  if (minutes > -60 * 36) return format.format(Math.round(minutes / 60), 'hour')
  return format.format(Math.round(minutes / 1440), 'day')
}
