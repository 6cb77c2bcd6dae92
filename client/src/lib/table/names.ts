/** What seats are called. */

import type { SeatInfo, TableView } from '../api/types'
import { ft } from '../../words/front.svelte'
import { t, type Key } from '../../words/words.svelte'

const SYMBOLS = ['bell', 'anchor', 'leaf', 'key', 'lantern'] as const

export function symbolName(seat: number): string {
  return t(`seats.${SYMBOLS[seat] ?? 'bell'}`)
}

/** A level of bots in the reader's language, or as the table names it where there is no word for it. */
export function levelName(level: string): string {
  const key = `levels.${level}` as Key
  const word = t(key)
  return word === key ? level : word
}

const RIVAL = 'rival:'

/** Whether a bot is a Rival: a character of its game for playing alone. */
export function isRival(level: string): boolean {
  return level.startsWith(RIVAL)
}

/** The word of a Rival, as its game calls it. */
export const rivalOf = (level: string): string => level.slice(RIVAL.length)

/** How a bot of a level or a Rival plays, in the reader's language; '' for one that there are no words for. */
export function mannerOf(level: string): string {
  const key = (isRival(level) ? `rivals_${rivalOf(level)}` : `manners_${level}`) as Parameters<typeof ft>[0]
  const word = ft(key)
  return word === key ? '' : word
}

function bareName(info: SeatInfo): string {
  return info.kind === 'bot' && info.level && isRival(info.level) ? levelName(info.level) : (info.name ?? symbolName(info.seat))
}

export function plainName(info: SeatInfo): string {
  return info.kind === 'bot' ? t('seats.bot', { name: bareName(info) }) : bareName(info)
}

/** What a table is called, and its seats. */
type Named = Pick<TableView, 'name' | 'seats'>

/** Give them as they are to be seen where the names of some seats are not; the host's is -1, and names the table, too. */
export function seenNames({ name, seats }: Named, hidden: ReadonlySet<number> | undefined): Named {
  if (!hidden?.size) return { name, seats }
  return {
    name: hidden.has(-1) ? null : name,
    seats: seats.map((info) => (hidden.has(info.seat) ? { ...info, name: null } : info)),
  }
}

/** The name of a seat where it is told what it did: that it is a bot stands elsewhere. */
export function moverName(view: TableView, seat: number, isHotSeat = false): string {
  const info = view.seats[seat]
  return info?.kind === 'bot' ? bareName(info) : seatName(view, seat, isHotSeat)
}

/** The name of a seat as this viewer reads it: one's own is "You", where only one person sits at the screen. */
export function seatName(view: TableView, seat: number, isHotSeat = false): string {
  const info = view.seats[seat]
  if (!info) return symbolName(seat)
  return seat === view.viewer && !isHotSeat ? t('seats.you') : plainName(info)
}
