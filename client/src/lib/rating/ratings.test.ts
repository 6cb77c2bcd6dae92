import { describe, expect, it } from 'vitest'
import { line, said } from './ratings'

describe('ratings', () => {
  it('say how certain they are', () => {
    expect(said({ rating: 1540, plus_minus: 320, is_provisional: true, games: 3 })).toBe('1540 ± 320 ?')
    expect(said({ rating: 1540, plus_minus: 220, is_provisional: false, games: 30 })).toBe('1540 ± 220')
  })

  it('are a line from left to right, the highest on top', () => {
    expect(line([1500, 1600, 1550], 100, 40)).toBe('0.0,40.0 50.0,0.0 100.0,20.0')
    expect(line([1500], 100, 40)).toBe('0.0,40.0')
  })
})
