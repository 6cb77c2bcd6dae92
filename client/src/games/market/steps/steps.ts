/** The steps of a turn in the action bar: a few words and amounts for each decision. */

import type { Play } from './play.svelte'
import { plus } from '../words/saying'
import type { Amounts, MarketDecision, Payment, Effect } from '../types'
import { mt } from '../words/words.svelte'

export interface Step {
  text: string
  /** The same in a word or two, for a phone. */
  short?: string
  spent?: Payment
  gained?: Payment
}

const some = (amounts: Payment | undefined): Payment | undefined =>
  amounts && Object.keys(amounts).length ? amounts : undefined

export function stepOf(play: Play, what: MarketDecision): Step | null {
  const name = (id: string): string => play.card(id).name
  switch (what.type) {
    case 'keep':
    case 'redraw':
    case 'pass':
      return { text: mt(what.type) }
    case 'move':
      return { text: mt(what.zoom_token ? 'step_token' : 'step_move', { card: name(what.card) }), short: name(what.card) + (what.zoom_token ? ` + ${mt('zoom')}` : '') }
    case 'build':
    case 'hire':
      return { text: mt(`step_${what.type}`, { card: name(what.card) }), spent: some(what.price) }
    case 'stop':
      return { text: mt('step_stop', { booth: name(what.booth) }), short: `→ ${name(what.booth)}` }
    case 'plank':
    case 'action':
      return effectStep(play, what)
    case 'again':
      return { text: mt('step_again') }
    case 'pay':
      return { text: mt('step_pay'), spent: what.goods }
    case 'gain':
      return { text: mt('step_gain'), gained: what.goods }
    case 'shed':
      return { text: mt('step_shed', { card: name(what.card) }) }
    case 'spot':
      return { text: mt('step_spot', { end: mt(`end_${what.end}`) }) }
    case 'end':
      return { text: mt('step_end') }
  }
}

/** Say what an effect does besides giving things. */
function deedText(effect: Effect | undefined): string {
  if (effect?.also) return mt(`also_${effect.also}`)
  return effect?.attend ? mt('attend') : ''
}

/** An effect whose Goods are still to be chosen is told as its card prints it. */
function effectStep(play: Play, what: Extract<MarketDecision, { type: 'plank' | 'action' }>): Step {
  const text = what.type === 'action' ? `${play.card(what.card).name}:` : ''
  const effect = play.card(what.card).planks?.[(what.type === 'plank' ? what.plank : what.alternative) - 1]
  if (what.times !== undefined) {
    const often = what.times > 1 ? ` ${mt('times', { count: what.times })}` : ''
    return { text: `${text} ${deedText(effect)}${often}`.trim(), spent: some(what.spent), gained: some(what.gained) }
  }
  return { text: `${text} ${deedText(effect)}`.trim(), spent: some(effect?.spend), gained: some(effect?.gain) }
}

/** Everything spent and gained by several times of effects. */
export function sumOf(times: readonly { spent?: Amounts; gained?: Amounts }[], part: 'spent' | 'gained'): Amounts {
  return times.reduce<Amounts>((sum, time) => plus(sum, time[part]), {})
}
