/** Whom somebody with a name here does not want to see named, wherever tables are listed. */

import { isNamed } from '../api/seats'

export type Hidden = ReadonlyMap<string, ReadonlySet<number>>

/** Give the seats whose names are not to be seen, by table; the host's is -1. Without an answer all are seen. */
export async function hiddenSeats(): Promise<Hidden> {
  if (!isNamed()) return new Map()
  const { unnamed } = await import('./company')
  return unnamed().then((found) => new Map(found.map(({ table, seats }) => [table, new Set(seats)])), () => new Map())
}
