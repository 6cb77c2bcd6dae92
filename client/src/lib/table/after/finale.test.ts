import { describe, expect, it } from 'vitest'
import { largestPart, leadOf, partsOfScore, ranking, runningTotals, type FinaleStep } from './finale'

const step = (part: string, name: string, ...gains: number[]): FinaleStep => ({ key: name, part, name, gains })
const STEPS = [step('Rows', 'Row 1', 22, 16, 16), step('Rows', 'Row 2', 11, 16, 11), step('Columns', 'Columns', 13, 19, 11), step('Overflow', 'Overflow', -3, 0, -6)]

describe('the count', () => {
  it('adds up step by step to the totals', () => {
    expect(runningTotals(STEPS, 0, 3)).toEqual([0, 0, 0])
    expect(runningTotals(STEPS, 2, 3)).toEqual([33, 32, 27])
    expect(runningTotals(STEPS, 4, 3)).toEqual([43, 51, 32])
  })

  it('knows who leads by how much, and that several lead by nothing', () => {
    expect(leadOf([33, 32, 27])).toEqual({ leaders: [0], gap: 1 })
    expect(leadOf([33, 33, 27])).toEqual({ leaders: [0, 1], gap: 0 })
  })

  it('puts the steps of a part together', () => {
    expect(partsOfScore(STEPS)[0]).toEqual({ part: 'Rows', points: [33, 32, 27] })
    expect(partsOfScore(STEPS).map(({ part }) => part)).toEqual(['Rows', 'Columns', 'Overflow'])
  })
})

describe('how it ended', () => {
  it('ranks by points, those level at one place', () => {
    expect(ranking([43, 51, 32, 43], [1])).toEqual([{ seat: 1, place: 1 }, { seat: 0, place: 2 }, { seat: 3, place: 2 }, { seat: 2, place: 4 }])
  })

  it('puts who won before who is level and did not', () => {
    expect(ranking([50, 50], [1])).toEqual([{ seat: 1, place: 1 }, { seat: 0, place: 2 }])
  })

  it('names the part that made most of the gap', () => {
    expect(largestPart(partsOfScore(STEPS), 0, 1)).toEqual({ part: 'Columns', points: -6 })
    expect(largestPart(partsOfScore(STEPS), 1, 0)).toEqual({ part: 'Columns', points: 6 })
    expect(largestPart(partsOfScore([step('Rows', 'Row 1', 4, 4)]), 0, 1)).toBeNull()
  })
})
