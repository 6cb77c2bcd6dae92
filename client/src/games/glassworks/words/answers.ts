/** Answers to questions that are typed at the table of Glassworks: loaded with the first one. */

import { ct } from '../../../lib/table/turn/commands.svelte'
import { seatName } from '../../../lib/table/names'
import { colourName, pieceList, shapeName } from '../../../lib/glass/names'
import { list } from '../../../words/words.svelte'
import { leftOf, offers } from '../steps/model'
import type { Play } from '../steps/play.svelte'
import { turnSentence } from './sentences'
import { gt } from './words.svelte'

/** Answer a question typed at the table, null where it is none. */
export function answer(play: Play, text: string): string | null {
  const { base, session, view } = play
  if (!base) return null
  const [word, number] = text.split(/\s+/)
  const is = (key: 'river' | 'lake' | 'satchel' | 'grid' | 'score' | 'legal' | 'bag' | 'last'): boolean =>
    word === key || word === ct(key).toLowerCase()
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
    const { choices } = play
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
    return last ? turnSentence(view, last, play.isHotSeat, play.stories.get(last.version) ?? null, play.gains.get(last.version)) : none
  }
  return null
}
