import { describe, expect, it } from 'vitest'
import { nearest } from '../../../lib/ui/attachments/roving'
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

describe('arrow keys', () => {
  it('walk along each row of any ring of Booths, and from row to row', () => {
    for (let top = 1; top <= 12; top++)
      for (let bottom = 1; bottom <= 12; bottom++) {
        const booths = (count: number): { card: string }[] => Array.from({ length: count }, (_, index) => ({ card: `${index}` }))
        const ring = layRing({ top: booths(top), bottom: booths(bottom) } as Parameters<typeof layRing>[0])
        const { pitch } = measure(ring.columns, 1250, false)
        const boxes = ring.places.map(({ row, column }) => ({ x: column * pitch, y: row === 'top' ? 0 : 268, height: 158 }))
        for (const [row, first, last] of [['top', 0, top - 1], ['bottom', top + bottom - 1, top]] as const) {
          const walked = [first]
          for (let here: number = first; here !== last && walked.length <= top + bottom; )
            walked.push((here = nearest(boxes, here, 'ArrowRight')))
          expect(walked.length, `${top} and ${bottom}: ${row}`).toBe(row === 'top' ? top : bottom)
        }
        expect(nearest(boxes, 0, 'ArrowDown')).toBeGreaterThanOrEqual(top)
        expect(nearest(boxes, top, 'ArrowUp')).toBeLessThan(top)
      }
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
