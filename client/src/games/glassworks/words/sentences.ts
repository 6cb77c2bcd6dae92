/** Glassworks in words: turns for the log. */

import type { TableEvent, TableView } from '../../../lib/api/types'
import type { TurnSentence } from '../../../lib/game'
import { pieceList } from '../../../lib/glass/names'
import { gt } from './words.svelte'
import { seatName } from '../../../lib/table/names'
import type { GlassworksMove, PieceName } from '../types'

/** Say a turn: who, what was placed or drawn, and what that cost. */
export function turnSentence(view: TableView, event: TableEvent, isHotSeat = false): string {
  const name = event.seat === null ? '' : seatName(view, event.seat, isHotSeat)
  const move = event.move as GlassworksMove | undefined
  if (!move) return name
  if (move.type === 'pass') return gt('did_pass', { name })
  if (move.type === 'draw') {
    const drew = gt('did_draw', { name, pieces: pieceList(move.take) })
    return move.overflow?.length ? `${drew} ${gt('did_drop', { pieces: pieceList(move.overflow) })}` : drew
  }
  return gt('did_place', { name, pieces: pieceList(move.pieces), onto: move.onto, gather: move.gather })
}

export const sentenceAt: TurnSentence = (view, session, event) => turnSentence(view, event, session.held?.isHotSeat)

/** The pieces that a turn's line in the log shows. */
export function turnPieces(event: TableEvent): PieceName[] {
  const move = event.move as GlassworksMove | undefined
  if (move?.type === 'draw') return move.take
  return move?.type === 'place' ? move.pieces : []
}
