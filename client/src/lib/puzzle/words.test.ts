import { describe, expect, it } from 'vitest'
import de from '../../words/puzzle.de.json'
import en from '../../words/puzzle.en.json'
import es from '../../words/puzzle.es.json'
import fr from '../../words/puzzle.fr.json'
import type { Text } from '../../words/words.svelte'

const ENGLISH: Record<string, Text> = en
const OTHERS: Record<string, Record<string, Text>> = { de, fr, es }
const placeholders = (text: Text): string[] =>
  [...new Set((typeof text === 'string' ? text : text.one + text.other).match(/\{\w+\}/g) ?? [])].sort()

describe('the words of puzzles', () => {
  it.each(Object.keys(OTHERS))('%s has the keys, placeholders and plurals of English, and no empty text', (tag) => {
    const words = OTHERS[tag]!
    expect(Object.keys(words)).toEqual(Object.keys(ENGLISH))
    for (const [key, text] of Object.entries(ENGLISH)) {
      expect(typeof words[key], key).toBe(typeof text)
      expect(placeholders(words[key]!), key).toEqual(placeholders(text))
      expect(words[key], key).not.toBe('')
    }
  })
})
