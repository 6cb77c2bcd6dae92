/** The measurements of the design, computed from tokens.css and the glass: each fails below its limit. */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { GLASS } from '../lib/glass/drawings'
import type { Colour } from '../lib/glass/parts'
import { ciede2000, contrast, lab, mix, seen, type Vision } from './measure'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]

function tokens(theme: Theme): Record<string, string> {
  const found: Record<string, string> = {}
  const blocks = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, selector]) => selector!.includes(`[data-theme=${theme}]`))
  for (const [, , body] of blocks) for (const [, name, value] of body!.matchAll(/--([\w-]+):(#[0-9a-f]{6})\b/g)) found[name!] = value!
  return found
}

const PALETTES: Record<Theme, Record<string, string>> = { light: tokens('light'), dark: tokens('dark') }
const VISIONS: Vision[] = ['normal', 'protan', 'deutan', 'tritan']

const TEXT: [string, string[]][] = [
  ['ink', ['paper', 'surface', 'sunk', 'pane', 'water-1', 'water-2', 'water-3', 'lake-1', 'lake-2', 'slab-1', 'slab-2', 'gold-bg', 'bad-bg']],
  ['ink-2', ['paper', 'surface', 'sunk', 'pane', 'slab-1', 'slab-2']],
  ['accent', ['paper', 'surface', 'sunk']],
  ['on-accent', ['accent']],
  ['on-lead', ['lead']],
  ['gold', ['surface', 'gold-bg']],
  ['bad', ['surface', 'sunk', 'bad-bg']],
  ['good', ['surface', 'paper']],
  ['paper', ['ink']],
  ['on-p', ['p1', 'p2', 'p3', 'p4', 'p5']],
]
const LINES: [string, string[]][] = [
  ['edge', ['paper', 'surface', 'sunk']],
  ['slab-edge', ['slab-1', 'slab-2', 'water-1', 'water-2', 'water-3']],
  ['legal', ['surface', 'sunk', 'paper', 'slab-1', 'slab-2', 'water-1', 'water-2', 'water-3', 'lake-1', 'lake-2']],
  ['focus', ['paper', 'surface', 'sunk', 'slab-1', 'slab-2', 'water-2', 'lake-1']],
  ['current', ['water-1', 'water-2', 'water-3']],
  ['lead', ['pane']],
  ['gold', ['slab-1', 'slab-2']],
  ...['veggies', 'fish', 'cloth', 'tools', 'lilies', 'coins', 'anygood'].map((name): [string, string[]] => [name, ['surface', 'slab-1', 'slab-2']]),
  ...Object.values(GLASS).map((glass): [string, string[]] => [`l-${glass.token}`, ['surface', 'sunk', 'pane', 'slab-1', 'lake-1', 'lake-2']]),
]

describe.each(THEMES)('the %s theme', (theme) => {
  const palette = PALETTES[theme]

  it('has every token of the other theme', () => {
    expect(Object.keys(palette).sort()).toEqual(Object.keys(PALETTES[theme === 'light' ? 'dark' : 'light']).sort())
  })

  it.each(TEXT)('reads %s on %s at 4.5 or more', (ink, grounds) => {
    for (const ground of grounds) expect(contrast(palette[ink]!, palette[ground]!), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  })

  it.each(LINES)('shows the line %s on %s at 3 or more', (line, grounds) => {
    for (const ground of grounds) expect(contrast(palette[line]!, palette[ground]!), `${line} on ${ground}`).toBeGreaterThanOrEqual(3)
  })

  it('reads text on the ground of what is chosen', () => {
    const ground = mix(palette['surface']!, palette['legal']!, theme === 'light' ? 0x1f / 255 : 0x26 / 255)
    expect(contrast(palette['ink']!, ground)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(VISIONS)('keeps the five seats apart in %s vision', (vision) => {
    const seats = [1, 2, 3, 4, 5].map((seat) => palette[`p${seat}`]!)
    for (const [index, one] of seats.entries())
      for (const other of seats.slice(index + 1))
        expect(ciede2000(lab(seen(one, vision)), lab(seen(other, vision))), `${one} ${other}`).toBeGreaterThanOrEqual(13)
  })
})

describe('the nine colours of glass', () => {
  const colours = Object.keys(GLASS) as Colour[]

  it.each(VISIONS)('stay apart in %s vision', (vision) => {
    for (const [index, one] of colours.entries())
      for (const other of colours.slice(index + 1))
        expect(
          ciede2000(lab(seen(GLASS[one].base, vision)), lab(seen(GLASS[other].base, vision))),
          `${one} and ${other}`,
        ).toBeGreaterThanOrEqual(15)
  })

  it('go down in lightness by steps of 6 or more', () => {
    const lightness = colours.map((colour) => lab(seen(GLASS[colour].base, 'normal'))[0])
    for (const [index, value] of lightness.entries()) if (index) expect(lightness[index - 1]! - value).toBeGreaterThanOrEqual(6)
  })

  it.each(colours)('mark %s at 3 or more on every part of its glass', (colour) => {
    const glass = GLASS[colour]
    expect(contrast(glass.ink, glass.base)).toBeGreaterThanOrEqual(4.5)
    for (const part of [glass.hi, glass.deep]) expect(contrast(glass.ink, part), part).toBeGreaterThanOrEqual(3)
  })
})

describe('the measures', () => {
  it('agree with published values', () => {
    // Sharma, Wu, Dalal 2005, pairs 1, 7 and 19.
    expect(ciede2000([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 3)
    expect(ciede2000([50, 0, 0], [50, -1, 2])).toBeCloseTo(2.3669, 3)
    expect(ciede2000([50, 2.5, 0], [58, 24, 15])).toBeCloseTo(19.4535, 3)
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5)
  })
})
