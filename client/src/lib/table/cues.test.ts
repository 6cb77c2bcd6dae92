import { describe, expect, it } from 'vitest'
import type { TableEvent, TableView } from '../api/types'
import { CUES } from '../sound/synth'
import { cuesOf } from './cues'

const view = (seat: number, number: number, viewer: number | null = 0, status = 'playing'): TableView =>
  ({ viewer, status, turn: { seat, number } }) as unknown as TableView
const turn = [{ kind: 'turn', seat: 1 }] as unknown as TableEvent[]

describe('what is heard', () => {
  it('is nothing when a table is opened or seen from another seat', () => {
    expect(cuesOf(null, view(0, 1), turn)).toEqual([])
    expect(cuesOf(view(1, 1, 1), view(0, 2, 0), turn)).toEqual([])
  })

  it('is a drift for a turn, and a call when it is one’s own turn', () => {
    expect(cuesOf(view(1, 4), view(2, 5), turn)).toEqual(['drift'])
    expect(cuesOf(view(1, 4), view(0, 5), turn)).toEqual(['drift', 'turn'])
    expect(cuesOf(view(0, 5), view(0, 5), [])).toEqual([])
    expect(cuesOf(view(0, 5), view(0, 6), turn)).toEqual(['drift', 'turn'])
  })

  it('is no call for who only watches, nor after the end', () => {
    expect(cuesOf(view(1, 4, null), view(0, 5, null), turn)).toEqual(['drift'])
    expect(cuesOf(view(1, 4), view(0, 5, 0, 'over'), turn)).toEqual(['drift'])
  })

  it('is short and quiet', () => {
    for (const tones of Object.values(CUES)) {
      for (const { at, length, volume, from, to } of tones) {
        expect(at + length).toBeLessThanOrEqual(0.7)
        expect(volume).toBeLessThan(0.2)
        expect(Math.min(from, to)).toBeGreaterThan(100)
      }
    }
  })
})
