import { describe, expect, it } from 'vitest'
import { nearest } from './roving'

// Three in a row, and two below the outer ones.
const POINTS = [
  { x: 0, y: 0 },
  { x: 50, y: 4 },
  { x: 100, y: 0 },
  { x: 0, y: 60 },
  { x: 100, y: 60 },
]

describe('arrow keys', () => {
  it('go to the nearest thing in their direction', () => {
    expect(nearest(POINTS, 0, 'ArrowRight')).toBe(1)
    expect(nearest(POINTS, 2, 'ArrowDown')).toBe(4)
    expect(nearest(POINTS, 3, 'ArrowUp')).toBe(0)
    expect(nearest(POINTS, 4, 'ArrowLeft')).toBe(3)
  })

  it('go nowhere past the edge', () => {
    expect(nearest(POINTS, 0, 'ArrowUp')).toBe(-1)
    expect(nearest(POINTS, 4, 'ArrowRight')).toBe(-1)
  })
})
