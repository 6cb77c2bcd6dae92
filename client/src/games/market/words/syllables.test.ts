import { describe, expect, it } from 'vitest'
import syllables from './syllables'

const shown = (name: string): string => syllables(name).replaceAll('\u00ad', '-')

describe('the names of cards', () => {
  it('break at syllables of their long words', () => {
    const parted = ['Bor-rowed', 'Dress-maker', 'Drift-wood', 'Angling', 'Auction', 'Gos-siping', 'Hard-ware', 'Hedge-hog', "Help-ers'", 'Lan-terns', 'Lilypad', 'Message', 'Moon-rise']
    parted.push('Neigh-bourly', 'Patch-work', 'Quilt-ing', 'Seam-ster', 'Skip-ping', 'Squir-rel', 'Sup-plies', 'Tail-wind', "Tin-ker's")
    expect(parted.map((word) => shown(word.replace('-', '')))).toEqual(parted)
  })

  it('keep short words whole', () => {
    expect(shown('Loom under the Alder')).toBe('Loom under the Alder')
  })
})
