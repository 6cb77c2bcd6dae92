import { describe, expect, it } from 'vitest'
import cases from './score.cases.json'
import { boothsTooMany, scoreMarket, type MarketSheet, type ScoredDeck } from './score'
import type { MarketBreakdown } from '../types'

interface Deck extends ScoredDeck {
  cases: { sheet: MarketSheet; score: MarketBreakdown }[]
}
const decks = cases.decks as unknown as Deck[]

describe('the score of a table, told without the server', () => {
  it.each(decks.map((deck, number) => [number, deck] as const))('is what the package gives, with deck %i', (_number, deck) => {
    for (const { sheet, score } of deck.cases) expect(scoreMarket(deck, sheet), JSON.stringify(sheet)).toEqual(score)
  })

  it('is held against enough cases, with everything that a card may score', () => {
    expect(decks.flatMap((deck) => deck.cases).length).toBeGreaterThanOrEqual(200)
    const scorings = decks.flatMap((deck) => deck.cards).flatMap((card) => [...(card.attending ?? []), ...(card.scorings ?? [])])
    for (const of of ['one', 'goods', 'kinds', 'booths', 'events', 'helpers', 'attended', 'houses-left', 'others-here', 'river']) {
      expect(scorings.map((scoring) => scoring.of)).toContain(of)
    }
    expect(decks.flatMap((deck) => deck.cards).filter((card) => card.store?.lot.any).length).toBeGreaterThan(1)
  })

  it('has no more Booths than a river holds', () => {
    const ids = Array.from({ length: 22 }, (_, number) => `card-${number}`)
    const sheet = (booths: string[], events: string[]): MarketSheet => ({ booths, events, helpers: [], resources: {} })
    expect(boothsTooMany(sheet(ids.slice(0, 20), ids.slice(18, 20)))).toBe(0)
    expect(boothsTooMany(sheet(ids.slice(0, 20), ids.slice(19)))).toBe(2)
  })
})
