import { describe, expect, it } from 'vitest'
import { decimal, isChance, line, said, weakest } from './ratings'

describe('ratings', () => {
  it('say how certain they are', () => {
    expect(said({ rating: 1540, plus_minus: 320, is_provisional: true })).toBe('1540 ± 320 ?')
    expect(said({ rating: 1540, plus_minus: 220, is_provisional: false })).toBe('1540 ± 220')
  })

  it('are a line from left to right, the highest on top', () => {
    expect(line([1500, 1600, 1550], 100, 40)).toBe('0.0,40.0 50.0,0.0 100.0,20.0')
    expect(line([1500], 100, 40)).toBe('0.0,40.0')
  })

  it('name the part that brings least beside the others, and say where that may be luck', () => {
    const part = (name: string, mean: number, plus_minus: number | null) => ({ part: name, own: 10, over: { mean, plus_minus } })
    expect(weakest([part('rows', -1.5, 2), part('overflow', -3, 2), part('columns', 4, 1)])?.part).toBe('overflow')
    expect(weakest([part('rows', 0, null), part('columns', 1, null)])).toBe(null)
    expect([{ mean: -3, plus_minus: 2 }, { mean: -1.5, plus_minus: 2 }, { mean: -9, plus_minus: null }].map(isChance)).toEqual([false, true, true])
    expect([decimal(-3.14, true), decimal(2, true), decimal(2)]).toEqual(['−3.1', '+2', '2'])
  })
})
