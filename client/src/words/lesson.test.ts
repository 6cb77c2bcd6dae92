import { describe, expect, it } from 'vitest'

type Words = Record<string, string>
/** What the lessons say, by the path of its file: for all games, and for each. */
const FILES = import.meta.glob<Words>(['./*/lesson.json', '../games/*/words/*/lesson.json'], { eager: true, import: 'default' })
const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()

describe.each(Object.entries(FILES))('the lessons in %s', (name, words) => {
  const english = FILES[name.replace(/\/\w\w\/lesson/, '/en/lesson')]!

  it('fill each placeholder as often as English does', () => {
    for (const [key, text] of Object.entries(words)) expect(placeholders(text), key).toEqual(placeholders(english[key]!))
  })

  it('say a step in two short sentences', () => {
    for (const [key, text] of Object.entries(words)) {
      expect(text.length, key).toBeLessThanOrEqual(135)
      expect(text.split(/[.:](?=\s)/).length, key).toBeLessThanOrEqual(3)
    }
  })
})
