import { describe, expect, it } from 'vitest'
import type { TableEvent } from '../api/types'
import { sinceMyTurn } from './events'

const event = (version: number, kind: TableEvent['kind'], seat: number | null): TableEvent => ({ version, kind, seat, at: '' })
const EVENTS = [event(1, 'started', null), event(2, 'turn', 0), event(3, 'turn', 1), event(4, 'turn', 2)]

describe('since my last turn', () => {
  it('is what came after it', () => {
    expect(sinceMyTurn(EVENTS, 0).map((one) => one.version)).toEqual([3, 4])
    expect(sinceMyTurn(EVENTS, 2)).toEqual([])
  })

  it('is everything for who has not moved or only watches', () => {
    expect(sinceMyTurn(EVENTS, null)).toHaveLength(4)
  })
})
