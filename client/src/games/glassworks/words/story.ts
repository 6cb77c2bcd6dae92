/** What each turn did, in the shapes themselves: tiles move, so the number that one had then says nothing now. */

import type { TableEvent } from '../../../lib/api/types'
import type { Shape } from '../../../lib/glass/parts'
import type { GlassworksMove, GlassworksState, PieceName } from '../types'

/** A turn that placed glass and gathered. */
export interface Story {
  placed: PieceName[]
  onto: Shape
  gathered: Shape
  pieces: PieceName[]
}

interface Lying {
  shape: Shape
  pieces: readonly PieceName[]
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
    const gathered = river[move.gather - 1]!
    const onto = river[move.onto - 1]!
    found.set(event.version, { placed: move.pieces, onto: onto.shape, gathered: gathered.shape, pieces: [...gathered.pieces] })
    // G17, G18: the emptied tile comes to lie first, and is refilled there.
    rivers.push([
      { shape: gathered.shape, pieces: refill as PieceName[] },
      ...river.filter((tile) => tile !== gathered).map((tile) => (tile === onto ? { ...tile, pieces: [...tile.pieces, ...move.pieces] } : tile)),
    ])
  }
  return found
}
