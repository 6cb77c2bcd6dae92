/** The seats that this browser may act for: secrets stay in its storage and never in an address. */

import { store, stored } from '../../app/settings.svelte'
import type { GameName, TableView } from './types'

export interface HeldTable {
  table: string
  game: GameName | null
  name: string | null
  host: string | null
  seats: { seat: number; secret: string }[]
  /** Whether all seats of people sit at this one screen. */
  isHotSeat: boolean
  seenAt: number
}

type Listener = (held: HeldTable) => void
let listener: Listener = () => undefined

/** Have somebody told what is newly held here, once they have taken a name. */
export const whenHeld = (next: Listener): void => void (listener = next)

const KEY = 'rivertable.tables'
const NAMED = 'rivertable.named'
const AT_MOST = 40

function readAll(): HeldTable[] {
  const found = stored(KEY)
  return Array.isArray(found) ? (found as HeldTable[]) : []
}

function writeAll(tables: HeldTable[]): void {
  store(KEY, [...tables].sort((a, b) => b.seenAt - a.seenAt).slice(0, AT_MOST))
}

export function heldTables(): HeldTable[] {
  return readAll().sort((a, b) => b.seenAt - a.seenAt)
}

/** When a table last changed, as far as is known: its last turn, which may have ended the game; else when it was looked at. */
export function lastMoment({ seenAt }: HeldTable, { turn }: Pick<TableView, 'turn'>): number {
  return Date.parse(turn?.began_at ?? '') || seenAt
}

export function heldTable(table: string): HeldTable | null {
  return readAll().find((held) => held.table === table) ?? null
}

/** Whether somebody has taken a name here, who finds their tables on other devices too. */
export const isNamed = (): boolean => stored(NAMED) === true

export const noteName = (isTaken: boolean): void => store(NAMED, isTaken)

/** Keep what is newly known of a table; a seat given again replaces the older secret. It `isNew` unless it was sent here. */
export function hold(table: string, news: Partial<Omit<HeldTable, 'table'>>, isNew = true): HeldTable {
  const all = readAll()
  const old = all.find((held) => held.table === table)
  const seats = new Map((old?.seats ?? []).map((seat) => [seat.seat, seat.secret]))
  for (const seat of news.seats ?? []) seats.set(seat.seat, seat.secret)
  const held: HeldTable = {
    table,
    game: news.game ?? old?.game ?? null,
    name: news.name ?? old?.name ?? null,
    host: news.host ?? old?.host ?? null,
    isHotSeat: news.isHotSeat ?? old?.isHotSeat ?? false,
    seats: [...seats].map(([seat, secret]) => ({ seat, secret })).sort((a, b) => a.seat - b.seat),
    seenAt: Date.now(),
  }
  writeAll([...all.filter((other) => other.table !== table), held])
  if (isNew && (news.seats || news.host) && isNamed()) listener(held)
  return held
}

export function forget(table: string): void {
  writeAll(readAll().filter((held) => held.table !== table))
}

export function seatLink(table: string, seat: number, secret: string): string {
  return `${location.origin}/t/${table}#${seat}.${secret}`
}

/** A link that leads to a free seat: it opens nothing that is not open to all, and says which seat is meant. */
export function freeSeatLink(table: string, seat: number): string {
  return `${watchLink(table)}#seat-${seat + 1}`
}

export function watchLink(table: string): string {
  return `${location.origin}/t/${table}`
}

/** Whether a link is one to this very computer: a phone that opens it looks for the table on itself. */
export const isOfThisComputer = (link: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(link).hostname)
