import { describe, expect, it } from 'vitest'
import de from '../../words/hint.de.json'
import en from '../../words/hint.en.json'
import es from '../../words/hint.es.json'
import fr from '../../words/hint.fr.json'
import api from '../../../../docs/schema/openapi.json'

const ENGLISH: Record<string, string> = en
const OTHERS: Record<string, Record<string, string>> = { de, fr, es }
const placeholders = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

describe('the words of hints', () => {
  it.each(Object.keys(OTHERS))('%s has the keys and placeholders of English, and no empty text', (tag) => {
    const words = OTHERS[tag]!
    expect(Object.keys(words)).toEqual(Object.keys(ENGLISH))
    for (const [key, text] of Object.entries(ENGLISH)) {
      expect(placeholders(words[key]!), key).toEqual(placeholders(text))
      expect(words[key], key).not.toBe('')
    }
  })

  it('say every theme that the table may name, and no other', () => {
    const named = api.components.schemas.HintReply.properties.themes.items.enum
    const said = Object.keys(ENGLISH).filter((key) => key.startsWith('theme_'))
    expect(said.map((key) => key.slice('theme_'.length)).sort()).toEqual([...named].sort())
  })
})
