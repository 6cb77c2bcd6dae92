/** The deal of the day: what is asked of the server, which tables play it here, and what is told of a result. */

import { settings, store, stored } from '../../app/settings.svelte'
import { client, settle, settleAtLast } from '../api/http'
import { heldTable, hold } from '../api/seats'
import type { components } from '../api/schema'
import type { GameName, TableView } from '../api/types'
import { symbolName } from '../table/names'

export type DayDeal = components['schemas']['DayDeal']
export type DayPage = components['schemas']['DayPage']
export type DayResult = components['schemas']['DayResult']

export const days = () => settleAtLast(() => client.GET('/api/days'))

export const dayPage = ({ day, game, players }: DayDeal) =>
  settleAtLast(() => client.GET('/api/days/{day}/{game}/{players}', { params: { path: { day, game, players } } }))

/** How the attempt at a table stands. */
export const resultAt = (table: string, secret: string) =>
  settleAtLast(() => client.GET('/api/tables/{table}/day', { params: { path: { table } }, headers: { Authorization: `Bearer ${secret}` } }))

const KEY = 'rivertable.days'
const AT_MOST = 60

/** The first table at which a deal was played in this browser, null where it was not. */
export function tableOf(deal: string): { table: string; secret: string } | null {
  const table = kept().find(([id]) => id === deal)?.[1]
  const secret = table === undefined ? undefined : heldTable(table)?.seats[0]?.secret
  return table === undefined || secret === undefined ? null : { table, secret }
}

function kept(): [string, string][] {
  const found = stored(KEY)
  return Array.isArray(found) ? (found as [string, string][]) : []
}

/** Play a deal at a table of one's own; gives its id. */
export async function play({ id, game, players }: DayDeal): Promise<string> {
  const name = settings.name || symbolName(0)
  const params = { path: { game: game as GameName, players } }
  const begun = await settle(client.POST('/api/me/days/{game}/{players}', { params, body: { name } }))
  hold(begun.table, { game: game as GameName, seats: [{ seat: begun.seat, secret: begun.secret }] }, false)
  if (tableOf(id) === null) store(KEY, [[id, begun.table], ...kept().filter(([deal]) => deal !== id)].slice(0, AT_MOST))
  return begun.table
}

/** Whether others may still play the deal of a table, so that nothing of it is told. */
export const isSealed = ({ shared }: TableView, now = Date.now()): boolean => shared !== null && Date.parse(shared.sealed_until) > now

const SQUARES = 10

/** A line of ten squares: as many are green as tenths of the field were beaten. Nothing of the deal shows in it. */
export function squares(share: number): string {
  const full = Math.round(share * SQUARES)
  return '🟩'.repeat(full) + '⬜'.repeat(SQUARES - full)
}
