/** The JSON of River Market, as the record and the table write it. */

export const RESOURCES = ['veggie', 'fish', 'cloth', 'tool', 'lily', 'coin'] as const
export type Resource = (typeof RESOURCES)[number]
export type Good = Exclude<Resource, 'coin'>
export const GOODS = RESOURCES.slice(0, 5) as readonly Good[]
/** Goods that the player chooses, or further cards of the hand. */
export type Wild = 'any' | 'matching' | 'different' | 'card'
export type Amounts = Partial<Record<Resource, number>>
export type Payment = Partial<Record<Resource | Wild, number>>
export type End = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right'
export const ENDS: readonly End[] = ['top-left', 'top-right', 'bottom-right', 'bottom-left']

export interface Booth {
  card: string
  owner?: number
  /** Houses in the star spaces of an Event, by seat. */
  houses?: number[]
}

export interface SeatState {
  /** Ids, or `?N` for a card that the viewer does not see. */
  hand: string[]
  resources: Amounts
  houses: number
  helpers: string[]
  zoom_token: boolean
  pawn: string
}

export interface MarketState {
  river: { top: Booth[]; bottom: Booth[] }
  seats: SeatState[]
  deck: Record<string, number>
  discard: string[]
  reshuffled?: string[][]
  turn: {
    seat: number
    first_seat: number
    number: number
    phase: 'mulligan' | 'play' | 'final' | 'over'
    end_seat?: number
    turns_left?: number
  }
}

export interface Time {
  spent?: Amounts
  gained?: Amounts
  cards?: string[]
}

export interface MoveAlong {
  type: 'move'
  card: string
  booth: string
  zoom_token?: boolean
  action?: { alternative: number; when?: 'before' | 'after'; times: Time[] }
  planks?: { plank: number; times: Time[]; house?: boolean }[]
}
export interface Build {
  type: 'build'
  card: string
  end: End
  paid?: Amounts
  cards?: string[]
}
export interface Hire {
  type: 'hire'
  card: string
  paid?: Amounts
  cards?: string[]
}
export type MarketMove = MoveAlong | Build | Hire | { type: 'keep' | 'redraw' | 'pass' }

export interface MarketChance {
  drawn?: string[]
  reshuffled_after?: number
}

export interface ScoredCard {
  card: string
  printed: number
  bonus?: number
  lots?: number
  stored?: Amounts
  stored_points?: number
}

export interface Left {
  resources?: Amounts
  points: number
}

export interface MarketBreakdown {
  events: { card: string; points: number }[]
  booths: ScoredCard[]
  helpers: ScoredCard[]
  coins: Left
  batches: Left
  categories: number[]
  total: number
}

interface Effected {
  card: string
  times?: number
  spent?: Amounts
  gained?: Amounts
}

interface Played {
  card: string
  price: Amounts
  chosen?: Payment
}

export type MarketDecision =
  | { type: 'keep' }
  | { type: 'redraw' }
  | { type: 'pass' }
  | { type: 'move'; card: string; zoom_token: boolean; stops: string[] }
  | ({ type: 'build' } & Played)
  | ({ type: 'hire' } & Played)
  | { type: 'stop'; booth: string; steps: number }
  | ({ type: 'plank'; plank: number } & Effected)
  | ({ type: 'action'; alternative: number } & Effected)
  | { type: 'again'; card: string; effect: number }
  | { type: 'pay'; goods: Amounts }
  | { type: 'gain'; goods: Amounts }
  | { type: 'shed'; card: string }
  | { type: 'spot'; end: End }
  | { type: 'end'; of: 'effect' | 'turn' }

export interface Effect {
  attend?: boolean
  spend?: Payment
  gain?: Payment
  for_each?: string
  times?: number
}

export interface Scoring {
  points: number
  lot?: Amounts
  of?: string
  per?: number
  limit?: number
}

export interface Ability {
  power: string
  number?: number
  cards?: string
  less?: Amounts
  when?: string
  resource?: Resource
  gain?: Amounts
}

export type Source = 'printed' | 'inferred' | 'invented'

export interface Card {
  id: string
  name: string
  kind: 'starting' | 'booth' | 'event' | 'helper' | 'action'
  step?: number | 'zoom'
  cost?: Payment
  points?: number
  owner_bonus?: Amounts
  planks?: Effect[]
  mode?: 'all' | 'choose'
  timing?: 'either' | 'before' | 'after'
  stars?: number
  attending?: Scoring[]
  scorings?: Scoring[]
  store?: { points: number; lot: Payment; lots: number }
  ability?: Ability
  sources: Record<string, Source>
}

export interface MarketComponents {
  name: string
  sha256: string
  resources: Resource[]
  houses: Record<string, number>
  coins: number
  hand: number
  cards: Card[]
}
