import { describe, expect, it } from 'vitest'
import type { Review } from '../api/types'
import { DASHES, faults, isCrowded, line, notch, sharesOf, spreadEnds, steps, turnAt, turnFor, y } from './graph'

const BOX = { left: 10, top: 5, width: 200, height: 100 }
const turn = (share: number[], mark: string | null = null): object => ({ win_share: share, mark })
const REVIEW = {
  turns: [turn([0.5, 0.5], 'best'), turn([0.6, 0.4], 'blunder'), turn([0.8, 0.2], 'fine'), turn([0.9, 0.1], 'inaccuracy')],
  result: [1, 0],
} as unknown as Review

describe('lines', () => {
  it('go from the first turn to the result', () => {
    expect(sharesOf(REVIEW, 1)).toEqual([0.5, 0.4, 0.2, 0.1, 0])
    expect(line(BOX, [1, 0.5, 0])).toBe('M10.0 5.0L110.0 55.0L210.0 105.0')
  })

  it('stay in the box', () => {
    expect([y(BOX, 1.2), y(BOX, -0.1)]).toEqual([5, 105])
  })

  it('differ without colour', () => {
    expect(new Set(DASHES).size).toBe(5)
  })

  it('end apart from one another, in order, and in the box', () => {
    const places = spreadEnds(BOX, [0, 0, 1, 0], 20)
    expect(places).toEqual([65, 85, 5, 105])
    expect(spreadEnds(BOX, [0.75, 0.25], 20)).toEqual([30, 80])
  })
})

describe('the turn meant', () => {
  it('is the nearest to the pointer', () => {
    expect([-50, 10, 59, 61, 500].map((place) => turnAt(BOX, place, 4))).toEqual([0, 0, 1, 1, 4])
    expect(turnAt({ ...BOX, width: 0 }, 3, 4)).toBe(0)
  })

  it('is a step away by the arrows, and never outside', () => {
    expect(turnFor('ArrowRight', 3, 4)).toBe(4)
    expect(turnFor('ArrowRight', 4, 4)).toBe(4)
    expect(turnFor('ArrowLeft', 0, 4)).toBe(0)
    expect(turnFor('PageUp', 0, 4)).toBe(4)
    expect([turnFor('Home', 3, 4), turnFor('End', 1, 4), turnFor('a', 1, 4)]).toEqual([0, 4, null])
  })
})

describe('what is marked', () => {
  it('is what lost something', () => {
    expect(faults(REVIEW)).toEqual([REVIEW.turns[1], REVIEW.turns[3]])
  })

  it('is a sign where there is room, else a notch that is deeper for the worse', () => {
    expect([isCrowded([], 20), isCrowded([3], 20), isCrowded([3, 23, 43], 20), isCrowded([3, 23, 42], 20)]).toEqual([false, false, false, true])
    const forms = (['inaccuracy', 'mistake', 'blunder'] as const).map((mark) => notch(10, 5, mark))
    expect(forms).toEqual(['M6 5h8l-4 5z', 'M6 5h8l-4 8z', 'M6 5h8l-4 12z'])
  })
})

describe('luck and skill', () => {
  it('lead from what was expected to the result', () => {
    const told = steps({ expected: 0.25, luck: 0.5, own_skill: -0.25, others_skill: 0.5 })
    expect(told.map(({ from, to }) => [from, to])).toEqual([
      [0.25, 0.75],
      [0.75, 0.5],
      [0.5, 1],
    ])
  })
})
