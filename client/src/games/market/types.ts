/** The JSON of River Market, by the table's own description. */

import type { components } from '../../lib/api/schema'
import type { BreakdownOf, DecisionOf, MoveOf, News, StateOf } from '../../lib/api/types'

type Schemas = components['schemas']

export type MarketState = StateOf<'market'>
export type MarketBreakdown = BreakdownOf<'market'>
export type MarketMove = MoveOf<'market'>
export type MarketDecision = DecisionOf<'market'>
export type MarketChance = NonNullable<Extract<News, { game: 'market' }>['events'][number]['chance']>
export type MarketConsequence = NonNullable<Extract<News, { game: 'market' }>['events'][number]['consequences']>[number]
export type MarketComponents = Schemas['MarketComponentsDocument']
export type MoveAlong = Extract<MarketMove, { type: 'move' }>
export type Booth = Schemas['BoothDocument']
export type ScoredCard = Schemas['ScoredCardDocument']

export type Amounts = Schemas['AmountsTable']
export type Resource = keyof Amounts
export type Good = Exclude<Resource, 'coin'>
export const RESOURCES = ['veggie', 'fish', 'cloth', 'tool', 'lily', 'coin'] as const satisfies readonly Resource[]
export const GOODS = RESOURCES.slice(0, 5) as readonly Good[]
export type Payment = Schemas['Spend']
/** Goods that the player chooses, or further cards of the hand. */
export type Wild = Exclude<keyof Payment, Resource>
export type End = Extract<MarketMove, { type: 'build' }>['end']
export const ENDS: readonly End[] = ['top-left', 'top-right', 'bottom-right', 'bottom-left']

/** A card; the pages say it in their own words, never in the table's English. */
export type Card = Omit<Schemas['CardDocument'], 'texts'>
export type Source = Card['sources'][string]
export type Effect = NonNullable<Card['planks']>[number]
export type Scoring = NonNullable<Card['scorings']>[number]
export type Ability = NonNullable<Card['ability']>
