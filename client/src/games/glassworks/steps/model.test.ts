import { describe, expect, it } from 'vitest'
import type { Draft } from '../../../lib/api/types'
import { canPick, difference, paneState, pickedAlready, placed, question, refill, shownOf, slots, tileTap, togglePick, wouldBe } from './model'
import type { GlassworksDecision, GlassworksState, PieceName } from '../types'

const SATCHEL: PieceName[] = ['white heart', 'purple heart', 'white heart', 'yellow drop']

function state(satchel: PieceName[]): GlassworksState {
  return {
    river: [],
    lake: [],
    bag: {},
    seats: [{ satchel, columns: [], overflow: [], inventory: 0 }],
    turn: { seat: 0, first_seat: 0, round: 1, phase: 'play' },
  }
}

function draft(choices: GlassworksDecision[], path: GlassworksDecision[] = [], satchel: PieceName[] = SATCHEL): Draft {
  const numbered = (whats: GlassworksDecision[], from: number) =>
    whats.map((what, index) => ({ decision: from + index, what, total: 0 }))
  return {
    game: 'glassworks',
    version: 1,
    decisions: path.map((_, index) => index),
    path: numbered(path, 0),
    choices: numbered(choices, 100),
    is_complete: !choices.length && path.length > 0,
    move: null,
    notation: null,
    reveals: 0,
    preview: { state: state(satchel), totals: [0], breakdowns: [] },
  }
}

const BEGIN = draft([
  { type: 'place', piece: 'white heart', onto: 4 },
  { type: 'pair', shape: 'heart', onto: 2 },
  { type: 'pair', shape: 'heart', onto: 4 },
  { type: 'draw', count: 4 },
])

describe('what is asked', () => {
  it('follows the choices of the table', () => {
    expect(question(null)).toBe('none')
    expect(question(BEGIN)).toBe('begin')
    expect(question(draft([{ type: 'gather', tile: 3, pieces: [] }]))).toBe('gather')
    expect(question(draft([], [{ type: 'pass' }]))).toBe('done')
  })
})

describe('a tap on a tile', () => {
  it('places the one piece picked up on the tile that the table offers for it', () => {
    expect(tileTap(BEGIN, ['white heart'], 4)).toEqual({ kind: 'place', decision: 100, count: 1 })
  })

  it('places two of the shape where one alone may not lie, and where two were picked up', () => {
    expect(tileTap(BEGIN, ['white heart'], 2)).toEqual({ kind: 'place', decision: 101, count: 2 })
    expect(tileTap(BEGIN, ['white heart', 'purple heart'], 4)).toEqual({ kind: 'place', decision: 102, count: 2 })
  })

  it('means nothing without a piece, for two shapes, or where nothing is offered', () => {
    expect(tileTap(BEGIN, [], 4)).toBeNull()
    expect(tileTap(BEGIN, ['white heart', 'yellow drop'], 4)).toBeNull()
    expect(tileTap(BEGIN, ['white heart'], 5)).toBeNull()
  })

  it('gathers with what lies there', () => {
    const asked = draft([{ type: 'gather', tile: 3, pieces: ['white drop', 'black drop'] }])
    expect(tileTap(asked, [], 3)).toEqual({ kind: 'gather', decision: 100, count: 2, total: 0 })
  })

  it('not lit, asks the table for just that move', () => {
    expect(wouldBe(BEGIN, state(SATCHEL), 0, ['white heart'], 1)).toEqual({ type: 'place', pieces: ['white heart'], onto: 1, gather: 2 })
    const laid = draft([{ type: 'gather', tile: 3, pieces: [] }], [{ type: 'place', piece: 'white heart', onto: 4 }], ['purple heart', 'white heart', 'yellow drop'])
    expect(wouldBe(laid, state(SATCHEL), 0, [], 6)).toEqual({ type: 'place', pieces: ['white heart'], onto: 4, gather: 6 })
    expect(wouldBe(BEGIN, state(SATCHEL), 0, [], 6)).toBeNull()
  })
})

describe('picking up', () => {
  it('takes one piece, or two of one shape, and starts anew with another shape', () => {
    expect(togglePick([], 0, SATCHEL)).toEqual([0])
    expect(togglePick([0], 1, SATCHEL)).toEqual([0, 1])
    expect(togglePick([0, 1], 0, SATCHEL)).toEqual([1])
    expect(togglePick([0], 3, SATCHEL)).toEqual([3])
    expect(togglePick([0, 1], 2, SATCHEL)).toEqual([2])
  })

  it('is possible for what some choice places', () => {
    expect(canPick(BEGIN, 'purple heart')).toBe(true)
    expect(canPick(BEGIN, 'yellow drop')).toBe(false)
  })

  it('beforehand answers which two of a shape, one after the other', () => {
    const first = draft([{ type: 'pick', piece: 'purple heart' }, { type: 'pick', piece: 'white heart' }], [{ type: 'pair', shape: 'heart', onto: 2 }])
    expect(pickedAlready(first, ['white heart', 'white heart'])).toBe(101)
    const second = draft([{ type: 'pick', piece: 'purple heart' }, { type: 'pick', piece: 'white heart' }], [{ type: 'pair', shape: 'heart', onto: 2 }, { type: 'pick', piece: 'white heart' }])
    expect(pickedAlready(second, ['white heart', 'purple heart'])).toBe(100)
    expect(pickedAlready(BEGIN, ['white heart'])).toBeNull()
  })
})

describe('what is drawn of a draft', () => {
  it('is the difference of two lists, each as often as it is there', () => {
    expect(difference(SATCHEL, ['white heart', 'yellow drop'])).toEqual(['purple heart', 'white heart'])
    expect(placed(draft([], [{ type: 'place', piece: 'white heart', onto: 4 }], ['purple heart', 'white heart', 'yellow drop']), state(SATCHEL), 0)).toEqual({
      pieces: ['white heart'],
      onto: 4,
    })
  })

  it('shows slots that a piece left, took, or that are free', () => {
    expect(slots(['white heart', 'yellow drop'], ['yellow drop'], 3).map((slot) => slot.state)).toEqual(['gone', 'here', 'empty'])
    expect(slots(['white heart'], ['white heart', 'black drop'], 3).map((slot) => slot.state)).toEqual(['here', 'new', 'empty'])
  })

  it('shows more than the satchel holds while it is not said what goes to overflow', () => {
    const drawn: PieceName[] = [...SATCHEL, 'black drop', 'black heart']
    expect(slots(SATCHEL, drawn, 5)).toHaveLength(6)
  })

  it('tells glass that lies from glass to come', () => {
    expect(paneState([{ height: 2 }], [{ height: 3 }], 0, 1)).toBe('set')
    expect(paneState([{ height: 2 }], [{ height: 3 }], 0, 2)).toBe('ghost')
    expect(paneState([{ height: 2 }], [{ height: 3 }], 1, 0)).toBe('empty')
  })
})

describe('the refill of a tile that moves to the spring (G18)', () => {
  const river = [{ stones: 1 }, { stones: 2 }, { stones: 2 }, { stones: 1 }]

  it('is told by the stones of the tile that it comes to lie beside, never by its own', () => {
    expect(refill(river, 3)).toBe(1)
    expect(refill(river, 4)).toBe(1)
    expect(refill(river, 2)).toBe(1)
  })

  it('is told by the second tile where the first one stays first', () => {
    expect(refill(river, 1)).toBe(2)
  })
})

describe('an overflow', () => {
  it('is shown whole while there is room, and then says how many more there are', () => {
    const pieces = Array.from({ length: 20 }, (_, at) => at)
    expect(shownOf(pieces.slice(0, 6))).toHaveLength(6)
    expect(shownOf(pieces)).toEqual([0, 1, 2, 3, 4])
    expect(pieces.length - shownOf(pieces).length).toBe(15)
  })
})
