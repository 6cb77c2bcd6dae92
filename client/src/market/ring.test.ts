import { describe, expect, it } from 'vitest'
import { layRing, measure, neighbours, way } from './ring'

const row = (...cards: string[]) => cards.map((card) => ({ card }))
const isFirst = (card: string): boolean => 'abcd'.includes(card)
const grown = layRing({ top: row('n', 'a', 'b'), bottom: row('d', 'c', 'm', 'o') }, isFirst)

describe('the ring', () => {
  it('goes rightward above and leftward below', () => {
    expect(grown.places.map((place) => place.card)).toEqual(['n', 'a', 'b', 'o', 'm', 'c', 'd'])
  })

  it('lines rows up where the river began', () => {
    const column = (card: string): number => grown.places.find((place) => place.card === card)!.column
    expect(column('a')).toBe(column('d'))
    expect(column('b')).toBe(column('c'))
    expect(grown.columns).toBe(5)
    expect(grown.ends['top-left'].column).toBe(-1)
    expect(grown.ends['bottom-left'].column).toBe(0)
    expect(grown.ends['top-right'].column).toBe(3)
  })

  it('inserts at both spots of one side at the same place', () => {
    for (const end of ['top-right', 'bottom-right'] as const)
      expect([neighbours(grown, end).after.card, neighbours(grown, end).before.card]).toEqual(['b', 'o'])
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
    expect(measure(5, 1084, false)).toMatchObject({ booth: 164, isScrolling: false })
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
