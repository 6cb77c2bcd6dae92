/** Every question a page asks the table, typed. */

import { ask, askUntilAnswered, newKey } from './http'
import type {
  Components,
  Draft,
  DraftRequest,
  GameInfo,
  GameName,
  LobbyTable,
  NewTable,
  NewTableAnswer,
  Position,
  Rule,
  TableEvent,
  TableView,
} from './types'

type Secret = string | null

export const games = (): Promise<GameInfo[]> => askUntilAnswered('/games', {})
export const rules = (game: GameName): Promise<Rule[]> => askUntilAnswered(`/games/${game}/rules`, {})
export const components = (game: GameName): Promise<Components> => askUntilAnswered(`/games/${game}/components`, {})
export const score = (game: GameName, sheet: unknown): Promise<unknown> =>
  ask(`/games/${game}/score`, { method: 'POST', body: sheet })

export const openTable = (table: NewTable): Promise<NewTableAnswer> => ask('/tables', { method: 'POST', body: table })
export const lobby = (): Promise<LobbyTable[]> => ask('/tables')
export const table = (id: string, secret: Secret): Promise<TableView> => askUntilAnswered(`/tables/${id}`, { secret })
export const tableComponents = (id: string, secret: Secret): Promise<Components> =>
  askUntilAnswered(`/tables/${id}/components`, { secret })
export const eventsSince = (
  id: string,
  since: number,
  secret: Secret,
): Promise<{ version: number; events: TableEvent[]; table: TableView }> =>
  askUntilAnswered(`/tables/${id}/events?since=${since}`, { secret })
export const position = (id: string, turn: number, secret: Secret): Promise<Position> =>
  ask(`/tables/${id}/positions/${turn}`, { secret })
export const record = (id: string, secret: Secret): Promise<unknown> => ask(`/tables/${id}/record`, { secret })

export const join = (
  id: string,
  seat: number,
  name: string,
  secret: Secret,
): Promise<{ seat: number; secret: string; version: number }> =>
  ask(`/tables/${id}/seats/${seat}`, { method: 'POST', body: { name, mix: mix() }, secret })
export const leave = (id: string, seat: number, secret: string): Promise<unknown> =>
  ask(`/tables/${id}/seats/${seat}`, { method: 'DELETE', secret })
export const start = (id: string, fill: string | null, secret: string): Promise<unknown> =>
  ask(`/tables/${id}/start`, { method: 'POST', body: fill ? { fill } : {}, secret })

export const draft = (id: string, request: DraftRequest, secret: string, signal?: AbortSignal): Promise<Draft> =>
  ask(`/tables/${id}/draft`, { method: 'POST', body: request, secret, ...(signal ? { signal } : {}) })
/** Play a whole turn. Sent again with the same key until the table answers, it is played once. */
export const move = (id: string, version: number, decisions: number[], secret: string): Promise<{ version: number }> =>
  askUntilAnswered(`/tables/${id}/moves`, { method: 'POST', body: { version, decisions, key: newKey() }, secret })
export const undo = (id: string, version: number, secret: string): Promise<{ version: number; is_done: boolean }> =>
  askUntilAnswered(`/tables/${id}/undo`, { method: 'POST', body: { version, key: newKey() }, secret })
export const answerUndo = (id: string, version: number, isAgreed: boolean, secret: string): Promise<unknown> =>
  ask(`/tables/${id}/undo/answer`, { method: 'POST', body: { version, is_agreed: isAgreed }, secret })
export const act = (id: string, what: 'resign' | 'return' | 'rematch', secret: string): Promise<unknown> =>
  ask(`/tables/${id}/${what}`, { method: 'POST', body: {}, secret })

/** Chance from this browser for the shuffle, so that no one alone can have chosen it. */
function mix(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
