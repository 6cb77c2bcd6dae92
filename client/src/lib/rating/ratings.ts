/** Ratings: what is asked of the server, and the line that one's own have taken. */

import { language } from '../../words/words.svelte'
import { client, settleAtLast } from '../api/http'
import type { components } from '../api/schema'

export type MyRatings = components['schemas']['MyRatings']
export type Rated = components['schemas']['RatingsReply']['people'][number]
export type Level = components['schemas']['RatingsReply']['levels'][number]
export type Person = components['schemas']['PersonPage']
export type PoolRating = MyRatings['ratings'][number]
/** What a game has made of a rating; its table is told to who has played there, or where everybody could find it. */
export type Change = Person['changes'][number]
export type Study = Person['studies'][number]
type Mean = NonNullable<Study['luck']>
export type Pace = 'live' | 'days'

export const best = (game: string, players: number, pace: Pace) =>
  settleAtLast(() => client.GET('/api/ratings', { params: { query: { game, players, pace } } }))

export const mine = () => settleAtLast(() => client.GET('/api/me/ratings'))

export const person = (mark: string) => settleAtLast(() => client.GET('/api/people/{person}', { params: { path: { person: mark } } }))

/** A number with its uncertainty, and a question mark while it says little. */
export const said = ({ rating, plus_minus, is_provisional }: Pick<PoolRating, 'rating' | 'plus_minus' | 'is_provisional'>): string =>
  `${rating} ± ${plus_minus}${is_provisional ? ' ?' : ''}`

/** The points of a line through values, from left to right in a box of a width and height, the highest on top. */
export function line(values: readonly number[], width: number, height: number): string {
  const low = Math.min(...values)
  const spread = Math.max(...values) - low || 1
  const step = values.length > 1 ? width / (values.length - 1) : 0
  return values.map((value, index) => `${(index * step).toFixed(1)},${(height - ((value - low) / spread) * height).toFixed(1)}`).join(' ')
}

/** A number with one decimal, and with its sign where that is what it is about. */
export const decimal = (value: number, isSigned = false): string =>
  new Intl.NumberFormat(language(), { maximumFractionDigits: 1, signDisplay: isSigned ? 'exceptZero' : 'auto' }).format(value).replace('-', '−')

/** Whether a mean may differ from 0 by luck alone. */
export const isChance = ({ mean, plus_minus }: Mean): boolean => plus_minus === null || Math.abs(mean) <= plus_minus

/** The part of the score that brings least beside the others; null where none brings less. */
export function weakest(parts: Study['parts']): Study['parts'][number] | null {
  const [first] = parts.toSorted((one, other) => one.over.mean - other.over.mean)
  return first && first.over.mean < 0 ? first : null
}
