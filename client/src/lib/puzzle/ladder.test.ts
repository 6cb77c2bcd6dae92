import { beforeEach, describe, expect, it, vi } from 'vitest'
import { GAMES } from '../../games'
import type { GameName } from '../api/types'
import { countSolved, keepSolved, nextPuzzle, nextRung, solvedOf } from './ladder'

const LADDERS = [
  { level: 1, puzzles: ['a', 'b', 'c'] },
  { level: 2, puzzles: ['d'] },
]
const [FIRST] = LADDERS
const [one, other] = GAMES.map(({ name }) => name) as [GameName, GameName]

describe('the ladder', () => {
  it('begins with the first that was not solved', () => {
    expect(nextRung(FIRST!, new Set())).toBe('a')
    expect(nextRung(FIRST!, new Set(['a', 'c']))).toBe('b')
    expect(nextRung(FIRST!, new Set(['a', 'b', 'c']))).toBeNull()
  })

  it('goes on after a puzzle, then with those left behind, and never with the same', () => {
    expect(nextRung(FIRST!, new Set(), 'b')).toBe('c')
    expect(nextRung(FIRST!, new Set(['c']), 'b')).toBe('a')
    expect(nextRung(FIRST!, new Set(['a', 'c']), 'b')).toBeNull()
  })

  it('goes up a level once one is done, and comes back to what was left', () => {
    expect(nextPuzzle(LADDERS, new Set(['a', 'b']), 1, 'c')).toBe('d')
    expect(nextPuzzle(LADDERS, new Set(['a']), 2, 'd')).toBe('b')
    expect(nextPuzzle(LADDERS, new Set(['a', 'b', 'c']), 2, 'd')).toBeNull()
  })

  it('counts what was solved of a level', () => {
    expect(countSolved(FIRST!, new Set(['a', 'c', 'd']))).toBe(2)
  })
})

describe('what was solved', () => {
  const kept = new Map<string, string>()

  beforeEach(() => {
    kept.clear()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    })
    return () => vi.unstubAllGlobals()
  })

  it('is kept by game', () => {
    keepSolved(one, 'g2')
    keepSolved(other, 'm1')
    expect([...keepSolved(one, 'g1')].sort()).toEqual(['g1', 'g2'])
    expect([...solvedOf(one)]).toEqual(['g1', 'g2'])
    expect([...solvedOf(other)]).toEqual(['m1'])
  })

  it('is nothing where what is stored is of another hand', () => {
    kept.set('rivertable.puzzles', `{"${one}": 3`)
    expect(solvedOf(one).size).toBe(0)
    kept.set('rivertable.puzzles', `{"${one}": 3}`)
    expect(solvedOf(one).size).toBe(0)
  })
})
