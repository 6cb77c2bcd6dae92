import { describe, expect, it } from 'vitest'
import { reach } from './strength'

const levels = [
  { level: 'novice', games: 0, won: 0, points: -1400, plus_minus: 100 },
  { level: 'artisan', games: 9, won: 4, points: 0, plus_minus: 0 },
  { level: 'master', games: 0, won: 0, points: 1000, plus_minus: 240 },
]

describe('somebody beside the levels', () => {
  it('may be as strong as the levels at the ends of the interval, where they are two', () => {
    expect(reach({ low: -800, high: 300, levels })).toEqual({ low: 'novice', high: 'artisan' })
    expect(reach({ low: -200, high: 300, levels })).toBe(null)
    expect(reach({ low: null, high: -900, levels })).toBe(null)
  })
})
