/** The graph of a review: where things lie, and which turn is meant. Turns count from 0; the last point is the result. */

import type { Review, ReviewMark, ReviewTurn } from '../api/types'

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** A dash pattern for each seat, so that lines differ without colour. */
export const DASHES = ['', '8 4', '2 3', '10 3 2 3', '5 5'] as const

/** A sign for what a turn lost, beside its word. */
export const SIGNS: Record<ReviewMark, string> = { best: '★', fine: '', inaccuracy: '?!', mistake: '?', blunder: '??' }

/** Each seat's share of the win before each turn, and at the end. */
export function sharesOf(review: Review, seat: number): number[] {
  return [...review.turns.map((turn) => turn.win_share[seat] ?? 0), review.result[seat] ?? 0]
}

export function x(box: Box, at: number, count: number): number {
  return box.left + (count > 0 ? (at / count) * box.width : 0)
}

export function y(box: Box, share: number): number {
  return box.top + (1 - Math.min(1, Math.max(0, share))) * box.height
}

/** The line of a seat as an SVG path. */
export function line(box: Box, shares: readonly number[]): string {
  return shares.map((share, at) => `${at ? 'L' : 'M'}${x(box, at, shares.length - 1).toFixed(1)} ${y(box, share).toFixed(1)}`).join('')
}

/** The turn nearest to a place, 0 to `count`. */
export function turnAt(box: Box, place: number, count: number): number {
  const part = box.width > 0 ? (place - box.left) / box.width : 0
  return Math.min(count, Math.max(0, Math.round(part * count)))
}

/** The turn that a key leads to, null for a key that means nothing here. */
export function turnFor(key: string, turn: number, count: number): number | null {
  const to: Record<string, number> = {
    ArrowLeft: turn - 1,
    ArrowDown: turn - 1,
    ArrowRight: turn + 1,
    ArrowUp: turn + 1,
    PageDown: turn - 5,
    PageUp: turn + 5,
    Home: 0,
    End: count,
  }
  const wanted = to[key]
  return wanted === undefined ? null : Math.min(count, Math.max(0, wanted))
}

/** Where the seats' symbols stand at the lines' ends, apart from one another by `gap`. */
export function spreadEnds(box: Box, last: readonly number[], gap: number): number[] {
  const order = last.map((_, seat) => seat).sort((a, b) => (last[b] ?? 0) - (last[a] ?? 0) || a - b)
  const places = [...last]
  let lowest = box.top - gap
  for (const seat of order) {
    lowest = Math.max(lowest + gap, y(box, last[seat] ?? 0))
    places[seat] = lowest
  }
  // What was pushed below the edge moves up again, and the others with it.
  let highest = box.top + box.height + gap
  for (const seat of order.toReversed()) {
    highest = Math.min(highest - gap, places[seat]!)
    places[seat] = highest
  }
  return places
}

/** The turns that are marked below the graph: those that lost something. */
export function faults(review: Review): ReviewTurn[] {
  return review.turns.filter((turn) => turn.mark !== null && turn.mark !== 'best' && turn.mark !== 'fine')
}

/** Whether some places, in order, lie nearer to one another than `gap`. */
export function isCrowded(places: readonly number[], gap: number): boolean {
  return places.some((place, index) => index > 0 && place - places[index - 1]! < gap)
}

const DEPTHS: Partial<Record<ReviewMark, number>> = { inaccuracy: 5, mistake: 8, blunder: 12 }

/** A notch below the axis. */
export function notch(at: number, top: number, mark: ReviewMark | null): string {
  return `M${at - 4} ${top}h8l-4 ${(mark && DEPTHS[mark]) ?? 0}z`
}

export interface Step {
  of: 'luck' | 'own' | 'others'
  from: number
  to: number
}

/** How a seat came from what it could expect to what it got: each step begins where the one before ended. */
export function steps(seat: { expected: number; luck: number; own_skill: number; others_skill: number }): Step[] {
  const after = [seat.luck, seat.own_skill, seat.others_skill]
  let at = seat.expected
  return (['luck', 'own', 'others'] as const).map((of, index) => {
    const from = at
    at += after[index]!
    return { of, from, to: at }
  })
}
