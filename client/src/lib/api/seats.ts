/** The seats that this browser may act for: secrets stay in its storage and never in an address. */

import type { GameName } from './types'

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

const KEY = 'rivertable.tables'
const AT_MOST = 40

function readAll(): HeldTable[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? (found as HeldTable[]) : []
  } catch {
    return []
  }
}

function writeAll(tables: HeldTable[]): void {
  const newest = [...tables].sort((a, b) => b.seenAt - a.seenAt).slice(0, AT_MOST)
  try {
    localStorage.setItem(KEY, JSON.stringify(newest))
  } catch {
    // Without storage a seat lasts as long as its page.
  }
}

export function heldTables(): HeldTable[] {
  return readAll().sort((a, b) => b.seenAt - a.seenAt)
}

export function heldTable(table: string): HeldTable | null {
  return readAll().find((held) => held.table === table) ?? null
}

/** Keep what is newly known of a table; a seat given again replaces the older secret. */
export function hold(table: string, news: Partial<Omit<HeldTable, 'table'>>): HeldTable {
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
