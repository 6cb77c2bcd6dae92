/** Where everything lies on the ring: Booths in two rows, docks between them, the four ends, the way of a boat. */

import type { End, MarketState } from '../types'

export interface Place {
  card: string
  /** Place along the current, from 0 at the left of the upper row. */
  at: number
  row: 'top' | 'bottom'
  /** Column, from 0 at the left; between two columns where a row is shorter than the other. */
  column: number
}

export interface Ring {
  /** In the order of the current. */
  places: Place[]
  columns: number
}

/** Lay both rows from bend to bend: the shorter one is spread, so that the ends of the river lie together. */
export function layRing(river: MarketState['river']): Ring {
  const columns = Math.max(river.top.length, river.bottom.length)
  const lay = (row: 'top' | 'bottom'): Omit<Place, 'at'>[] =>
    river[row].map((booth, index) => ({ card: booth.card, row, column: ((index + 0.5) * columns) / river[row].length - 0.5 }))
  return { places: [...lay('top'), ...lay('bottom').toReversed()].map((place, at) => ({ ...place, at })), columns }
}

/** Give the places that a boat passes from one to another with the current, both included; backwards where that is shorter by `back`. */
export function way(from: number, to: number, count: number): number[] {
  const steps = (((to - from) % count) + count) % count
  return Array.from({ length: steps + 1 }, (_, step) => (from + step) % count)
}

/** Give the two cards between which a Booth built at an end will lie in the loop. */
export function neighbours(ring: Ring, end: End): { after: Place; before: Place } {
  const { places } = ring
  const tops = places.filter((place) => place.row === 'top').length
  const isRight = end.endsWith('right')
  const before = isRight ? places[tops % places.length]! : places[0]!
  const after = isRight ? places[tops - 1 < 0 ? places.length - 1 : tops - 1]! : places[places.length - 1]!
  return { after, before }
}
