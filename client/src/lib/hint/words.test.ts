import { describe, expect, it } from 'vitest'
import en from '../../words/en/hint.json'
import api from '../../../../docs/schema/openapi.json'

describe('the words of hints', () => {
  it('say every theme that the table may name, and no other', () => {
    const named = api.components.schemas.HintReply.properties.themes.items.enum
    const said = Object.keys(en).filter((key) => key.startsWith('theme_'))
    expect(said.map((key) => key.slice('theme_'.length)).sort()).toEqual([...named].sort())
  })
})
