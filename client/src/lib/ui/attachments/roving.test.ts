import { describe, expect, it } from 'vitest'
import { layRing, measure } from '../../../games/market/board/ring'
import { nearest, type Box } from './roving'

const at = (x: number, y: number): Box => ({ x, y, height: 40 })

// Three in a row, and two below the outer ones.
const BOXES = [at(0, 0), at(50, 4), at(100, 0), at(0, 60), at(100, 60)]

describe('arrow keys', () => {
  it('go to the nearest thing in their direction', () => {
    expect(nearest(BOXES, 0, 'ArrowRight')).toBe(1)
    expect(nearest(BOXES, 2, 'ArrowDown')).toBe(4)
    expect(nearest(BOXES, 3, 'ArrowUp')).toBe(0)
    expect(nearest(BOXES, 4, 'ArrowLeft')).toBe(3)
  })

  it('go nowhere past the edge', () => {
    expect(nearest(BOXES, 0, 'ArrowUp')).toBe(-1)
    expect(nearest(BOXES, 4, 'ArrowRight')).toBe(-1)
  })

  it('keep to their row, however far its next thing is, and leave it only at its end', () => {
    const boxes = [at(0, 0), at(400, 0), at(150, 60), at(500, 60)]
    expect(nearest(boxes, 0, 'ArrowRight')).toBe(1)
    expect(nearest(boxes, 1, 'ArrowLeft')).toBe(0)
    expect(nearest(boxes, 1, 'ArrowRight')).toBe(3)
  })

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
