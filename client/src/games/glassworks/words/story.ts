/** What each turn did, in the shapes themselves: tiles move, so the number that one had then says nothing now. */

import type { TableEvent } from '../../../lib/api/types'
import { partsOf, type Shape } from '../../../lib/glass/parts'
import type { GlassworksMove, GlassworksState, PieceName } from '../types'

/** A turn that placed glass and gathered. */
export interface Story {
  placed: PieceName[]
  onto: Shape
  gathered: Shape
  pieces: PieceName[]
}

/** A turn that was not taken: nobody knows what a tile bears that it would have refilled (null). */
export interface Expected extends Omit<Story, 'pieces'> {
  pieces: PieceName[] | null
}

interface Lying {
  shape: Shape
  pieces: readonly PieceName[] | null
}

type Placing = Extract<GlassworksMove, { type: 'place' }>

/** Give what placing does, in the order in which glass is set, and the river after it. */
function told(river: readonly Lying[], move: Placing, refill: readonly PieceName[] | null): [Expected, Lying[]] {
  const gathered = river[move.gather - 1]!
  const onto = river[move.onto - 1]!
  const place = (piece: PieceName): number => (move.order ?? []).indexOf(partsOf(piece).colour)
  const pieces = gathered.pieces && [...gathered.pieces].sort((one, other) => place(one) - place(other))
  return [
    { placed: move.pieces, onto: onto.shape, gathered: gathered.shape, pieces },
    // G17, G18: the emptied tile comes to lie first, and is refilled there.
    [
      { shape: gathered.shape, pieces: refill },
      ...river
        .filter((tile) => tile !== gathered)
        .map((tile) => (tile === onto ? { ...tile, pieces: tile.pieces && [...tile.pieces, ...move.pieces] } : tile)),
    ],
  ]
}

/** Give what the last of several turns would do, null where it places nothing: told from the river before the first. */
export function expectedOf(start: Pick<GlassworksState, 'river'>, moves: readonly GlassworksMove[]): Expected | null {
  let river: readonly Lying[] = start.river
  let found: Expected | null = null
  for (const move of moves) {
    found = null
    if (move.type === 'place') [found, river] = told(river, move, null)
  }
  return found
}

/** Give the turns that placed, by their event's version: told from the river that the game began with. */
export function stories(start: Pick<GlassworksState, 'river'> | null, events: readonly TableEvent[]): Map<number, Story> {
  const found = new Map<number, Story>()
  if (!start) return found
  const rivers: (readonly Lying[])[] = [start.river]
  for (const event of events) {
    if (event.kind === 'undone') rivers.splice(Math.max(1, rivers.length - (event.turns ?? 1)))
    if (event.kind !== 'turn') continue
    const river = rivers.at(-1)!
    const move = event.move as GlassworksMove | undefined
    if (move?.type !== 'place') {
      rivers.push(river)
      continue
    }
    const refill = (event.chance && 'refill' in event.chance ? event.chance.refill : null) ?? []
    const [story, after] = told(river, move, refill as PieceName[])
    found.set(event.version, { ...story, pieces: story.pieces ?? [] })
    rivers.push(after)
  }
  return found
}
