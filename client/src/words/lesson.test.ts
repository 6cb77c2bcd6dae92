import { describe, expect, it } from 'vitest'
import de from './de/lesson.json'
import en from './en/lesson.json'
import es from './es/lesson.json'
import fr from './fr/lesson.json'

type Words = Record<string, string>
const ENGLISH: Words = en
const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()

describe.each(Object.entries({ en, de, es, fr } as Record<string, Words>))('the lessons in %s', (_, words) => {
  it('fill each placeholder as often as English does', () => {
    for (const [key, text] of Object.entries(words)) expect(placeholders(text), key).toEqual(placeholders(ENGLISH[key]!))
  })

  it('say a step in two short sentences', () => {
    for (const [key, text] of Object.entries(words)) {
      expect(text.length, key).toBeLessThanOrEqual(135)
      expect(text.split(/[.:](?=\s)/).length, key).toBeLessThanOrEqual(3)
    }
  })
})
