import { describe, expect, it } from 'vitest'
import { nearest } from '../../../lib/ui/attachments/roving'
import { layAcross, layUpright, measure } from './geometry'
import { layRing, neighbours, way } from './ring'

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
        const booths = (row: string, count: number): { card: string }[] => Array.from({ length: count }, (_, index) => ({ card: `${row}${index}` }))
        const ring = layRing({ top: booths('t', top), bottom: booths('b', bottom) } as Parameters<typeof layRing>[0])
        const layout = layAcross(ring, 1250, 440)
        const boxes = ring.places.map(({ card }) => layout.booths.get(card)!)
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
  it('is full for five in a row on a desk, with room for the ends', () => {
    expect(measure(5, 1084)).toMatchObject({ booth: 165, hasSides: true, isLong: false })
  })

  it('takes the room of the ends, breaks its lines then, and scrolls last', () => {
    expect(measure(7, 1054)).toMatchObject({ booth: 135, hasSides: false, isLong: false })
    expect(measure(9, 1054)).toMatchObject({ booth: 108, hasSides: false, isLong: false })
    expect(measure(16, 1054, 400)).toMatchObject({ hasSides: false, isLong: true })
  })

  it('leaves ten in a row in sight on a tablet held upright', () => {
    expect(measure(10, 778)).toMatchObject({ isLong: false })
    expect(measure(10, 778, 380)).toMatchObject({ isLong: true })
  })

  it('leaves eighteen Booths in sight on the smallest desk', () => {
    expect(measure(9, 978, 320)).toMatchObject({ isLong: false })
  })
})

describe('the river', () => {
  const grownTo = (columns: number): ReturnType<typeof layRing> =>
    layRing({
      top: Array.from({ length: columns }, (_, index) => ({ card: `t${index}` })),
      bottom: Array.from({ length: columns - 1 }, (_, index) => ({ card: `b${index}` })),
    } as Parameters<typeof layRing>[0])

  it('lies within its window, whatever its size', () => {
    for (const [width, height] of [[940, 340], [1060, 400], [1500, 640], [1900, 900]] as const)
      for (let columns = 2; columns < 8; columns += 1) {
        const layout = layAcross(grownTo(columns), width, height)
        expect(layout.height * layout.zoom).toBeCloseTo(height)
        for (const { x, y, width: wide, height: high } of layout.booths.values()) {
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x + wide).toBeLessThanOrEqual(layout.width)
          expect(y + high).toBeLessThanOrEqual(layout.height)
        }
        expect(layout.isLong && columns < 7).toBe(false)
      }
  })

  it('stands upright on a phone: the upper row at the right from above, the lower one at the left', () => {
    const ring = grownTo(7)
    const layout = layUpright(ring, 390, 518, false)
    expect(layout.booths.get('t0')!.x).toBeGreaterThan(layout.booths.get('b0')!.x)
    expect(layout.booths.get('t0')!.y).toBeLessThan(layout.booths.get('t1')!.y)
    expect(layout.isLong).toBe(true)
    expect(layUpright(grownTo(5), 390, 518, false).isLong).toBe(false)
    for (const width of [360, 390, 430]) {
      const { booths } = layUpright(ring, width, 518, false)
      expect(booths.get('t0')!.x - booths.get('b0')!.x - booths.get('b0')!.width).toBeGreaterThanOrEqual(80)
    }
  })
})
