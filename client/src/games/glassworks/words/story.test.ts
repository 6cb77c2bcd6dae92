import { describe, expect, it } from 'vitest'
import type { TableEvent } from '../../../lib/api/types'
import type { GlassworksMove, GlassworksState, PieceName } from '../types'
import { expectedOf, stories } from './story'

const START = {
  river: [
    { shape: 'drop', stones: 1, pieces: ['white drop'] },
    { shape: 'heart', stones: 2, pieces: ['purple circle', 'yellow square'] },
    { shape: 'square', stones: 1, pieces: ['orange drop'] },
  ],
} as unknown as GlassworksState

const place = (version: number, onto: number, gather: number, pieces: PieceName[], refill: PieceName[]): TableEvent =>
  ({ version, kind: 'turn', seat: 0, turn: version, at: '', move: { type: 'place', pieces, onto, gather } as GlassworksMove, chance: { refill } }) as TableEvent

describe('a turn told by its shapes', () => {
  it('names the tiles as they lay then, and the glass that lay there', () => {
    const told = stories(START, [
      place(1, 3, 2, ['white square'], ['black heart', 'white circle']),
      // Now the heart lies first, then the drop, then the square, which bears one more.
      place(2, 2, 1, ['yellow drop'], []),
      place(3, 2, 3, ['orange drop'], []),
    ])
    expect(told.get(1)).toEqual({ placed: ['white square'], onto: 'square', gathered: 'heart', pieces: ['purple circle', 'yellow square'] })
    expect(told.get(2)).toEqual({ placed: ['yellow drop'], onto: 'drop', gathered: 'heart', pieces: ['black heart', 'white circle'] })
    expect(told.get(3)).toEqual({ placed: ['orange drop'], onto: 'drop', gathered: 'square', pieces: ['orange drop', 'white square'] })
  })

  it('begins again where a turn was taken back', () => {
    const undone = { version: 2, kind: 'undone', seat: 0, turns: 1, at: '' } as TableEvent
    const told = stories(START, [place(1, 3, 2, ['white square'], []), undone, place(3, 1, 2, ['yellow drop'], [])])
    expect(told.get(3)?.pieces).toEqual(['purple circle', 'yellow square'])
  })

  it('is told before it is taken, as far as anybody knows', () => {
    const move = (onto: number, gather: number, pieces: PieceName[], order?: string[]): GlassworksMove => ({ type: 'place', pieces, onto, gather, order }) as GlassworksMove
    const first = move(3, 2, ['white square'], ['yellow', 'purple'])
    expect(expectedOf(START, [first])?.pieces).toEqual(['yellow square', 'purple circle'])
    // Where the heart lies now, glass is drawn.
    expect(expectedOf(START, [first, move(2, 1, ['yellow drop'])])).toEqual({ placed: ['yellow drop'], onto: 'drop', gathered: 'heart', pieces: null })
    expect(expectedOf(START, [first, { type: 'draw', take: [] } as unknown as GlassworksMove])).toBeNull()
  })

  it('is not told where nobody knows how the game began', () => {
    expect(stories(null, [place(1, 3, 2, ['white square'], [])]).size).toBe(0)
  })
})
