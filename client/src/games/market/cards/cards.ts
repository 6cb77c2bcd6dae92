/** What the page looks up in cards and positions: arithmetic on what is told, no rule. */

import type { Amounts, Booth, Card, MarketComponents, MarketState, Payment } from '../types'
import { RESOURCES } from '../types'

export type Deck = ReadonlyMap<string, Card>

export function deckOf(components: MarketComponents | null): Deck {
  return new Map((components?.cards ?? []).map((card) => [card.id, card]))
}

/** A card of a custom deck that the page has not heard of yet is drawn by its id. */
export function cardIn(deck: Deck, id: string): Card {
  return deck.get(id) ?? { id, name: id, kind: 'booth', sources: {} }
}

export const isHidden = (card: string): boolean => card.startsWith('?')

export function booths(state: MarketState): Booth[] {
  return [...state.river.top, ...state.river.bottom.toReversed()]
}

export function stepsTo(state: MarketState, from: string, to: string): number {
  const cards = booths(state).map((booth) => booth.card)
  const count = cards.length
  return (((cards.indexOf(to) - cards.indexOf(from)) % count) + count) % count
}

export function deckCount(state: MarketState): number {
  return Object.values(state.deck).reduce((sum, count) => sum + count, 0)
}

/** Give what of a printed cost the resources do not cover. */
export function lacking(cost: Payment, has: Amounts): Amounts {
  const missing: Amounts = {}
  for (const name of RESOURCES) {
    const lack = (cost[name] ?? 0) - (has[name] ?? 0)
    if (lack > 0) missing[name] = lack
  }
  return missing
}

/** The resources of a cost, without Goods of choice and cards. */
export function fixedPart(cost: Payment | undefined): Amounts {
  const fixed: Amounts = {}
  for (const name of RESOURCES) if (cost?.[name]) fixed[name] = cost[name]
  return fixed
}

/** Who attends an Event by house, and how many star spaces are free. */
export function attendance(booth: Booth, card: Card): { houses: number[]; free: number } {
  const houses = (booth.houses ?? []).flatMap((count, seat) => Array.from({ length: count }, () => seat))
  return { houses, free: Math.max(0, (card.stars ?? 0) - houses.length) }
}
