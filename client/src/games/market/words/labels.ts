/** Whole accessible names: what a thing is, its state, and what can be done with it. */

import { list, t } from '../../../words/words.svelte'
import { attendance, isHidden, lacking, stepsTo } from '../cards/cards'
import type { Play } from '../steps/play.svelte'
import { amountsText, cardLines, isNothing, originText, stepText } from './saying'
import type { Booth, Card } from '../types'
import { mt } from './words.svelte'

export function boothLabel(play: Play, booth: Booth): string {
  const { names } = play
  const card = play.card(booth.card)
  const { houses, free } = attendance(booth, card)
  const here = (play.base?.seats ?? []).flatMap((seat, number) => (seat.pawn === booth.card ? [names[number] ?? ''] : []))
  // Where a card of the hand leads is shown while it is pointed at; it can be chosen once the card is taken up.
  const step = play.picked || play.question === 'stop' ? play.stops.get(booth.card) : undefined
  const parts = [`${card.name}, ${mt(`kind_${card.kind}`)}`]
  if (card.kind !== 'starting') parts.push(typeof booth.owner === 'number' ? mt('owned_by', { name: names[booth.owner] ?? '' }) : mt('no_owner'))
  parts.push(...cardLines(card))
  if (card.stars) parts.push(...(houses.length ? [mt('attending_names', { names: list(houses.map((seat) => names[seat] ?? '')) })] : []), mt('free_stars', { count: free }))
  if (card.points !== undefined) parts.push(mt('vp', { count: card.points }))
  if (here.length) parts.push(mt('pawns_here', { names: list(here) }))
  if (play.stop?.booth === booth.card) parts.push(t('state.chosen'))
  else if (step !== undefined) parts.push(mt('can_stop', { count: step }))
  if (play.built === booth.card) parts.push(mt('draft'))
  return parts.map((part) => part.replace(/[.]$/, '')).join('. ')
}

/** Booths where a card of the hand leads, nearest first. */
export function reach(play: Play, id: string): string[] {
  const { base, seat } = play
  const stops = play.moveOf(id)?.what.stops ?? []
  const from = base?.seats[seat]?.pawn
  if (!base || from === undefined) return []
  return stops.toSorted((a, b) => stepsTo(base, from, a) - stepsTo(base, from, b)).map((booth) => play.card(booth).name)
}

export function handLabel(play: Play, card: Card): string {
  const parts = [`${card.name}, ${mt(`kind_${card.kind}`)}`, stepText(card), ...cardLines(card)]
  if (card.cost && !isNothing(card.cost)) {
    const lack = lacking(card.cost, play.base?.seats[play.seat]?.resources ?? {})
    parts.push(mt('cost', { amounts: amountsText(card.cost) }))
    if (play.playOf(card.id)) parts.push(mt('affordable'))
    else if (!isNothing(lack) && play.session.view?.status === 'playing') parts.push(mt('lack', { amounts: amountsText(lack) }))
  }
  if (card.points !== undefined) parts.push(mt('vp', { count: card.points }))
  const booths = reach(play, card.id)
  if (booths.length) parts.push(mt('leads_to', { booths: list(booths) }))
  parts.push(originText(card))
  return parts.filter(Boolean).map((part) => part.replace(/[.]$/, '')).join('. ')
}

export const shownCards = (play: Play, ids: readonly string[]): Card[] => ids.filter((id) => !isHidden(id)).map((id) => play.card(id))
