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

export interface Measures {
  booth: number
  pitch: number
  spot: number
  /** Left edge of the first column. */
  start: number
  width: number
  /** Left and right edge of the water, where it does not reach past the sides. */
  shore: [number, number]
  isScrolling: boolean
}

const GAP = 13
const SPOT = 76
const WIDEST = 184
const NARROWEST = 132

/** Choose how wide Booths are: all that fit in a row between the build spots; where they would be too narrow, they scroll. */
export function measure(columns: number, width: number, isPhone: boolean): Measures {
  if (isPhone) {
    const spot = 60
    const booth = 150
    const pitch = booth + 10
    const all = 16 + 2 * (spot + 10) + columns * pitch - 10
    return { booth, pitch, spot, start: 8 + spot + 10, width: all, shore: [6, width - 6], isScrolling: true }
  }
  const edge = 14
  const room = width - 2 * (edge + SPOT + GAP)
  const fitting = Math.min(WIDEST, Math.floor((room + GAP) / columns) - GAP)
  if (fitting >= NARROWEST) {
    const used = columns * (fitting + GAP) - GAP
    const start = Math.round((width - used) / 2)
    const shore: [number, number] = [Math.max(12, start - SPOT - GAP - 40), Math.min(width - 12, start + used + SPOT + GAP + 40)]
    return { booth: fitting, pitch: fitting + GAP, spot: SPOT, start, width, shore, isScrolling: false }
  }
  const booth = 140
  const pitch = booth + GAP
  const shore: [number, number] = [12, width - 12]
  return { booth, pitch, spot: SPOT, start: edge + SPOT + GAP, width: 2 * (edge + SPOT + GAP) + columns * pitch - GAP, shore, isScrolling: true }
}

export const columnX = (measures: Measures, column: number): number => measures.start + column * measures.pitch

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
