/** The words for a pool of rated games. */

import { shortTitleOf } from '../../games'
import { ct } from '../company/words.svelte'
import type { Pace } from './ratings'

/** A pool in words: its name is of the game, the number of players and the pace. */
export function pool(name: string): string {
  const [of = '', count = '2', how = 'live'] = name.split('-')
  return [shortTitleOf(of), ct('day_players', { count: Number(count) }), ct(`rating_${how as Pace}`)].join(' · ')
}
