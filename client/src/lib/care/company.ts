/** What people do about one another: what is asked of the server to mute, block, report, sit down and appeal. */

import { client, newKey, settle } from '../api/http'
import type { components as Described } from '../api/schema'
import { isNamed } from '../api/seats'

type Schemas = Described['schemas']
export type Company = Schemas['TableCompany']
export type Standing = Schemas['Standing']
export type Apart = Company['seats'][number]['kind']
export type Sanction = Schemas['SanctionEntry']

const at = (table: string) => ({ path: { table } })

export const company = (table: string) => settle(client.GET('/api/me/tables/{table}/company', { params: at(table) }))

export const keepApart = (table: string, seat: number, kind: Apart) =>
  settle(client.POST('/api/me/tables/{table}/apart', { params: at(table), body: { seat, kind } }))

/** Report a table from a seat of one's own, whoever has it; `about` is the seat that it is about. */
export const report = (table: string, secret: string, about: number | null, text: string) =>
  settle(
    client.POST('/api/tables/{table}/reports', {
      params: at(table),
      headers: { Authorization: `Bearer ${secret}` },
      body: { text, seat: about },
    }),
  )

/** The same of somebody with a name who has no seat there. */
export const reportAsWatcher = (table: string, about: number | null, text: string) =>
  settle(client.POST('/api/me/tables/{table}/reports', { params: at(table), body: { text, seat: about } }))

/** Take an open seat under one's name. */
export const sitDown = (table: string, seat: number, name: string) =>
  settle(client.POST('/api/me/tables/{table}/seats/{seat}', { params: { path: { table, seat } }, body: { name, mix: '', secret: newKey() } }))

export type Hidden = ReadonlyMap<string, ReadonlySet<number>>

/** Give the seats whose names somebody does not want to see, by table; the host's is -1. Without an answer all are seen. */
export async function hiddenSeats(): Promise<Hidden> {
  if (!isNamed()) return new Map()
  const found = await settle(client.GET('/api/me/apart')).catch(() => [])
  return new Map(found.map(({ table, seats }) => [table, new Set(seats)]))
}

export const standing = () => settle(client.GET('/api/me/standing'))

export const letBe = (entry: string) => settle(client.DELETE('/api/me/apart/{entry}', { params: { path: { entry } } }))

export const appeal = (sanction: string, text: string) =>
  settle(client.POST('/api/me/sanctions/{sanction}/appeal', { params: { path: { sanction } }, body: { text } }))

/** The seats of a table whose names are not to be seen; the host's is -1. */
export const mutedSeats = ({ seats }: Company): ReadonlySet<number> =>
  new Set(seats.filter(({ kind }) => kind !== null).map(({ seat }) => seat))
