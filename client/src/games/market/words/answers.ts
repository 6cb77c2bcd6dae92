/** Answers to questions that are typed at the table of River Market: loaded with the first one. */

import { list } from '../../../words/words.svelte'
import { booths, deckCount, isHidden } from '../cards/cards'
import { boothLabel, reach } from './labels'
import type { Play } from '../steps/play.svelte'
import { amountsText } from './saying'
import { turnSentence } from './sentences'
import { mt, type MarketKey } from './words.svelte'

/** Answer a question typed at the table, null where it is none. */
export function answer(play: Play, text: string): string | null {
  const { base, names, session, view } = play
  if (!base) return null
  const [word, number] = text.split(/\s+/)
  const is = (...keys: string[]): boolean => keys.some((key) => word === key || word === mt(`cmd_${key}` as MarketKey))
  const seat = number && /^[1-5]$/.test(number) ? Number(number) - 1 : play.seat
  const board = base.seats[seat]
  if (is('river')) return booths(base).map((booth, at) => `${at + 1} ${boothLabel(play, booth)}`).join('; ')
  if (is('hand'))
    return board?.hand.some((card) => !isHidden(card)) ? list(board.hand.map((card) => play.card(card).name)) : mt('cards', { count: board?.hand.length ?? 0 })
  if (is('store')) return amountsText(board?.resources ?? {})
  if (is('score')) return (view.totals ?? []).map((total, at) => `${names[at] ?? ''} ${mt('vp', { count: total })}`).join(', ')
  if (is('discard')) return `${mt('deck_count', { count: deckCount(base) })}; ${base.discard.length ? list(base.discard.map((card) => play.card(card).name)) : mt('discard_empty')}`
  if (is('legal'))
    return (board?.hand ?? [])
      .filter((card) => !isHidden(card))
      .map((card) => {
        const offer = play.playOf(card)
        const uses = [mt('leads_to', { booths: list(reach(play, card)) }), ...(offer ? [mt(offer.what.type === 'hire' ? 'to_hire' : 'to_build')] : [])]
        return `${play.card(card).name}: ${uses.join(', ')}`
      })
      .join('; ')
  if (is('last')) {
    const last = session.events.findLast((event) => event.kind === 'turn')
    return last ? turnSentence(view, play.deck, last, play.isHotSeat) : mt('nothing')
  }
  return null
}
