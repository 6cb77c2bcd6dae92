import { describe, expect, it } from 'vitest'
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
})
