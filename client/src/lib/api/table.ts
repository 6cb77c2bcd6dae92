/** Every question a page asks the table; what is sent and what comes is typed by the table's own description. */

import { client, newKey, settle, settleAtLast } from './http'
import type { components as Described } from './schema'
import type { DraftRequest, GameName, NewTable, NewTableAnswer } from './types'

type Secret = string | null
type StartRequest = Described['schemas']['StartRequest']

/** What a request about a table carries. */
function at(table: string, secret: Secret = null) {
  const headers: Record<string, string> = secret === null ? {} : { Authorization: `Bearer ${secret}` }
  return { params: { path: { table } }, headers }
}

/** What is the same for everybody the browser keeps, and asks whether it still is. */
const KEPT = { cache: 'no-cache' } as const

const ofGame = (game: GameName) => ({ params: { path: { game } }, ...KEPT })

export const games = () => settleAtLast(() => client.GET('/api/games', KEPT))

export const rules = (game: GameName) => settleAtLast(() => client.GET('/api/games/{game}/rules', ofGame(game)))

export const components = (game: GameName) => settleAtLast(() => client.GET('/api/games/{game}/components', ofGame(game)))

export const edition = (game: GameName, edition: string) =>
  settleAtLast(() => client.GET('/api/games/{game}/editions/{edition}', { params: { path: { game, edition } }, ...KEPT }))

export const lesson = (game: GameName) => settleAtLast(() => client.GET('/api/games/{game}/lesson', ofGame(game)))

export const openTable = (table: NewTable) => settle(client.POST('/api/tables', { body: table }))

export const lobby = () => settle(client.GET('/api/tables'))

export const table = (id: string, secret: Secret) => settleAtLast(() => client.GET('/api/tables/{table}', at(id, secret)))

/** Give the printed data of a table, by its hash: most are those of the standard edition, which the browser keeps. */
export async function tableComponents(id: string, game: GameName, sha256: string) {
  let tag: string | null = null
  const standard = await settleAtLast(async () => {
    const answer = await client.GET('/api/games/{game}/components', ofGame(game))
    tag = answer.response.headers.get('etag')
    return answer
  })
  if (tag === `W/"${sha256}"`) return standard
  return settleAtLast(() => client.GET('/api/tables/{table}/components', at(id)))
}

export function eventsSince(id: string, since: number, secret: Secret) {
  const { params, headers } = at(id, secret)
  return settleAtLast(() => client.GET('/api/tables/{table}/events', { params: { ...params, query: { since } }, headers }))
}

export function position(id: string, turn: number, secret: Secret) {
  const { headers } = at(id, secret)
  return settle(client.GET('/api/tables/{table}/positions/{turn}', { params: { path: { table: id, turn } }, headers }))
}

export const record = (id: string, secret: Secret) => settle(client.GET('/api/tables/{table}/record', at(id, secret)))

export const review = (id: string, secret: Secret) =>
  settleAtLast(() => client.GET('/api/tables/{table}/review', at(id, secret)))

/** Ask for a review, or for one that is done to look deeper; asked again while it goes on, nothing is added. */
export const askForReview = (id: string, secret: Secret) =>
  settleAtLast(() => client.POST('/api/tables/{table}/review', at(id, secret)))

/** Take a seat. An open one gets a secret made here, so that asking again after a lost answer gives the same seat. */
export function join(id: string, seat: number, name: string, secret: Secret) {
  const { headers } = at(id, secret)
  const body = { name, mix: mix(), secret: secret === null ? newKey() : null }
  const params = { path: { table: id, seat } }
  return settleAtLast(() => client.POST('/api/tables/{table}/seats/{seat}', { params, headers, body }))
}

/** Begin the game; bots of the level `fill` take the free seats. */
export const start = (id: string, fill: string | null, secret: string) =>
  settle(client.POST('/api/tables/{table}/start', { ...at(id, secret), body: { fill } as StartRequest }))

export const draft = (id: string, request: DraftRequest, secret: string) =>
  settleAtLast(() => client.POST('/api/tables/{table}/draft', { ...at(id, secret), body: request }))

/** Play a whole turn. Sent again with the same key until the table answers, however long that takes, it is played once. */
export function move(id: string, version: number, decisions: number[], secret: string) {
  const body = { version, decisions, key: newKey() }
  return settleAtLast(() => client.POST('/api/tables/{table}/moves', { ...at(id, secret), body }), Infinity)
}

/** Take a hint for one's turn: first the idea, then the move. Asked again for the same turn, it is the same hint. */
export const hint = (id: string, version: number, step: 'idea' | 'move', secret: string) =>
  settleAtLast(() => client.POST('/api/tables/{table}/hint', { ...at(id, secret), body: { version, step } }))

export function undo(id: string, version: number, secret: string) {
  const body = { version, key: newKey() }
  return settleAtLast(() => client.POST('/api/tables/{table}/undo', { ...at(id, secret), body }))
}

export const answerUndo = (id: string, version: number, isAgreed: boolean, secret: string) =>
  settle(client.POST('/api/tables/{table}/undo/answer', { ...at(id, secret), body: { version, is_agreed: isAgreed } }))

export const act = (id: string, what: 'resign' | 'return', secret: string) =>
  settle(client.POST(`/api/tables/{table}/${what}`, at(id, secret)))

/** Open the same table once more; asked again, it is the same new table. */
export const rematch = (id: string, secret: string) => settle(client.POST('/api/tables/{table}/rematch', at(id, secret)))

/** Who plays on, or plays a deal once more: a person in a seat, bots of a level or, without one, the same as before. */
export type Again = Described['schemas']['DealRequest']

/** Play on from the position after a turn of a game that is over; the new table has begun. */
export const playOn = (id: string, turn: number, again: Again, secret: Secret) =>
  settle(client.POST('/api/tables/{table}/branch', { ...at(id, secret), body: { ...again, turn, mix: mix() } }))

/** Play the deal of a game that is over once more; the new table has begun. */
export const dealAgain = (id: string, again: Again, secret: Secret) =>
  settle(client.POST('/api/tables/{table}/deal', { ...at(id, secret), body: again }))

/** How the deal of a game that is over ended wherever it was played. */
export const dealResults = (id: string, secret: Secret) =>
  settleAtLast(() => client.GET('/api/tables/{table}/deal', at(id, secret)))

/** Who has taken a name on this device, and whether the server keeps names at all. */
export const me = () => settle(client.GET('/api/me'))

/** Whether this person may let others in the house join, and where those find the table. */
export const house = () => settle(client.GET('/api/house'))

/** Let others in the house join, until the server is stopped. */
export const openHouse = () => settle(client.POST('/api/house'))

/** Chance from this browser for the shuffle, so that no one alone can have chosen it. */
function mix(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A table of which this browser has every person's seat begins at once: join with each secret, then start. */
export async function openAndStart(wanted: NewTable, names: Map<number, string>): Promise<NewTableAnswer> {
  const given = await openTable(wanted)
  for (const { seat, secret } of given.seats) {
    if (secret !== null) await join(given.table, seat, names.get(seat) ?? '', secret)
  }
  if (wanted.seats.every((seat) => seat.kind !== 'open')) await start(given.table, null, given.host)
  return given
}

/** The seats of a new table that this browser holds. */
export function heldSeats(given: NewTableAnswer): { seat: number; secret: string }[] {
  return given.seats.flatMap(({ seat, secret }) => (secret === null ? [] : [{ seat, secret }]))
}
