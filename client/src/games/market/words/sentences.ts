/** River Market in words: turns for the log. */

import type { TableEvent, TableView } from '../../../lib/api/types'
import type { TurnSentence } from '../../../lib/table/session.svelte'
import { moverName } from '../../../lib/table/names'
import { list } from '../../../words/words.svelte'
import { booths, cardIn, deckOf, isHidden, type Deck } from '../cards/cards'
import { amountsText, isNothing, plus } from './saying'
import { sumOf } from '../steps/steps'
import type { MarketChance, MarketComponents, MarketConsequence, MarketMove, MarketState, MoveAlong } from '../types'
import { mt } from './words.svelte'

function along(deck: Deck, move: MoveAlong, name: string, isShort: boolean): string[] {
  const named = (id: string): string => cardIn(deck, id).name
  const parts = [mt(move.zoom_token ? 'did_token' : 'did_move', { name, card: named(move.card), booth: named(move.booth) })]
  const times = [...(move.action?.times ?? []), ...(move.planks ?? []).flatMap((plank) => plank.times)]
  const spent = sumOf(times, 'spent')
  const gained = sumOf(times, 'gained')
  const cards = times.flatMap((time) => time.cards ?? []).map(named)
  if (isShort ? cards.length : !isNothing(spent) || cards.length) parts.push(mt('did_spend', { amounts: list([...(isNothing(spent) || isShort ? [] : [amountsText(spent)]), ...cards]) }))
  if (!isShort && !isNothing(gained)) parts.push(mt('did_gain', { amounts: amountsText(gained) }))
  if (move.planks?.some((plank) => plank.house)) parts.push(mt('did_house'))
  if (!times.length) parts.push(mt('did_nothing'))
  return parts
}

/** Say what a turn brought besides, one sentence each: by whose card, to whom, how much. */
function broughtBy(view: TableView, deck: Deck, consequences: readonly MarketConsequence[], isHotSeat: boolean): string[] {
  const named = (id: string): string => cardIn(deck, id).name
  const nameOf = (seat: number): string => moverName(view, seat, isHotSeat)
  return consequences.map((one) => {
    if (one.type === 'called') return mt('did_call', { booth: named(one.booth), names: list(one.seats.map(nameOf)) })
    if (one.type === 'sailed-on') return mt('did_sail', { booth: named(one.booth) })
    if (one.type === 'end-triggered') return mt('did_end-triggered', { count: one.turns })
    if (one.type === 'collected') return mt('did_collect', { amounts: amountsText(one.amounts) })
    return mt(`did_${one.type}`, { name: nameOf(one.seat), amounts: amountsText(one.amounts), card: named(one.card) })
  })
}

/** Say as much of it as a move tells that was not taken: where it leads, and whose Owner bonus it gives. */
function expectedOf(view: TableView, deck: Deck, move: MoveAlong, seat: number, isHotSeat: boolean): string[] {
  const parts: string[] = []
  const onward = move.planks?.find((plank) => plank.booth)?.booth
  if (onward) parts.push(mt('did_sail', { booth: cardIn(deck, onward).name }))
  for (const activated of new Set(move.planks?.map((plank) => plank.booth ?? move.booth))) {
    const owner = booths(view.state as MarketState).find((booth) => booth.card === activated)?.owner
    if (typeof owner === 'number' && owner !== seat && !isNothing(cardIn(deck, activated).owner_bonus))
      parts.push(mt('did_bonus', { name: moverName(view, owner, isHotSeat) }))
  }
  return parts
}

/** Say a turn: who, which card, where to, what was paid and gained, what else it brought, what was drawn; in short without what pictures tell. */
export function turnSentence(view: TableView, deck: Deck, event: TableEvent, isHotSeat = false, isShort = false): string {
  const seat = event.seat ?? 0
  const name = moverName(view, seat, isHotSeat)
  const move = event.move as MarketMove | undefined
  if (!move || !view.state) return name
  const parts: string[] = []
  if (move.type === 'move') parts.push(...along(deck, move, name, isShort))
  else if (move.type === 'build' || move.type === 'hire') {
    const card = cardIn(deck, move.card).name
    parts.push(move.type === 'build' ? mt('did_build', { name, card, end: mt(`end_${move.end}`) }) : mt('did_hire', { name, card }))
    const cards = (move.cards ?? []).map((id) => cardIn(deck, id).name)
    if (isShort ? cards.length : !isNothing(move.paid) || cards.length)
      parts.push(mt('did_spend', { amounts: list([...(isNothing(move.paid) || isShort ? [] : [amountsText(move.paid ?? {})]), ...cards]) }))
  } else parts.push(mt(`did_${move.type}`, { name }))
  const consequences = 'consequences' in event ? event.consequences : undefined
  if (consequences) parts.push(...broughtBy(view, deck, consequences, isHotSeat))
  else if (move.type === 'move') parts.push(...expectedOf(view, deck, move, seat, isHotSeat))
  const chance = event.chance as MarketChance | undefined
  const drawn = chance?.drawn ?? []
  if (chance?.reshuffled_after !== undefined) parts.push(mt('did_reshuffle'))
  if (drawn.length) {
    const seen = drawn.filter((card) => !isHidden(card)).map((card) => cardIn(deck, card).name)
    if (seen.length === drawn.length) parts.push(mt('did_draw_named', { cards: list(seen) }))
    else if (!isShort) parts.push(mt('did_draw', { count: drawn.length }))
  }
  return parts.join(' ')
}

export const sentenceAt: TurnSentence = (view, session, event) =>
  turnSentence(view, deckOf(session.components as MarketComponents | null), event, session.held?.isHotSeat)

/** What a turn spent and gained, for the pictures in the log. */
export function turnAmounts(move: MarketMove | undefined): { spent: ReturnType<typeof plus>; gained: ReturnType<typeof plus> } {
  if (move?.type === 'build' || move?.type === 'hire') return { spent: move.paid ?? {}, gained: {} }
  if (move?.type !== 'move') return { spent: {}, gained: {} }
  const times = [...(move.action?.times ?? []), ...(move.planks ?? []).flatMap((plank) => plank.times)]
  return { spent: sumOf(times, 'spent'), gained: sumOf(times, 'gained') }
}
