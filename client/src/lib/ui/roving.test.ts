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

describe('up and down', () => {
  it('go to the nearest thing there', () => {
    expect(nearest(POINTS, 2, 1)).toBe(4)
    expect(nearest(POINTS, 3, -1)).toBe(0)
  })

  it('go nowhere past the edge, nor to what only stands a little askew', () => {
    expect(nearest(POINTS, 0, -1)).toBe(-1)
    expect(nearest(POINTS, 1, -1)).toBe(-1)
  })
})
