import { describe, expect, it } from 'vitest'
import type { GlassworksState } from '../types'
import { momentsOf } from './moments'

const board = (heights: number[], inventory = 10): GlassworksState['seats'][number] =>
  ({ columns: heights.map((height) => ({ colour: 'white', height })), inventory }) as unknown as GlassworksState['seats'][number]
const state = (...seats: GlassworksState['seats']): GlassworksState => ({ seats }) as unknown as GlassworksState

describe('small moments', () => {
  it('are a row that was filled, in whoever’s window', () => {
    const before = state(board([1, 1, 1, 1, 1, 1]), board([2, 2, 2, 2, 2, 2, 1]))
    const now = state(board([1, 1, 1, 1, 1, 1, 1]), board([2, 2, 2, 2, 2, 2, 2]))
    expect(momentsOf(before, now, 17)).toEqual([{ cue: 'row', seat: 0, row: 0 }, { cue: 'row', seat: 1, row: 1 }])
  })

  it('are the piece that begins the end, once', () => {
    expect(momentsOf(state(board([5], 15)), state(board([5], 17)), 17)).toEqual([{ cue: 'last', seat: 0, row: -1 }])
    expect(momentsOf(state(board([5], 17)), state(board([5], 19)), 17)).toEqual([])
  })

  it('are none where a turn only adds glass', () => {
    expect(momentsOf(state(board([1, 0])), state(board([2, 0])), 17)).toEqual([])
  })
})
