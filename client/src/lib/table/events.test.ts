import { describe, expect, it } from 'vitest'
import type { TableEvent } from '../api/types'
import { gains, lastOwnTurn, latestTurn, standing } from './events'

const turn = (version: number, number: number, seat: number, totals: number[]): TableEvent =>
  ({ version, kind: 'turn', seat, turn: number, totals, at: '' }) as TableEvent
const undone = (version: number, turns: number): TableEvent => ({ version, kind: 'undone', seat: 0, turns, at: '' }) as TableEvent

const EVENTS = [turn(3, 1, 0, [4, 0]), turn(4, 2, 1, [4, 2]), undone(5, 2), turn(6, 1, 0, [7, 0]), turn(7, 2, 1, [7, -3])]

describe('turns that stand', () => {
  it('are those that nobody took back', () => {
    expect(standing(EVENTS).map((event) => event.version)).toEqual([6, 7])
    expect(standing(EVENTS.slice(0, 3))).toEqual([])
  })

  it('end with the one that is looked at', () => {
    expect(latestTurn(EVENTS, null)?.version).toBe(7)
    expect(latestTurn(EVENTS, 1)?.version).toBe(6)
    expect(latestTurn(EVENTS, 0)).toBeUndefined()
  })

  it('tell when one last moved oneself', () => {
    expect(lastOwnTurn(EVENTS, 0)).toBe(1)
    expect(lastOwnTurn(EVENTS.slice(0, 3), 0)).toBe(0)
  })
})

describe('what a turn changed in the score', () => {
  it('is told from the turn before it, and after a turn taken back from what stood before that', () => {
    expect([...gains(EVENTS, [0, 0])]).toEqual([[3, 4], [4, 2], [6, 7], [7, -3]])
  })

  it('is not told of the first turn where nobody knows what the start was worth', () => {
    expect([...gains(EVENTS, null)]).toEqual([[4, 2], [7, -3]])
  })
})
