/** What the Glassworks board lights and what a tap means, out of the choices that the table offers. No rules here. */

import type { Draft } from '../../../lib/api/types'
import { partsOf } from '../../../lib/glass/parts'
import { choicesOf, type Offers } from '../../../lib/table/turn/hands.svelte'
import type { GlassworksDecision, GlassworksMove, GlassworksState, PieceName, Tile } from '../types'

export const offers: Offers<'glassworks'> = choicesOf

/** What a draft asks for next. */
export type Question = 'none' | 'begin' | 'pick' | 'gather' | 'column' | 'leave' | 'drop' | 'done'

export function question(draft: Draft | null): Question {
  if (!draft) return 'none'
  if (draft.is_complete) return 'done'
  const type = draft.choices[0]?.what.type
  for (const asked of ['pick', 'gather', 'column', 'leave', 'drop'] as const) if (type === asked) return asked
  return type ? 'begin' : 'none'
}

/** What is in `more` and not in `less`, each as often as it is more. */
export function difference<T>(more: readonly T[], less: readonly T[]): T[] {
  const left = [...less]
  return more.filter((item) => {
    const at = left.indexOf(item)
    if (at < 0) return true
    left.splice(at, 1)
    return false
  })
}

const ROOM = 6

/** The pieces of an overflow that there is room for; of more, the last place says how many more there are. */
export function shownOf<T>(overflow: readonly T[]): readonly T[] {
  return overflow.length > ROOM ? overflow.slice(0, ROOM - 1) : overflow
}

/** G18: how many pieces refill a tile that moves to the spring: as many as the tile that it comes to lie beside has stones. */
export function refill(river: readonly Pick<Tile, 'stones'>[], gathered: number): number {
  return river[gathered === 1 ? 1 : 0]?.stones ?? 0
}

/** The pieces that the draft takes out of the satchel onto a tile. */
export function placed(draft: Draft | null, base: GlassworksState, seat: number): { pieces: PieceName[]; onto: number } | null {
  const first = draft?.path[0]?.what as GlassworksDecision | undefined
  if (!draft || (first?.type !== 'place' && first?.type !== 'pair')) return null
  const now = (draft.preview.state as GlassworksState).seats[seat]?.satchel ?? []
  return { pieces: difference(base.seats[seat]?.satchel ?? [], now), onto: first.onto }
}

/** What a tap on a tile would do. */
export type TileTap =
  | { kind: 'place'; decision: number; count: 1 | 2 }
  | { kind: 'gather'; decision: number; count: number; total: number }
  | null

export function tileTap(draft: Draft | null, picked: readonly PieceName[], tile: number): TileTap {
  if (!draft) return null
  const gathered = offers(draft.choices, 'gather').find((offer) => offer.what.tile === tile)
  if (gathered)
    return { kind: 'gather', decision: gathered.decision, count: gathered.what.pieces.length, total: gathered.total }
  const [first, second] = picked
  if (!first) return null
  if (!second) {
    const alone = offers(draft.choices, 'place').find((offer) => offer.what.piece === first && offer.what.onto === tile)
    if (alone) return { kind: 'place', decision: alone.decision, count: 1 }
  }
  const shape = partsOf(first).shape
  if (second && partsOf(second).shape !== shape) return null
  const pair = offers(draft.choices, 'pair').find((offer) => offer.what.shape === shape && offer.what.onto === tile)
  return pair ? { kind: 'place', decision: pair.decision, count: 2 } : null
}

/** The next decision that what was picked beforehand already answers, null where it does not. */
export function pickedAlready(draft: Draft, picked: readonly PieceName[]): number | null {
  const done = draft.path.map((choice) => choice.what as GlassworksDecision)
  const named = done.flatMap((what) => (what.type === 'pick' ? [what.piece] : []))
  const wanted = difference(picked, named)
  const offer = offers(draft.choices, 'pick').find((candidate) => wanted.includes(candidate.what.piece))
  return offer?.decision ?? null
}

/** Pieces that can be picked up to begin with: what some choice would place. */
export function canPick(draft: Draft | null, piece: PieceName): boolean {
  if (!draft) return false
  const { shape } = partsOf(piece)
  return (
    offers(draft.choices, 'place').some((offer) => offer.what.piece === piece) ||
    offers(draft.choices, 'pair').some((offer) => offer.what.shape === shape)
  )
}

/** Pick a slot up or put it down: at most two, and the second of the first one's shape, else it starts anew. */
export function togglePick(picked: readonly number[], slot: number, satchel: readonly PieceName[]): number[] {
  if (picked.includes(slot)) return picked.filter((other) => other !== slot)
  const first = picked[0]
  const isPair =
    picked.length === 1 &&
    first !== undefined &&
    partsOf(satchel[first] ?? '').shape === partsOf(satchel[slot] ?? '').shape
  return isPair ? [first, slot] : [slot]
}

/** The move that a tap on a tile that is not lit would mean: the table says why it is refused. */
export function wouldBe(draft: Draft | null, base: GlassworksState, seat: number, picked: readonly PieceName[], tile: number): GlassworksMove | null {
  const laid = placed(draft, base, seat)
  if (laid) return { type: 'place', pieces: laid.pieces, onto: laid.onto, gather: tile }
  if (!picked.length) return null
  return { type: 'place', pieces: [...picked], onto: tile, gather: tile === 1 ? 2 : tile - 1 }
}

/** A slot of the satchel as drawn: lying there, gone with the draft, or come with it. */
export interface Slot {
  piece: PieceName | null
  state: 'here' | 'gone' | 'new' | 'empty'
}

export function slots(before: readonly PieceName[], now: readonly PieceName[], size: number): Slot[] {
  const gone = difference(before, now)
  const drawn: Slot[] = before.map((piece) => {
    const at = gone.indexOf(piece)
    if (at < 0) return { piece, state: 'here' }
    gone.splice(at, 1)
    return { piece, state: 'gone' }
  })
  for (const piece of difference(now, before)) {
    const free = drawn.length >= size ? -1 : drawn.length
    if (free < 0) drawn.push({ piece, state: 'new' })
    else drawn.splice(free, 0, { piece, state: 'new' })
  }
  while (drawn.length < size) drawn.push({ piece: null, state: 'empty' })
  return drawn
}

/** How many rows a window's pane lies in and whether the draft sets it: by column from 0 and row from 0. */
export function paneState(before: readonly { height: number }[], now: readonly { height: number }[], column: number, row: number): 'empty' | 'set' | 'ghost' {
  if (row < (before[column]?.height ?? 0)) return 'set'
  return row < (now[column]?.height ?? 0) ? 'ghost' : 'empty'
}

/** How many pieces of a colour are in the bag. */
export function leftOf(bag: Partial<Record<PieceName, number>>, colour: string): number {
  return Object.entries(bag).reduce((sum, [name, count]) => (name.startsWith(`${colour} `) ? sum + (count ?? 0) : sum), 0)
}
