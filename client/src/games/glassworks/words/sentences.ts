/** Glassworks in words: turns for the log. */

import type { TableEvent, TableView } from '../../../lib/api/types'
import type { TurnSentence } from '../../../lib/table/session.svelte'
import type { Shape } from '../../../lib/glass/parts'
import { pieceList, shapeName } from '../../../lib/glass/names'
import { gained } from '../../../lib/table/events'
import { gt } from './words.svelte'
import { moverName } from '../../../lib/table/names'
import type { GlassworksMove, PieceName } from '../types'
import type { Expected, Story } from './story'

/** A part of a sentence: words, a player's name, glass, or a tile by its shape. */
export type Part = string | { name: string } | { pieces: PieceName[] } | { tile: Shape }

/** Say a turn in parts, so that glass can be drawn where it is named. A turn that was not taken, as one of a review, has no
    story (undefined): it is named, with tiles by their numbers; so is one of which nobody knows what it gathered (null). */
export function turnParts(view: TableView, event: TableEvent, isHotSeat = false, story?: Story | null): Part[] {
  const name = event.seat === null ? '' : moverName(view, event.seat, isHotSeat)
  const move = event.move as GlassworksMove | undefined
  if (!move) return [{ name }]
  if (move.type === 'pass') return split(gt('did_pass'), { name: { name } })
  if (move.type === 'draw') {
    const overflow = move.overflow ?? []
    if (story === undefined) {
      const drew = gt('did_draw', { name, pieces: pieceList(move.take) })
      return [overflow.length ? `${drew} ${gt('did_drop', { pieces: pieceList(overflow) })}` : drew]
    }
    return split(gt(overflow.length ? 'told_drop' : 'told_draw'), { name: { name }, pieces: { pieces: move.take }, overflow: { pieces: overflow } })
  }
  if (!story) return [gt('did_place', { name, pieces: pieceList(move.pieces), onto: move.onto, gather: move.gather })]
  return split(gt(story.pieces.length ? 'told_place' : 'told_place_none'), {
    name: { name },
    placed: { pieces: story.placed },
    onto: { tile: story.onto },
    gathered: { tile: story.gathered },
    pieces: { pieces: story.pieces },
  })
}

/** Say in parts a turn that was not taken, without who takes it; `expected` is what it would do where it places glass. */
export function expectedParts(move: GlassworksMove, expected: Expected | null): Part[] {
  if (move.type === 'draw') {
    const overflow = move.overflow ?? []
    return split(gt(overflow.length ? 'turn_drop' : 'turn_draw'), { pieces: { pieces: move.take }, overflow: { pieces: overflow } })
  }
  if (!expected) return [gt('turn_pass')]
  const { placed, onto, gathered, pieces } = expected
  const key = pieces?.length ? 'turn_place' : pieces ? 'turn_place_none' : 'turn_place_some'
  return split(gt(key), { placed: { pieces: placed }, onto: { tile: onto }, gathered: { tile: gathered }, pieces: { pieces: pieces ?? [] } })
}

function split(text: string, values: Record<string, Part>): Part[] {
  return text
    .split(/\{(\w+)\}/)
    .map((part, index): Part => (index % 2 ? (values[part] ?? '') : part))
    .filter((part) => part !== '')
}

/** Say a turn: who, what was placed or drawn, what was gathered, and what that was worth. */
export function turnSentence(view: TableView, event: TableEvent, isHotSeat = false, story?: Story | null, gain?: number): string {
  const said = turnParts(view, event, isHotSeat, story)
    .map((part) =>
      typeof part === 'string' ? part : 'name' in part ? part.name : 'tile' in part ? shapeName(part.tile) : pieceList(part.pieces),
    )
    .join('')
  const end = gain === undefined ? said : `${said.replace(/\.$/, '')}, ${gained(gain)}`
  return end.endsWith('.') ? end : `${end}.`
}

export const sentenceAt: TurnSentence = (view, session, event) => turnSentence(view, event, session.held?.isHotSeat)
