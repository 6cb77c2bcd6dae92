/** The score of a table, from the printed cards alone: so that it is told without a connection (M122-M144, R11). */

import { GOODS, RESOURCES, type Amounts, type Card, type MarketBreakdown, type Resource, type ScoredCard, type Scoring } from '../types'

/** What one player has at the end; Events attended by house or by pawn. Each card is named once. */
export interface MarketSheet {
  booths: readonly string[]
  events: readonly string[]
  helpers: readonly string[]
  resources: Amounts
}

export interface ScoredDeck {
  houses: Record<string, number>
  cards: readonly Pick<Card, 'id' | 'kind' | 'points' | 'attending' | 'scorings' | 'store'>[]
}

type ScoredEntry = ScoredDeck['cards'][number]
/** Amounts in the order of the resources. */
type Pile = readonly number[]

const COIN = GOODS.length
const COINS_A_POINT = 2
const BATCH = 3
const STARTING_BOOTHS = 4
/** The most Booths in a river: what all houses of a full table can build. */
const RIVER = STARTING_BOOTHS + 20
const PLAYERS = '2'

const pile = (amounts: Partial<Record<string, number>>): number[] => RESOURCES.map((name) => amounts[name] ?? 0)
const amountsOf = (counts: Pile): Amounts =>
  Object.fromEntries(RESOURCES.flatMap((name: Resource, at) => (counts[at] ? [[name, counts[at]]] : [])))
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
const goodsOf = (rest: Pile): Pile => rest.slice(0, COIN)
const coinPoints = (rest: Pile): number => Math.floor(rest[COIN]! / COINS_A_POINT)

/** How many Booths more than a river holds a sheet names; 0 where it is possible. */
export function boothsTooMany(sheet: MarketSheet): number {
  return Math.max(0, STARTING_BOOTHS + new Set([...sheet.booths, ...sheet.events]).size - RIVER)
}

/** Give what a seat's total is made of, exactly as the table's server does. */
export function scoreMarket(deck: ScoredDeck, sheet: MarketSheet): MarketBreakdown {
  const has = (ids: readonly string[]): ScoredEntry[] => deck.cards.filter((card) => ids.includes(card.id))
  const [owned, attended, hired] = [has(sheet.booths), has(sheet.events), has(sheet.helpers)]
  const all = pile(sheet.resources)
  const counts: Record<string, number> = {
    one: 1,
    goods: sum(goodsOf(all)),
    kinds: goodsOf(all).filter(Boolean).length,
    booths: owned.length,
    events: owned.filter((card) => card.kind === 'event').length,
    helpers: hired.length,
    attended: attended.length,
    'houses-left': Math.max(0, (deck.houses[PLAYERS] ?? 0) - owned.length - attended.length),
    // The pawns of a table that is over stand nowhere in particular.
    'others-here': 0,
    river: STARTING_BOOTHS + new Set([...sheet.booths, ...sheet.events]).size,
  }
  const points = (scorings: readonly Scoring[] = []): number => sum(scorings.map((scoring) => scoringPoints(scoring, all, counts)))
  // In the order of the deck: of equally good ways to store the first counts.
  const mine = deck.cards.filter((card) => owned.includes(card) || hired.includes(card))
  const stores = mine.filter((card) => card.store)
  const lots = bestLots(stores, all)
  const { stored, left, batches: batchCount } = storedOn(stores, lots, all)
  const scored = (cards: readonly ScoredEntry[]): ScoredCard[] =>
    cards.map((card) => {
      const bonus = points(card.scorings)
      const count = lots[stores.indexOf(card)] ?? 0
      return {
        card: card.id,
        printed: card.points ?? 0,
        ...(bonus ? { bonus } : {}),
        ...(count ? { lots: count, stored: amountsOf(stored.get(card) ?? []), stored_points: count * (card.store?.points ?? 0) } : {}),
      }
    })
  const events = attended.map((card) => ({ card: card.id, points: points(card.attending) }))
  const [booths, helpers] = [scored(owned), scored(hired)]
  const whole = (cards: readonly ScoredCard[]): number =>
    sum(cards.map((card) => card.printed + (card.bonus ?? 0) + (card.stored_points ?? 0)))
  const categories = [sum(events.map((event) => event.points)), whole(booths), whole(helpers), coinPoints(left), batchCount]
  return {
    events,
    booths,
    helpers,
    coins: { resources: amountsOf(left.map((count, at) => (at === COIN ? count : 0))), points: coinPoints(left) },
    batches: { resources: amountsOf(goodsOf(left)), points: batchCount },
    categories,
    total: sum(categories),
  }
}

/** M131: points of one scoring on all one has, wherever it is stored. */
function scoringPoints(scoring: Scoring, all: Pile, counts: Record<string, number>): number {
  const { lot, of = 'one', per = 1, limit, contest, points } = scoring
  const number = lot
    ? Math.min(...pile(lot).flatMap((amount, at) => (amount ? [Math.floor(all[at]! / amount)] : [])))
    : Math.floor((counts[of] ?? 0) / per)
  // The sheet is one player's: nobody is known to have more.
  if (contest) return number > 0 ? points : 0
  return limit ? Math.min(number * points, limit) : number * points
}

const anyGoods = (card: ScoredEntry): number => card.store?.lot.any ?? 0

/** M140: the most batches of three different Goods when `kept` others are set aside; -1 where there are not so many. */
function batches(rest: Pile, kept: number): number {
  const goods = goodsOf(rest)
  if (sum(goods) < kept) return -1
  let count = Math.floor((sum(goods) - kept) / BATCH)
  // As long as no Good goes into a batch twice, so many can be formed.
  while (count > 0 && sum(goods.map((good) => Math.min(good, count))) < BATCH * count) count -= 1
  return count
}

/** How many lots of a card there are resources for; `kept` Goods are stored elsewhere. */
function mostLots(card: ScoredEntry, rest: Pile, kept: number): number {
  const { lots, lot } = card.store!
  const any = anyGoods(card)
  if (any) return Math.max(0, Math.min(lots, Math.floor((sum(goodsOf(rest)) - kept) / any)))
  return Math.min(lots, ...pile(lot).flatMap((amount, at) => (amount ? [Math.floor(rest[at]! / amount)] : [])))
}

const without = (card: ScoredEntry, rest: Pile, lots: number): Pile => {
  const lot = pile(card.store!.lot)
  return rest.map((count, at) => count - lots * lot[at]!)
}

/** R11: give the lots to store on each card for the most points. All are tried but those that cannot be better. */
function bestLots(stores: readonly ScoredEntry[], all: Pile): number[] {
  let best = -1
  let found: number[] = []
  const search = (lots: readonly number[], rest: Pile, kept: number, points: number): void => {
    const card = stores[lots.length]
    if (!card) {
      const left = batches(rest, kept)
      if (left < 0 || points + left + coinPoints(rest) <= best) return
      best = points + left + coinPoints(rest)
      found = [...lots]
      return
    }
    const hoped = stores.slice(lots.length).map((other) => other.store!.points * mostLots(other, rest, kept))
    if (points + coinPoints(rest) + batches(rest, kept) + sum(hoped) <= best) return
    for (let count = mostLots(card, rest, kept); count >= 0; count -= 1) {
      search([...lots, count], without(card, rest, count), kept + count * anyGoods(card), points + count * card.store!.points)
    }
  }
  search([], all, 0, 0)
  return found
}

/** Give what lies on each card and what is left; of Goods of choice those go first that no batch needs. */
function storedOn(
  stores: readonly ScoredEntry[],
  lots: readonly number[],
  all: Pile,
): { stored: Map<ScoredEntry, Pile>; left: Pile; batches: number } {
  let rest = all
  let kept = 0
  stores.forEach((card, at) => {
    rest = without(card, rest, lots[at]!)
    kept += lots[at]! * anyGoods(card)
  })
  const left = [...rest]
  const stored = new Map<ScoredEntry, Pile>()
  stores.forEach((card, at) => {
    const on = pile(card.store!.lot).map((amount) => amount * lots[at]!)
    for (let more = lots[at]! * anyGoods(card); more > 0; more -= 1) {
      const goods = goodsOf(left)
      const chosen = goods.indexOf(Math.max(...goods))
      left[chosen]! -= 1
      on[chosen]! += 1
    }
    stored.set(card, on)
  })
  return { stored, left, batches: batches(rest, kept) }
}
