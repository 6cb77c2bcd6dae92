import { describe, expect, it } from 'vitest'
import type { Draft } from '../../../lib/api/types'
import { attendance, lacking, stepsTo } from '../cards/cards'
import { offers, questionOf } from './play.svelte'
import type { MarketDecision, MarketState } from '../types'

const draft = (...what: MarketDecision[]): Draft =>
  ({ is_complete: false, choices: what.map((one, decision) => ({ decision, what: one, total: 0 })) }) as unknown as Draft

const state = { river: { top: [{ card: 'a' }, { card: 'b' }], bottom: [{ card: 'd' }, { card: 'c' }] } } as MarketState

describe('what the page asks', () => {
  it('is read from the choices of the table alone', () => {
    expect(questionOf(draft({ type: 'keep' }, { type: 'redraw' }))).toBe('mulligan')
    expect(questionOf(draft({ type: 'move', card: 'x', zoom_token: false, stops: ['a'] }))).toBe('card')
    expect(questionOf(draft({ type: 'plank', card: 'a', plank: 1, times: 1 }, { type: 'end', of: 'turn' }))).toBe('do')
    expect(questionOf(draft({ type: 'end', of: 'effect' }, { type: 'again', card: 'a', effect: 1 }))).toBe('again')
    expect(questionOf({ ...draft({ type: 'keep' }), is_complete: true })).toBeNull()
  })

  it('types the choices of one kind', () => {
    const found = offers(draft({ type: 'stop', booth: 'b', steps: 1 }, { type: 'end', of: 'turn' }).choices, 'stop')
    expect(found.map((offer) => offer.what.booth)).toEqual(['b'])
  })
})

describe('arithmetic on what is told', () => {
  it('counts steps with the current, round the bend', () => {
    expect(stepsTo(state, 'a', 'c')).toBe(2)
    expect(stepsTo(state, 'd', 'b')).toBe(2)
  })

  it('says what a cost lacks', () => {
    expect(lacking({ fish: 1, coin: 2 }, { fish: 3, coin: 1 })).toEqual({ coin: 1 })
  })

  it('counts star spaces left free', () => {
    const card = { id: 'e', name: 'E', kind: 'event' as const, stars: 3, sources: {} }
    expect(attendance({ card: 'e', houses: [1, 0, 1] }, card)).toEqual({ houses: [0, 2], free: 1 })
  })
})
