import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Pace } from './pace'

let shown: number[] = []

beforeEach(() => {
  shown = []
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const pace = (speed = 1): Pace<number> => new Pace((item) => shown.push(item), () => Date.now(), () => speed)

describe('what others do', () => {
  it('is shown one after another where it comes all at once', () => {
    const one = pace()
    for (const turn of [1, 2, 3]) one.add(turn, 'in turn')
    expect(shown).toEqual([1])
    vi.advanceTimersByTime(1200)
    expect(shown).toEqual([1, 2])
    vi.advanceTimersByTime(1200)
    expect(shown).toEqual([1, 2, 3])
  })

  it('is shown slower or faster for who wants it so', () => {
    const slow = pace(2)
    for (const turn of [1, 2]) slow.add(turn, 'in turn')
    vi.advanceTimersByTime(2399)
    expect(shown).toEqual([1])
    expect(slow.waiting).toBe(1)
    vi.advanceTimersByTime(1)
    expect(shown).toEqual([1, 2])
    const fast = pace(0.4)
    for (const turn of [3, 4]) fast.add(turn, 'in turn')
    vi.advanceTimersByTime(480)
    expect(shown).toEqual([1, 2, 3, 4])
  })

  it('is shown at once without motion, and to a hand that wants to go on', () => {
    const still = pace(0)
    for (const turn of [1, 2, 3]) still.add(turn, 'in turn')
    expect(shown).toEqual([1, 2, 3])
    const one = pace()
    for (const turn of [4, 5, 6]) one.add(turn, 'in turn')
    expect(one.hurry()).toBe(true)
    expect(shown).toEqual([1, 2, 3, 4, 5, 6])
    expect(one.isSettling).toBe(true)
    vi.advanceTimersByTime(400)
    expect(one.isSettling).toBe(false)
    expect(one.hurry()).toBe(false)
  })

  it('never waits behind, and never overtakes: what is not paced brings all before it', () => {
    const one = pace()
    for (const turn of [1, 2]) one.add(turn, 'in turn')
    one.add(3, 'at once')
    expect(shown).toEqual([1, 2, 3])
  })

  it('is not held up by what nobody notices, which overtakes nothing', () => {
    const one = pace()
    one.add(1, 'unnoticed')
    for (const turn of [2, 3]) one.add(turn, 'in turn')
    one.add(4, 'unnoticed')
    expect(shown).toEqual([1, 2])
    expect(one.waiting).toBe(1)
    vi.advanceTimersByTime(1200)
    expect(shown).toEqual([1, 2, 3, 4])
  })

  it('is not shown after the page has gone', () => {
    const one = pace()
    for (const turn of [1, 2]) one.add(turn, 'in turn')
    one.stop()
    vi.advanceTimersByTime(5000)
    expect(shown).toEqual([1])
  })
})
