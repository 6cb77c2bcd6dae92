/** Glassworks in words: turns for the log, and answers to typed questions. */

import type { TableEvent, TableView } from '../lib/api/types'
import { colourName, pieceList, shapeName } from '../words/pieces'
import { list, t } from '../words/words.svelte'
import { gt } from './words.svelte'
import { seatName } from '../lib/table/names'
import { offers } from './model'
import type { Play } from './play.svelte'
import type { GlassworksChance, GlassworksMove, PieceName } from './types'

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

/** The pieces that a turn's line in the log shows. */
export function turnPieces(event: TableEvent): PieceName[] {
  const move = event.move as GlassworksMove | undefined
  if (move?.type === 'draw') return move.take
  return move?.type === 'place' ? move.pieces : []
}

export function refillOf(event: TableEvent): PieceName[] {
  return (event.chance as GlassworksChance | undefined)?.refill ?? []
}

/** Answer a question typed at the table, null where it is none. */
export function answer(play: Play, text: string): string | null {
  const { base, session } = play
  const view = session.view
  if (!base || !view) return null
  const [word, number] = text.split(/\s+/)
  const is = (key: 'river' | 'lake' | 'satchel' | 'grid' | 'score' | 'legal' | 'bag' | 'last'): boolean =>
    word === key || word === t(`commands.${key}`).toLowerCase()
  const none = gt('nothing')
  if (is('river'))
    return base.river
      .map((tile, index) => `${index + 1} ${shapeName(tile.shape)}: ${tile.pieces.length ? pieceList(tile.pieces) : none}`)
      .join('; ')
  if (is('lake')) return base.lake.length ? pieceList(base.lake) : none
  const seat = number && /^[1-5]$/.test(number) ? Number(number) - 1 : play.seat
  const board = base.seats[seat]
  if (is('satchel')) return board?.satchel.length ? pieceList(board.satchel) : none
  if (is('grid'))
    return board?.columns.length
      ? list(board.columns.map((column, at) => `${at + 1} ${colourName(column.colour)} ${column.height}`))
      : gt('window_empty')
  if (is('score')) return (view.totals ?? []).map((total, at) => `${seatName(view, at)} ${total}`).join(', ')
  if (is('bag'))
    return play.components
      ? Object.keys(play.components.pieces)
          .map((colour) => `${colourName(colour as never)} ${leftOf(base.bag, colour)}`)
          .join(', ')
      : none
  if (is('legal')) {
    const choices = session.draft?.choices ?? []
    const said = [
      ...offers(choices, 'place').map(({ what }) => gt('say_place', { piece: pieceList([what.piece]), onto: what.onto })),
      ...offers(choices, 'pair').map(({ what }) => gt('say_pair', { shape: shapeName(what.shape), onto: what.onto })),
      ...offers(choices, 'draw').map(({ what }) => gt('lake_take', { count: what.count })),
      ...offers(choices, 'gather').map(({ what }) => gt('say_gather', { tile: what.tile })),
    ]
    return said.length ? said.join('; ') : none
  }
  if (is('last')) {
    const last = session.events.findLast((event) => event.kind === 'turn')
    return last ? turnSentence(view, last, session.held?.isHotSeat ?? false) : none
  }
  return null
}

export function leftOf(bag: Partial<Record<PieceName, number>>, colour: string): number {
  return Object.entries(bag).reduce((sum, [name, count]) => (name.startsWith(`${colour} `) ? sum + (count ?? 0) : sum), 0)
}
