/** How strong somebody is beside the levels: asked by the seats that this browser holds, and found by the server anew. */

import { client, settleAtLast } from '../api/http'
import { heldTables } from '../api/seats'
import type { components } from '../api/schema'

export type Strength = components['schemas']['StrengthReply']

/** Seats of one person each: at a table where several sit at one screen nobody plays against levels alone. */
function ownSeats(): { table: string; secret: string }[] {
  return heldTables().flatMap(({ table, seats }) => (seats.length === 1 ? [{ table, secret: seats[0]!.secret }] : []))
}

export const strengths = () => settleAtLast(() => client.POST('/api/me/strength', { body: { tables: ownSeats() } }))

/** The levels nearest to both ends of the interval; null where it has no two ends, or they are one level. */
export function reach({ low, high, levels }: Pick<Strength, 'low' | 'high' | 'levels'>): { low: string; high: string } | null {
  if (low === null || high === null) return null
  const nearest = (points: number): string =>
    levels.reduce((best, one) => (Math.abs(one.points - points) < Math.abs(best.points - points) ? one : best)).level
  const ends = { low: nearest(low), high: nearest(high) }
  return ends.low === ends.high ? null : ends
}
