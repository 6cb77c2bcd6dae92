import { describe, expect, it } from 'vitest'
import de from './de.json'
import en from './en.json'
import afterDe from './after.de.json'
import afterEn from './after.en.json'
import afterEs from './after.es.json'
import afterFr from './after.fr.json'
import glassworksDe from './glassworks.de.json'
import glassworksEn from './glassworks.en.json'
import glassworksEs from './glassworks.es.json'
import glassworksFr from './glassworks.fr.json'
import es from './es.json'
import fr from './fr.json'
import refusals from '../../../docs/schema/refusals.json'
import refusalsDe from './refusals.de.json'
import refusalsEs from './refusals.es.json'
import refusalsFr from './refusals.fr.json'
import helpDe from './help.de.json'
import helpEn from './help.en.json'
import helpEs from './help.es.json'
import helpFr from './help.fr.json'
import menuDe from './menu.de.json'
import menuEn from './menu.en.json'
import menuEs from './menu.es.json'
import menuFr from './menu.fr.json'
import { fillTemplate } from '../lib/table/refusals.svelte'
import { fill, wantedLanguage, type Text } from './words.svelte'

type Sections = Record<string, Record<string, Text>>
const OTHERS: Record<string, Sections> = {
  de: { ...de, glassworks: glassworksDe, help: helpDe, after: afterDe, menuSheet: menuDe },
  fr: { ...fr, glassworks: glassworksFr, help: helpFr, after: afterFr, menuSheet: menuFr },
  es: { ...es, glassworks: glassworksEs, help: helpEs, after: afterEs, menuSheet: menuEs },
}
const ENGLISH: Sections = { ...en, glassworks: glassworksEn, help: helpEn, after: afterEn, menuSheet: menuEn }

const keys = (words: Sections): string[] =>
  Object.entries(words).flatMap(([section, texts]) => Object.keys(texts).map((key) => `${section}.${key}`))

function placeholders(text: Text): string[] {
  const whole = typeof text === 'string' ? text : `${text.one} ${text.other}`
  return [...new Set(whole.match(/\{\w+(:\w+)?\}/g) ?? [])].sort()
}

describe('languages', () => {
  it.each(Object.keys(OTHERS))('%s has exactly the keys of English', (tag) => {
    expect(keys(OTHERS[tag]!).sort()).toEqual(keys(ENGLISH).sort())
  })

  it.each(Object.keys(OTHERS))('%s fills the same placeholders and has plurals where English has', (tag) => {
    for (const [section, texts] of Object.entries(ENGLISH)) {
      for (const [key, text] of Object.entries(texts)) {
        const other = OTHERS[tag]![section]![key]!
        expect(placeholders(other), `${tag} ${section}.${key}`).toEqual(placeholders(text))
        expect(typeof other, `${tag} ${section}.${key}`).toBe(typeof text)
      }
    }
  })

  it.each(Object.keys(OTHERS))('%s has no empty text where English has one', (tag) => {
    for (const [section, texts] of Object.entries(ENGLISH)) {
      for (const [key, text] of Object.entries(texts)) {
        if (text !== '') expect(OTHERS[tag]![section]![key], `${section}.${key}`).not.toBe('')
      }
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
