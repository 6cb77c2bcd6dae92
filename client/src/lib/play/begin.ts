/** A game against bots at once: what was chosen last, and the table that is made of it. */

import { settings, store, stored } from '../../app/settings.svelte'
import { hold } from '../api/seats'
import * as api from '../api/table'
import type { GameName, NewTable } from '../api/types'
import { symbolName } from '../table/names'

export type Beginner = 'lot' | 'you' | 'other'

/** What somebody wants to play. */
export interface Wish {
  others: number
  level: string
  begins: Beginner
}

const KEY = 'rivertable.play'
const FIRST: Wish = { others: 2, level: 'novice', begins: 'you' }

function wishes(): Partial<Record<GameName, Wish>> {
  return (stored(KEY) as Partial<Record<GameName, Wish>> | null) ?? {}
}

/** What was played last, as far as the game still has it. */
export function lastWish(game: GameName, most: number, levels: readonly string[]): Wish {
  const { others, level, begins } = { ...FIRST, ...wishes()[game] }
  return {
    others: Math.min(Math.max(1, others), most),
    level: levels.includes(level) ? level : (levels[0] ?? FIRST.level),
    begins: ['lot', 'you', 'other'].includes(begins) ? begins : FIRST.begins,
  }
}

export function keepWish(game: GameName, wish: Wish): void {
  store(KEY, { ...wishes(), [game]: wish })
}

/** Which of the seats begins, you being the first of them; `lot` is a number from 0 to below 1. */
export function seatThatBegins(begins: Beginner, others: number, lot: number): number {
  if (begins === 'you') return 0
  return begins === 'lot' ? Math.floor(lot * (others + 1)) : 1 + Math.floor(lot * others)
}

/** Make a table with bots and begin; gives its id. */
export async function beginWith(game: GameName, bots: readonly string[], first: number): Promise<string> {
  const name = settings.name || symbolName(0)
  const seats = [{ kind: 'person', name }, ...bots.map((level) => ({ kind: 'bot', level }))]
  const given = await api.openAndStart({ game, seats, first_seat: first } as NewTable, new Map([[0, name]]))
  hold(given.table, { game, host: given.host, seats: api.heldSeats(given) })
  return given.table
}
