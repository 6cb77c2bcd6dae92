/** Where everything on the river lies: beside an island that lies across the table, or upright on a phone. */

import { ENDS, type End } from '../types'
import type { Place, Ring } from './ring'

/** Where something lies in the river. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

export interface Layout {
  isUpright: boolean
  /** How much larger than these lengths all of it is drawn. */
  zoom: number
  /** All of it, and the water. */
  width: number
  height: number
  water: Box
  booths: ReadonlyMap<string, Box>
  docks: ReadonlyMap<string, Point>
  spots: Record<End, Box>
  /** Between two Booths, the way that the current goes. */
  arrows: (Point & { turn: number })[]
  /** What a boat passes between the rows: at their end, at their beginning. */
  bends: [Point, Point]
  boat: number
  /** Whether it is longer than its window. */
  isLong: boolean
  /** Whether there is room for the ends beside the rows. */
  hasSides: boolean
}

const GAP = 13
const EDGE = 14
const SPOT = 76
const WIDEST = 184
/** Below this a Booth breaks its lines. */
export const UNBROKEN = 122
/** Below this it needs more of the height, and boats lie closer. */
const TIGHT = 136
/** Below this its words do not fit, however they are broken. */
const NARROWEST = 61
/** Below this every pixel counts, and it needs all of the height that boats leave. */
export const THIN = 78
/** Both rows and the boats between them, where Booths are as thin as that. */
const TALL_ENOUGH = 460
/** From this on it is never very tall. */
const BROAD = 110
/** Between and beside Booths that break their lines. */
const NARROW_GAP = 8
/** What it is drawn for where there is room; much larger it only grows. */
const COMFORTABLE = { booth: 150, height: 440 }
const LARGEST = 1.6
const LEAST_HEIGHT = 316

const middle = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })

function arrowsBetween(places: readonly Place[], docks: ReadonlyMap<string, Point>, turns: { top: number; bottom: number }): Layout['arrows'] {
  return (['top', 'bottom'] as const).flatMap((row) => {
    const points = places.filter((place) => place.row === row).map((place) => docks.get(place.card)!)
    return points.slice(1).map((point, index) => ({
      x: (point.x + points[index]!.x) / 2,
      y: (point.y + points[index]!.y) / 2,
      turn: turns[row],
    }))
  })
}

/** How Booths lie in their rows. */
interface Measure {
  booth: number
  gap: number
  start: number
  hasSides: boolean
  isLong: boolean
}

/** How wide Booths are in so many columns: build spots beside them, else none, else with broken lines; where not even
    these fit, all of it scrolls. */
export function measure(columns: number, width: number, height = TALL_ENOUGH): Measure {
  const fitting = (side: number, gap: number): number => Math.min(WIDEST, Math.floor((width - 2 * side + gap) / columns) - gap)
  const centred = (booth: number, gap: number): number => Math.round((width - columns * (booth + gap) + gap) / 2)
  const beside = fitting(EDGE + SPOT + GAP, GAP)
  if (beside >= 132) return { booth: beside, gap: GAP, start: centred(beside, GAP), hasSides: true, isLong: false }
  const alone = fitting(EDGE, GAP)
  if (alone >= UNBROKEN) return { booth: alone, gap: GAP, start: centred(alone, GAP), hasSides: false, isLong: false }
  const broken = Math.min(UNBROKEN - 1, fitting(NARROW_GAP, NARROW_GAP))
  if (broken >= (height < TALL_ENOUGH ? THIN : NARROWEST)) return { booth: broken, gap: NARROW_GAP, start: centred(broken, NARROW_GAP), hasSides: false, isLong: false }
  return { booth: 140, gap: GAP, start: EDGE, hasSides: false, isLong: true }
}

/** Lay the river across a table: two rows, the current to the right above and to the left below. */
export function layAcross(ring: Ring, width: number, height: number): Layout {
  const comfortable = 2 * (EDGE + SPOT + GAP) + ring.columns * (COMFORTABLE.booth + GAP) - GAP
  const zoom = Math.max(1, Math.min(LARGEST, height / COMFORTABLE.height, width / comfortable))
  // Less than this shows no two Booths and water between them: the window cuts it.
  const [across, high] = [width / zoom, Math.max(height / zoom, LEAST_HEIGHT)]
  const { booth, gap, start, hasSides, isLong } = measure(ring.columns, across, high)
  const isTight = booth < TIGHT
  const all = isLong ? 2 * EDGE + ring.columns * (booth + gap) - gap : across
  const tall = Math.round(Math.max(126, Math.min(booth < BROAD ? 210 : 176, (high - 2 * 12) * (booth < THIN ? 0.45 : isTight ? 0.42 : 0.375))))
  const rows = { top: 12, bottom: high - 12 - tall }
  const channel = rows.bottom - rows.top - tall
  const mid = high / 2
  const booths = new Map(
    ring.places.map((place): [string, Box] => [
      place.card,
      { x: start + place.column * (booth + gap), y: rows[place.row], width: booth, height: tall },
    ]),
  )
  const docks = new Map(
    ring.places.map((place): [string, Point] => [
      place.card,
      { x: middle(booths.get(place.card)!).x, y: mid + (place.row === 'top' ? -0.25 : 0.25) * channel },
    ]),
  )
  const end = start + ring.columns * (booth + gap)
  const spotAt = (name: End): Box => {
    const [row, side] = [name.startsWith('top') ? 'top' : 'bottom', name.endsWith('left') ? 'left' : 'right'] as const
    if (hasSides) return { x: side === 'left' ? start - GAP - SPOT : end, y: rows[row], width: SPOT, height: tall }
    const low = channel / 2 - (isTight ? 4 : 6)
    return { x: side === 'left' ? EDGE - 6 : all - EDGE + 6 - 92, y: row === 'top' ? mid - low - 3 : mid + 3, width: 92, height: low }
  }
  const reach = hasSides ? SPOT + GAP + 40 : 0
  const shore = [Math.max(12, start - reach), Math.min(all - 12, end - gap + reach)] as const
  return {
    isUpright: false,
    zoom,
    width: all,
    height: high,
    water: { x: shore[0], y: rows.top + tall - 30, width: shore[1] - shore[0], height: channel + 60 },
    booths,
    docks,
    spots: Object.fromEntries(ENDS.map((name) => [name, spotAt(name)])) as Record<End, Box>,
    arrows: arrowsBetween(ring.places, docks, { top: 0, bottom: 180 }),
    bends: [
      { x: shore[1] - 46, y: mid },
      { x: shore[0] + 46, y: mid },
    ],
    boat: isTight ? 36 : 44,
    isLong,
    hasSides,
  }
}

const TALL = 96
const PITCH = 101
const LANE = 26
const SPOT_HIGH = 28

/** Lay it upright: the upper row is the right column, with the current down, the lower row the left one, up. */
export function layUpright(ring: Ring, width: number, height: number, hasSpots: boolean): Layout {
  const room = hasSpots ? SPOT_HIGH + 6 : 0
  const booth = Math.max(112, Math.min(190, (width - 96) / 2))
  const pitch = ring.columns > 1 ? Math.max(PITCH, (height - 16 - 2 * room - TALL) / (ring.columns - 1)) : 0
  const all = Math.max(height, 16 + 2 * room + TALL + pitch * (ring.columns - 1))
  const centre = width / 2
  const side = { top: width - 8 - booth, bottom: 8 }
  const booths = new Map(
    ring.places.map((place): [string, Box] => [
      place.card,
      { x: side[place.row], y: 8 + room + place.column * pitch, width: booth, height: TALL },
    ]),
  )
  const docks = new Map(
    ring.places.map((place): [string, Point] => [
      place.card,
      { x: centre + (place.row === 'top' ? LANE : -LANE), y: middle(booths.get(place.card)!).y + 4 },
    ]),
  )
  const spotAt = (name: End): Box => ({
    x: name.startsWith('top') ? side.top : side.bottom,
    y: name.endsWith('left') ? 6 : all - 6 - SPOT_HIGH,
    width: booth,
    height: SPOT_HIGH,
  })
  const bank = Math.min(booth - 16, centre - 69)
  return {
    isUpright: true,
    zoom: 1,
    width,
    height: all,
    water: { x: bank + 6, y: 12, width: width - 2 * bank - 12, height: all - 24 },
    booths,
    docks,
    spots: Object.fromEntries(ENDS.map((name) => [name, spotAt(name)])) as Record<End, Box>,
    arrows: arrowsBetween(ring.places, docks, { top: 90, bottom: 270 }),
    bends: [
      { x: centre, y: all - 34 },
      { x: centre, y: 34 },
    ],
    boat: 38,
    isLong: all > height + 1,
    hasSides: false,
  }
}
