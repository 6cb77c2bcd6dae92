/** A name that finds its tables again: what is asked of the server, and this browser's links beside those kept there. */

import { client, Refusal, settle } from '../api/http'
import { heldTable, heldTables, hold, isNamed, noteName, type HeldTable } from '../api/seats'

export const takeName = (name: string) => settle(client.POST('/api/me', { body: { name } }))

/** Letters of a short code, which brings a device that is confirmed on another one; a longer one finds the name at once. */
const SHORT_LETTERS = 8

/** Come with a code of either kind. */
export const comeWith = (code: string) =>
  code.replaceAll(/[\s-]/g, '').length === SHORT_LETTERS ? settle(client.POST('/api/me/come', { body: { code } })) : recover(code)

const recover = (code: string) => settle(client.POST('/api/me/recover', { body: { code } }))

export const beginTransfer = () => settle(client.POST('/api/me/transfer'))

export const transfer = () => settle(client.GET('/api/me/transfer'))

export const answerTransfer = (isMine: boolean) =>
  settle(client.POST('/api/me/transfer/answer', { body: { is_mine: isMine } }))

export const newCode = () => settle(client.POST('/api/me/code'))

export const leave = () => settle(client.POST('/api/me/leave'))

export const erase = () => settle(client.DELETE('/api/me'))

export const stay = () => settle(client.POST('/api/me/stay'))

/** How long to wait before asking once more whether another device has done its part. */
export const PACE_MS = 1500

interface Link {
  table: string
  seat: number | null
  secret: string
}

const linksOf = ({ table, host, seats }: HeldTable): Link[] => [
  ...seats.map(({ seat, secret }) => ({ table, seat, secret })),
  ...(host === null ? [] : [{ table, seat: null, secret: host }]),
]

/** Keep the links to a table that this browser holds, for all devices; where the server says no, they stay here. */
export async function keep(held: HeldTable): Promise<void> {
  for (const { table, secret } of linksOf(held)) {
    try {
      await settle(client.POST('/api/me/tables', { body: { table, secret } }))
    } catch (error) {
      if (!(error instanceof Refusal)) return
      if (error.problem.code === 'no-person') noteName(false)
    }
    if (!isNamed()) return
  }
}

/** Bring this browser's links and those of the name together, and tell whether any came here. */
export async function reconcile(): Promise<boolean> {
  const found = await settle(client.GET('/api/me/tables'))
  const kept = new Set(found.map(({ table, secret }) => `${table} ${secret}`))
  for (const held of heldTables()) {
    if (linksOf(held).some(({ table, secret }) => !kept.has(`${table} ${secret}`))) await keep(held)
  }
  let hasCome = false
  // This browser holds so many: those that wait for somebody here stay rather than others.
  for (const { table, game, name, seat, secret } of found.toSorted((a, b) => Number(a.is_my_turn) - Number(b.is_my_turn))) {
    const here = heldTable(table)
    if (here && linksOf(here).some((link) => link.secret === secret)) continue
    hold(table, { game, name, ...(seat === null ? { host: secret } : { seats: [{ seat, secret }] }) }, false)
    hasCome = true
  }
  return hasCome
}
