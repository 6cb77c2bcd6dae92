/** Where everything lies on the ring: Booths in two rows, docks between them, the four ends, the way of a boat. */

import type { End, MarketState } from './types'

export interface Place {
  card: string
  /** Place along the current, from 0 at the left of the upper row. */
  at: number
  row: 'top' | 'bottom'
  /** Column, from 0 at the left; columns line up by where the river began. */
  column: number
}

export interface Ring {
  /** In the order of the current. */
  places: Place[]
  columns: number
  /** Column just outside each end of the two rows. */
  ends: Record<End, { row: 'top' | 'bottom'; column: number }>
}

/** Lay the rows over one another by the Booths that were there first, which never move apart. */
export function layRing(river: MarketState['river'], isFirst: (card: string) => boolean): Ring {
  const first = (row: readonly { card: string }[]): number => Math.max(0, row.findIndex((booth) => isFirst(booth.card)))
  const topShift = Math.max(0, first(river.bottom) - first(river.top))
  const bottomShift = Math.max(0, first(river.top) - first(river.bottom))
  const top = river.top.map((booth, index): Omit<Place, 'at'> => ({ card: booth.card, row: 'top', column: index + topShift }))
  const bottom = river.bottom.map((booth, index): Omit<Place, 'at'> => ({ card: booth.card, row: 'bottom', column: index + bottomShift }))
  const columns = Math.max(topShift + top.length, bottomShift + bottom.length)
  return {
    places: [...top, ...bottom.toReversed()].map((place, at) => ({ ...place, at })),
    columns,
    ends: {
      'top-left': { row: 'top', column: topShift - 1 },
      'top-right': { row: 'top', column: topShift + top.length },
      'bottom-left': { row: 'bottom', column: bottomShift - 1 },
      'bottom-right': { row: 'bottom', column: bottomShift + bottom.length },
    },
  }
}

export interface Measures {
  booth: number
  pitch: number
  spot: number
  /** Left edge of the first column. */
  start: number
  width: number
  isScrolling: boolean
}

const GAP = 13
const SPOT = 76
const WIDEST = 164
const NARROWEST = 132

/** Choose how wide Booths are: all that fit in a row between the build spots; where they would be too narrow, they scroll. */
export function measure(columns: number, width: number, isPhone: boolean): Measures {
  if (isPhone) {
    const spot = 60
    const booth = 150
    const pitch = booth + 10
    return { booth, pitch, spot, start: 8 + spot + 10, width: 16 + 2 * (spot + 10) + columns * pitch - 10, isScrolling: true }
  }
  const edge = 14
  const room = width - 2 * (edge + SPOT + GAP)
  const fitting = Math.min(WIDEST, Math.floor((room + GAP) / columns) - GAP)
  if (fitting >= NARROWEST) {
    const used = columns * (fitting + GAP) - GAP
    return { booth: fitting, pitch: fitting + GAP, spot: SPOT, start: Math.round((width - used) / 2), width, isScrolling: false }
  }
  const booth = 140
  const pitch = booth + GAP
  return { booth, pitch, spot: SPOT, start: edge + SPOT + GAP, width: 2 * (edge + SPOT + GAP) + columns * pitch - GAP, isScrolling: true }
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
