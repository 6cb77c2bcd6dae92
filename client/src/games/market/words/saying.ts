/** Cards and amounts in words, from their data: never from the table's English. */

import { list } from '../../../words/words.svelte'
import { mt, type MarketKey } from './words.svelte'
import {
  RESOURCES,
  type Ability,
  type Amounts,
  type Card,
  type Effect,
  type Payment,
  type Resource,
  type Scoring,
  type Source,
  type Wild,
} from '../types'

const ORDER: readonly (Resource | Wild)[] = [...RESOURCES, 'any', 'matching', 'different', 'card']

/** Give amounts in the order of the resources, choices last. */
export function entries(amounts: Payment): [Resource | Wild, number][] {
  return ORDER.flatMap((name): [Resource | Wild, number][] => (amounts[name] ? [[name, amounts[name]]] : []))
}

export function amountsText(amounts: Payment): string {
  const parts = entries(amounts).map(([name, count]) => mt(name, { count }))
  return parts.length ? list(parts) : mt('nothing')
}

export function isNothing(amounts: Payment | undefined): boolean {
  return !amounts || entries(amounts).length === 0
}

export function plus(first: Amounts, second: Amounts | undefined): Amounts {
  const sum: Amounts = {}
  for (const name of RESOURCES) {
    const amount = (first[name] ?? 0) + (second?.[name] ?? 0)
    if (amount) sum[name] = amount
  }
  return sum
}

const upper = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)
const lower = (text: string): string => text.charAt(0).toLocaleLowerCase() + text.slice(1)

export function gainText(effect: Effect): string {
  const gain = amountsText(effect.gain ?? {})
  return effect.for_each ? mt('effect_each', { gain, each: mt(`each_${effect.for_each}` as MarketKey) }) : gain
}

/** Say what doing an effect once does. */
export function effectText(effect: Effect): string {
  const parts: string[] = []
  if (effect.attend) parts.push(mt('effect_attend'))
  if (!isNothing(effect.spend)) parts.push(mt('effect_pay', { spend: amountsText(effect.spend ?? {}), gain: gainText(effect) }))
  else if (!isNothing(effect.gain)) parts.push(mt('effect_gain', { gain: gainText(effect) }))
  if (effect.also) parts.push(mt(`also_${effect.also}`))
  return upper([...(parts.length > 1 ? [list(parts.slice(0, -1))] : []), ...parts.slice(-1)].join(mt('and_also')))
}

export function effectLine(effect: Effect): string {
  const often = effect.times && effect.times > 1 ? `, ${mt('up_to_times', { count: effect.times })}` : ''
  return effectText(effect) + often
}

/** Give the resource of which a lot is one, null for a larger lot. */
function oneOf(lot: Payment): Resource | null {
  const [first, ...others] = entries(lot)
  return first && !others.length && first[1] === 1 ? (first[0] as Resource) : null
}

/** Say of what those who attend compare who has the most. */
function contestText(scoring: Scoring): string {
  const lot = scoring.lot ?? {}
  const key = scoring.of ?? oneOf(lot)
  const things = key ? mt(`most_${key}` as MarketKey) : mt('most_lots', { lot: amountsText(lot) })
  return mt('contest', { points: scoring.points, things })
}

/** Say what a lot scores: each Veggie, or every two Lilies. */
function lotText(points: number, lot: Payment): string {
  const one = oneOf(lot)
  return one ? mt('per', { points, lot: mt(`one_${one}`) }) : mt('per_lot', { points, lot: amountsText(lot) })
}

export function scoringText(scoring: Scoring): string {
  if (scoring.contest) return contestText(scoring)
  const { points, per = 1 } = scoring
  const each = scoring.of ? mt(`each_${scoring.of}` as MarketKey) : ''
  const text = each ? mt('per', { points, lot: per > 1 ? `${per} ${each}` : each }) : lotText(points, scoring.lot ?? {})
  return scoring.limit ? text + mt('at_most', { limit: mt('vp', { count: scoring.limit }) }) : text
}

export function storeText(card: Card): string {
  const { store } = card
  return store ? mt('store_text', { text: lotText(store.points, store.lot), lots: store.lots }) : ''
}

export function abilityText(ability: Ability): string {
  const count = ability.number ?? 1
  const cards = ability.cards ? mt(`cards_${ability.cards}` as MarketKey) : ''
  const less = amountsText(ability.less ?? {})
  const resource = ability.resource ? amountsText({ [ability.resource]: 1 }) : ''
  const when = ability.when ? mt(`when_${ability.when}` as MarketKey, { resource }) : ''
  const gain = mt('effect_gain', { gain: amountsText(ability.gain ?? {}) })
  return mt(`power_${ability.power}` as MarketKey, { count, cards, less, when, gain })
}

export function stepText(card: Card): string {
  if (card.step === undefined) return ''
  if (card.step === 'zoom') return mt('zoom')
  return mt(card.against ? 'up_to_steps_against' : 'up_to_steps', { count: card.step })
}

/** Everything that a card says, a line each. */
export function cardLines(card: Card): string[] {
  const lines = card.mirror ? [upper(mt('mirror'))] : (card.planks ?? []).map(effectLine)
  if (card.mode === 'choose' || (card.kind === 'action' && lines.length > 1)) lines.splice(0, lines.length, [lines[0], ...lines.slice(1).map(lower)].join(mt('or_else')))
  if (card.kind === 'action' && card.timing) lines.push(upper(mt(`timing_${card.timing}`)))
  if (card.ability) lines.push(abilityText(card.ability))
  for (const scoring of card.attending ?? []) lines.push(scoring.contest ? scoringText(scoring) : mt('here', { text: scoringText(scoring) }))
  for (const scoring of card.scorings ?? []) lines.push(mt('for_owner', { text: scoringText(scoring) }))
  if (card.store) lines.push(storeText(card))
  if (!isNothing(card.owner_bonus)) lines.push(mt(card.bonus_per_pawn ? 'owner_bonus_per_pawn' : 'owner_bonus', { amounts: amountsText(card.owner_bonus ?? {}) }))
  return lines
}

/** Where a card comes from as a whole: printed, invented, or some of both. */
export function origin(card: Card): Source | 'partly' {
  const found = new Set(Object.values(card.sources))
  if (found.size === 1) return [...found][0] as Source
  return found.has('invented') || found.has('inferred') ? (found.has('printed') || found.has('inferred') ? 'partly' : 'invented') : 'printed'
}

export function originText(card: Card): string {
  const is = origin(card)
  if (is === 'invented') return mt('invented_note')
  if (is === 'printed') return mt('printed_note')
  const printed = Object.entries(card.sources).flatMap(([field, source]) => (source === 'invented' ? [] : [mt(`field_${field}` as MarketKey)]))
  return mt('partly_note', { printed: list([...new Set(printed)]) })
}
