/** Every question about boards to study together, and the secrets by which this browser writes on some. */

import { settings, store, stored } from '../../app/settings.svelte'
import { client, newKey, settle, settleAtLast } from '../api/http'
import type { components as Described } from '../api/schema'
import type { TurnRequest } from '../api/types'
import { symbolName } from '../table/names'

type Schemas = Described['schemas']
export type Board = Schemas['BoardReply']
export type BoardNode = Schemas['BoardNode']
export type BoardComment = Schemas['BoardComment']
export type BoardArrow = Schemas['BoardArrow']
export type BoardMember = Schemas['BoardMember']
export type BoardWords = Board['words'][number]
export type BoardPosition = Schemas['BoardPosition']
export type BoardChance = Schemas['BoardChance']
type Source = Schemas['BoardRequest']['source']
type Requests = Schemas['Move'] | Schemas['Say'] | Schemas['Draw'] | Schemas['Remove'] | Schemas['Show'] | Schemas['Present'] | Schemas['Rename']
/** What is done at a board, without the key that each request gets. */
export type Operation = Requests extends infer One ? (One extends Requests ? Omit<One, 'key'> : never) : never

type Secret = string | null

/** What this browser holds of a board: one's own secret, and the key that lets others write. */
export interface HeldBoard {
  board: string
  secret: string
  invite: string | null
  title: string | null
}

const KEY = 'rivertable.boards'
const AT_MOST = 40

export function heldBoards(): HeldBoard[] {
  const found = stored(KEY)
  return Array.isArray(found) ? (found as HeldBoard[]) : []
}

export const heldBoard = (board: string): HeldBoard | null => heldBoards().find((held) => held.board === board) ?? null

export function holdBoard(held: HeldBoard): void {
  store(KEY, [held, ...heldBoards().filter(({ board }) => board !== held.board)].slice(0, AT_MOST))
}

/** Hold the boards, too, that one writes on from other devices under one's name; give all that are held. */
export async function holdOwnBoards(): Promise<HeldBoard[]> {
  const found = await settleAtLast(() => client.GET('/api/me/boards'))
  for (const { board, title, secret } of found.toReversed()) if (!heldBoard(board)) holdBoard({ board, secret, invite: null, title })
  return heldBoards()
}

export const forgetBoard = (board: string): void => store(KEY, heldBoards().filter((held) => held.board !== board))

const of = (board: string, secret: Secret) => ({
  params: { path: { board } },
  headers: secret === null ? {} : ({ Authorization: `Bearer ${secret}` } as Record<string, string>),
})

const at = (board: string, node: number, secret: Secret) => ({ ...of(board, secret), params: { path: { board, node } } })

/** The name that one has on boards. */
const ownName = (): string => settings.name || symbolName(0)

/** Make a board and hold it; gives its id. */
export async function makeBoard(source: Source): Promise<string> {
  const made = await settle(client.POST('/api/me/boards', { body: { source, name: ownName() } }))
  holdBoard({ board: made.board, secret: made.secret, invite: made.invite, title: null })
  return made.board
}

/** Write on a board from now on, with the key to that. */
export async function joinBoard(board: string, invite: string, name: string): Promise<string> {
  const { secret } = await settle(client.POST('/api/me/boards/{board}', { params: { path: { board } }, body: { name, invite } }))
  holdBoard({ board, secret, invite, title: null })
  return secret
}

export const boardOf = (board: string, secret: Secret) => settleAtLast(() => client.GET('/api/boards/{board}', of(board, secret)))

export const boardComponents = (board: string, secret: Secret) =>
  settleAtLast(() => client.GET('/api/boards/{board}/components', of(board, secret)))

export const positionAt = (board: string, node: number, secret: Secret) =>
  settleAtLast(() => client.GET('/api/boards/{board}/nodes/{node}', at(board, node, secret)))

export const boardDraft = (board: string, node: number, turn: TurnRequest, secret: Secret) =>
  settleAtLast(() => client.POST('/api/boards/{board}/nodes/{node}/draft', { ...at(board, node, secret), body: turn }))

export const chanceAt = (board: string, node: number, decisions: number[], outcomes: number[], secret: Secret) =>
  settle(client.POST('/api/boards/{board}/nodes/{node}/chance', { ...at(board, node, secret), body: { decisions, outcomes } }))

/** Do something at a board: sent until an answer comes, for it is done once. */
export function operate(board: string, operation: Operation, secret: string) {
  const body = { ...operation, key: newKey() } as Requests
  return settleAtLast(() => client.POST('/api/boards/{board}/operations', { ...of(board, secret), body }))
}

export const askWords = (board: string, node: number, secret: string) =>
  settle(client.POST('/api/boards/{board}/nodes/{node}/words', at(board, node, secret)))

export const leaveBoard = (board: string, secret: string) => settle(client.DELETE('/api/boards/{board}/members', of(board, secret)))

export const deleteBoard = (board: string, secret: string) => settle(client.DELETE('/api/boards/{board}', of(board, secret)))

export const boardLink = (board: string): string => `${location.origin}/b/${board}`

export const writersLink = (board: string, invite: string): string => `${boardLink(board)}#write-${invite}`

/** Read the key that lets one write from a fragment, null where there is none. */
export const inviteInFragment = (fragment: string): string | null => /^#write-([A-Za-z0-9_-]{22,64})$/.exec(fragment)?.[1] ?? null
