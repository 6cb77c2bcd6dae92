import { describe, expect, it } from 'vitest'
import api from '../../../docs/schema/openapi.json'
import refusals from '../../../docs/schema/refusals.json'
import refusalsDe from './de/refusals.json'
import refusalsEs from './es/refusals.json'
import refusalsFr from './fr/refusals.json'
import hints from './en/hint.json'
import { fillTemplate } from '../lib/table/turn/refusals.svelte'
import { fill, wantedLanguage, type Text } from './words.svelte'

type Words = Record<string, Text | Record<string, Text>>
/** Every file of words, the common ones and those of each game: what is loaded later has files of its own. */
const FILES = import.meta.glob<Words>(['./*/*.json', '../games/*/words/*/*.json', '!./*/refusals.json'], { eager: true, import: 'default' })
const CODE = import.meta.glob<string>(['../**/*.{ts,svelte}', '!../**/*.test.ts', '!../lib/api/schema.d.ts'], { eager: true, query: '?raw', import: 'default' })
const ENGLISH = Object.keys(FILES).filter((name) => name.includes('/en/'))
const PAIRS = ENGLISH.flatMap((name) => ['de', 'fr', 'es'].map((tag) => [name.replace('/en/', `/${tag}/`), name]))

/** Give the texts of a file by their keys; one that is for every page has them in sections. */
function texts(name: string): Record<string, Text> {
  const found: Record<string, Text> = {}
  for (const [key, value] of Object.entries(FILES[name]!)) {
    if (isText(value)) found[key] = value
    else for (const [inner, text] of Object.entries(value)) found[`${key}.${inner}`] = text as Text
  }
  return found
}

const isText = (value: unknown): value is Text =>
  typeof value === 'string' || Object.keys(value as object).join() === 'one,other'

function placeholders(text: Text): string[] {
  const whole = typeof text === 'string' ? text : `${text.one} ${text.other}`
  return [...new Set(whole.match(/\{\w+(:\w+)?\}/g) ?? [])].sort()
}

describe('languages', () => {
  it('are files of words for every part', () => {
    expect(ENGLISH.length).toBeGreaterThan(8)
    expect(Object.keys(FILES).sort()).toEqual([...ENGLISH, ...PAIRS.map(([name]) => name)].sort())
  })

  it('are all said somewhere: by their key, or by how it begins', () => {
    const code = Object.values(CODE).join('\n')
    const begun = [...code.matchAll(/`([\w.]+)\$\{/g)].map(([, begin]) => begin!)
    // The steps of a lesson have their names from the table's server.
    for (const name of ENGLISH.filter((name) => !name.endsWith('/lesson.json')))
      for (const key of Object.keys(texts(name)))
        expect(code.includes(`'${key}'`) || code.includes(`words.${key}`) || begun.some((begin) => key.startsWith(begin)), `${name}: ${key}`).toBe(true)
  })

  it.each(PAIRS)('%s has exactly the keys of English', (name, english) => {
    expect(Object.keys(texts(name!))).toEqual(Object.keys(texts(english!)))
  })

  it.each(PAIRS)('%s fills the same placeholders, has plurals where English has, and no empty text where it has one', (name, english) => {
    const others = texts(name!)
    for (const [key, text] of Object.entries(texts(english!))) {
      expect(placeholders(others[key]!), key).toEqual(placeholders(text))
      expect(typeof others[key], key).toBe(typeof text)
      if (text !== '') expect(others[key], key).not.toBe('')
    }
  })

  it.each([
    ['de', refusalsDe],
    ['fr', refusalsFr],
    ['es', refusalsEs],
  ] as [string, Record<string, string>][])('%s words every refusal of the games and of the table, and none that is unknown', (_tag, words) => {
    const known = refusals as { template: string; rule?: string }[]
    expect(Object.keys(words)).toEqual(expect.arrayContaining(known.map(({ template }) => template)))
    expect(known.map(({ template }) => template)).toEqual(expect.arrayContaining(Object.keys(words)))
    for (const [template, text] of Object.entries(words)) {
      expect(placeholders(text), template).toEqual(placeholders(template))
      expect(text.trim(), template).not.toBe('')
    }
  })
})

describe.each(Object.keys(FILES).filter((name) => name.endsWith('/lesson.json')))('the lessons in %s', (name) => {
  const words = FILES[name] as Record<string, string>
  const english = FILES[name.replace(/\/\w\w\/lesson/, '/en/lesson')] as Record<string, string>
  const filled = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()

  it('fill each placeholder as often as English does', () => {
    for (const [key, text] of Object.entries(words)) expect(filled(text), key).toEqual(filled(english[key]!))
  })

  it('say a step in two short sentences', () => {
    for (const [key, text] of Object.entries(words)) {
      expect(text.length, key).toBeLessThanOrEqual(135)
      expect(text.split(/[.:](?=\s)/).length, key).toBeLessThanOrEqual(3)
    }
  })
})

describe('the words of hints', () => {
  it('say every theme that the table may name, and no other', () => {
    const replies = Object.entries(api.components.schemas).filter(([name]) => name.endsWith('HintReply'))
    const named = new Set(replies.flatMap(([, reply]) => ('properties' in reply && 'themes' in reply.properties ? reply.properties.themes.items.enum : [])))
    const said = Object.keys(hints).filter((key) => key.startsWith('theme_'))
    expect(said.map((key) => key.slice('theme_'.length)).sort()).toEqual([...named].sort())
  })
})

describe('filling', () => {
  it('chooses the plural of the language', () => {
    const text = { one: '{count} pièce', other: '{count} pièces' }
    expect(fill(text, { count: 0 }, 'fr')).toBe('0 pièce')
    expect(fill(text, { count: 0 }, 'en')).toBe('0 pièces')
    expect(fill(text, { count: 1 }, 'en')).toBe('1 pièce')
  })

  it('writes a true minus and leaves an unknown placeholder in sight', () => {
    expect(fill('overflow {vp}', { vp: -6 }, 'en')).toBe('overflow −6')
    expect(fill('{missing}', {}, 'en')).toBe('{missing}')
  })

  it('joins a list of a refusal as it asks', () => {
    expect(fillTemplate('tile {neighbours:or}', { neighbours: [2, 4] }, 'en')).toBe('tile 2 or 4')
    expect(fillTemplate('{seats:list}', { seats: [1, 2, 3] }, 'de')).toBe('1, 2 und 3')
  })
})

describe('the language shown', () => {
  it('is the chosen one, else the first of the browser that there is, else English', () => {
    expect(wantedLanguage('fr', ['de'])).toBe('fr')
    expect(wantedLanguage(null, ['pt-BR', 'de-AT', 'en'])).toBe('de')
    expect(wantedLanguage('xx', ['pt'])).toBe('en')
  })
})
