/** Refusals in the reader's language: the table sends the English sentence, its template and what fills it. */

import type { Problem } from '../../api/types'
import { colourName, pieceName, shapeName } from '../../glass/names'
import { COLOUR_NAMES, SHAPE_NAMES, partsOf } from '../../glass/parts'
import { language } from '../../../words/words.svelte'

type Templates = Record<string, string>

const FILES = import.meta.glob<Templates>('../../../words/*/refusals.json', { import: 'default' })

let loaded = $state.raw<Record<string, Templates>>({})

/** Load a language's refusals, for which nothing waits: until they are there, and in English, the table's own words stand. */
export async function loadRefusals(of: string): Promise<void> {
  const file = FILES[`../../../words/${of}/refusals.json`]
  if (!file || of in loaded) return
  try {
    const templates = await file()
    loaded = { ...loaded, [of]: templates }
  } catch {
    // Without a connection: the next page asks again.
  }
}

let amountsText: ((amounts: Record<string, number>) => string) | null = null

/** The game that has resources gives their words, which are loaded with it. */
export function wordAmounts(words: (amounts: Record<string, number>) => string): void {
  amountsText = words
}

const isAmounts = (value: unknown): value is Record<string, number> => typeof value === 'object' && value !== null

function plainAmounts(amounts: Record<string, number>): string {
  return Object.entries(amounts).map(([name, count]) => `${count} ${name}`).join(', ') || '0'
}

/** Say a value: glass and amounts by their words in this language, everything else as it is. */
function word(value: unknown): string {
  if (isAmounts(value)) return (amountsText ?? plainAmounts)(value)
  const text = String(value)
  const [aShape, aColour] = [SHAPE_NAMES.find((name) => name === text), COLOUR_NAMES.find((name) => name === text)]
  if (aShape) return shapeName(aShape)
  if (aColour) return colourName(aColour)
  const { colour, shape } = partsOf(text)
  return COLOUR_NAMES.includes(colour) && SHAPE_NAMES.includes(shape) ? pieceName(text) : text
}

/** Fill {placeholders}; a list is joined by "and", or by "or" where the template says {name:or}. */
export function fillTemplate(template: string, values: Record<string, unknown>, tag: string): string {
  return template.replace(/\{(\w+)(?::(\w+))?\}/g, (whole, name: string, how: string | undefined) => {
    const value = values[name]
    if (value === undefined) return whole
    if (!Array.isArray(value)) return word(value)
    return new Intl.ListFormat(tag, { type: how === 'or' ? 'disjunction' : 'conjunction' }).format(value.map(word))
  })
}

export function sentence(problem: Problem): string {
  const template = loaded[language()]?.[problem.template]
  return template ? fillTemplate(template, problem.values, language()) : problem.detail
}
