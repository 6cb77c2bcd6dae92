/** Every question a page asks the table, typed. */

import { client, newKey, settle, settleAtLast } from './http'
import type {
  Components,
  DealResult,
  Draft,
  DraftRequest,
  GameInfo,
  GameName,
  Hint,
  Lesson,
  LobbyTable,
  NewTable,
  NewTableAnswer,
  News,
  Position,
  ReviewAnswer,
  Rule,
  TableView,
} from './types'

type Secret = string | null

function bearer(secret: Secret): Record<string, string> {
  return secret === null ? {} : { Authorization: `Bearer ${secret}` }
}

const at = (table: string): { path: { table: string } } => ({ path: { table } })

export const games = (): Promise<GameInfo[]> => settleAtLast(() => client.GET('/api/games'))

export const rules = (game: GameName): Promise<Rule[]> =>
  settleAtLast(() => client.GET('/api/games/{game}/rules', { params: { path: { game } } }))

export const components = (game: GameName): Promise<Components> =>
  settleAtLast(() => client.GET('/api/games/{game}/components', { params: { path: { game } } }))

export const lesson = (game: GameName): Promise<Lesson> =>
  settleAtLast(() => client.GET('/api/games/{game}/lesson', { params: { path: { game } } }))

export const openTable = (table: NewTable): Promise<NewTableAnswer> => settle(client.POST('/api/tables', { body: table as never }))

export const lobby = (): Promise<LobbyTable[]> => settle(client.GET('/api/tables'))

export const table = (id: string, secret: Secret): Promise<TableView> =>
  settleAtLast(() => client.GET('/api/tables/{table}', { params: at(id), headers: bearer(secret) }))

export const tableComponents = (id: string): Promise<Components> =>
  settleAtLast(() => client.GET('/api/tables/{table}/components', { params: at(id) }))

export const eventsSince = (id: string, since: number, secret: Secret): Promise<News> =>
  settleAtLast(() =>
    client.GET('/api/tables/{table}/events', { params: { ...at(id), query: { since } }, headers: bearer(secret) }),
  )

export const position = (id: string, turn: number, secret: Secret): Promise<Position> =>
  settle(
    client.GET('/api/tables/{table}/positions/{turn}', {
      params: { path: { table: id, turn } },
      headers: bearer(secret),
    }),
  )

export const record = (id: string, secret: Secret): Promise<unknown> =>
  settle(client.GET('/api/tables/{table}/record', { params: at(id), headers: bearer(secret) }))

export const review = (id: string, secret: Secret): Promise<ReviewAnswer> =>
  settleAtLast(() => client.GET('/api/tables/{table}/review', { params: at(id), headers: bearer(secret) }))

/** Ask for a review, or for one that is done to look deeper; asked again while it goes on, nothing is added. */
export const askForReview = (id: string, secret: Secret): Promise<ReviewAnswer> =>
  settleAtLast(() => client.POST('/api/tables/{table}/review', { params: at(id), headers: bearer(secret) }))

/** Take a seat. An open one gets a secret made here, so that asking again after a lost answer gives the same seat. */
export function join(
  id: string,
  seat: number,
  name: string,
  secret: Secret,
): Promise<{ seat: number; secret: string; version: number }> {
  const body = { name, mix: mix(), secret: secret === null ? newKey() : null }
  return settleAtLast(() =>
    client.POST('/api/tables/{table}/seats/{seat}', {
      params: { path: { table: id, seat } },
      headers: bearer(secret),
      body,
    }),
  )
}

export const leave = (id: string, seat: number, secret: string): Promise<unknown> =>
  settle(client.DELETE('/api/tables/{table}/seats/{seat}', { params: { path: { table: id, seat } }, headers: bearer(secret) }))

/** Begin the game; bots of the level `fill` take the free seats. */
export const start = (id: string, fill: string | null, secret: string): Promise<unknown> =>
  settle(
    client.POST('/api/tables/{table}/start', {
      params: at(id),
      headers: bearer(secret),
      body: { fill } as never,
    }),
  )

export const draft = (id: string, request: DraftRequest, secret: string): Promise<Draft> =>
  settleAtLast(() =>
    client.POST('/api/tables/{table}/draft', { params: at(id), headers: bearer(secret), body: request as never }),
  )

/** Play a whole turn. Sent again with the same key until the table answers, however long that takes, it is played once. */
export function move(id: string, version: number, decisions: number[], secret: string): Promise<{ version: number }> {
  const key = newKey()
  const send = () =>
    client.POST('/api/tables/{table}/moves', {
      params: at(id),
      headers: bearer(secret),
      body: { version, decisions, key },
    })
  return settleAtLast(send, Infinity)
}

/** Take a hint for one's turn: first the idea, then the move. Asked again for the same turn, it is the same hint. */
export const hint = (id: string, version: number, step: 'idea' | 'move', secret: string): Promise<Hint> =>
  settleAtLast(() => client.POST('/api/tables/{table}/hint', { params: at(id), headers: bearer(secret), body: { version, step } }))

export function undo(id: string, version: number, secret: string): Promise<{ version: number; is_done: boolean }> {
  const key = newKey()
  return settleAtLast(() =>
    client.POST('/api/tables/{table}/undo', { params: at(id), headers: bearer(secret), body: { version, key } }),
  )
}

export const answerUndo = (id: string, version: number, isAgreed: boolean, secret: string): Promise<unknown> =>
  settle(
    client.POST('/api/tables/{table}/undo/answer', {
      params: at(id),
      headers: bearer(secret),
      body: { version, is_agreed: isAgreed },
    }),
  )

export const act = (id: string, what: 'resign' | 'return', secret: string): Promise<unknown> =>
  settle(client.POST(`/api/tables/{table}/${what}`, { params: at(id), headers: bearer(secret) }))

/** Open the same table once more; asked again, it is the same new table. */
export const rematch = (id: string, secret: string): Promise<{ version: number; table: string }> =>
  settle(client.POST('/api/tables/{table}/rematch', { params: at(id), headers: bearer(secret) }))

/** Who plays on, or plays a deal once more: a person in a seat, bots of a level or, without one, the same as before. */
export interface Again {
  seat: number
  name: string
  level: string | null
}

/** Play on from the position after a turn of a game that is over; the new table has begun. */
export const playOn = (id: string, turn: number, again: Again, secret: Secret): Promise<NewTableAnswer> =>
  settle(
    client.POST('/api/tables/{table}/branch', {
      params: at(id),
      headers: bearer(secret),
      body: { ...again, turn, mix: mix() } as never,
    }),
  )

/** Play the deal of a game that is over once more; the new table has begun. */
export const dealAgain = (id: string, again: Again, secret: Secret): Promise<NewTableAnswer> =>
  settle(client.POST('/api/tables/{table}/deal', { params: at(id), headers: bearer(secret), body: again as never }))

/** How the deal of a game that is over ended wherever it was played. */
export const dealResults = (id: string, secret: Secret): Promise<{ results: DealResult[] }> =>
  settleAtLast(() => client.GET('/api/tables/{table}/deal', { params: at(id), headers: bearer(secret) }))

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
