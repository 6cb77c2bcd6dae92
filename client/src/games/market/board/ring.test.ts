import { describe, expect, it } from 'vitest'
import { layRing, measure, neighbours, way } from './ring'

const row = (...cards: string[]) => cards.map((card) => ({ card }))
const grown = layRing({ top: row('n', 'a', 'b'), bottom: row('d', 'c', 'm', 'o', 'p', 'q') })

describe('the ring', () => {
  it('goes rightward above and leftward below', () => {
    expect(grown.places.map((place) => place.card).join('')).toBe('nabqpomcd')
  })

  it('spreads the shorter row from bend to bend', () => {
    const columns = (row: 'top' | 'bottom'): number[] => grown.places.filter((place) => place.row === row).map((place) => place.column)
    expect(grown.columns).toBe(6)
    expect(columns('bottom')).toEqual([5, 4, 3, 2, 1, 0])
    expect(columns('top')).toEqual([0.5, 2.5, 4.5])
  })

  it('inserts at both spots of one side at the same place', () => {
    for (const end of ['top-right', 'bottom-right'] as const)
      expect([neighbours(grown, end).after.card, neighbours(grown, end).before.card]).toEqual(['b', 'q'])
    for (const end of ['top-left', 'bottom-left'] as const)
      expect([neighbours(grown, end).after.card, neighbours(grown, end).before.card]).toEqual(['d', 'n'])
  })

  it('sends boats with the current, past the bend', () => {
    expect(way(5, 1, 7)).toEqual([5, 6, 0, 1])
    expect(way(2, 2, 7)).toEqual([2])
  })
})

describe('the width of Booths', () => {
  it('is full for five in a row on a desk', () => {
    expect(measure(5, 1084, false)).toMatchObject({ booth: 165, isScrolling: false })
  })

  it('shrinks, then scrolls', () => {
    expect(measure(6, 1084, false).booth).toBe(135)
    const many = measure(9, 1084, false)
    expect(many.isScrolling).toBe(true)
    expect(many.width).toBeGreaterThan(1084)
  })

  it('leaves room for every column and both spots', () => {
    for (let columns = 2; columns < 14; columns += 1)
      for (const width of [360, 728, 1084]) {
        const found = measure(columns, width, width < 700)
        expect(found.start - found.spot).toBeGreaterThan(8)
        expect(found.start + columns * found.pitch + found.spot).toBeLessThanOrEqual(Math.max(found.width, width))
      }
  })
})
