/** The addresses of the client: paths in, pages out. */

import { gameOf, GAMES } from '../games'
import type { GameName } from '../lib/api/types'

export type Route =
  | { page: 'start' }
  | { page: 'new'; game: GameName }
  | { page: 'learn'; game: GameName }
  | { page: 'table'; table: string; turn: number | null }
  | { page: 'score'; game: GameName }
  | { page: 'cards'; game: GameName }
  | { page: 'rules'; game: GameName; rule: string | null }
  | { page: 'pieces' }
  | { page: 'admin' }
  | { page: 'lobby' }
  | { page: 'day' }
  | { page: 'board'; board: string | null }
  | { page: 'ratings' }
  | { page: 'person'; person: string }
  | { page: 'tournaments' }
  | { page: 'clubs' }
  | { page: 'club'; club: string }
  | { page: 'tournament'; tournament: string; deal: number | null }
  | { page: 'puzzle'; game: GameName; puzzle: string | null }
  | { page: 'missing' }

function isGame(word: string | undefined): word is GameName {
  return word !== undefined && gameOf(word) !== null
}

/** Give the parts of a path; null where it is none that a browser writes. */
function partsOf(path: string): string[] | null {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return null
  }
}

/** Give the page that a path means; a full stop or the like at its end is that of the sentence which it was copied from. */
export function parse(path: string): Route {
  const parts = partsOf(path.replace(/[.,;:!?)]+$/, ''))
  if (!parts) return { page: 'missing' }
  const [first, second, third, ...rest] = parts
  if (rest.length) return { page: 'missing' }
  if (first === undefined) return { page: 'start' }
  if (first === 'pieces' && second === undefined) return { page: 'pieces' }
  if (first === 'admin' && second === undefined) return { page: 'admin' }
  if (first === 'ratings' && second === undefined) return { page: 'ratings' }
  if (first === 'day' && second === undefined) return { page: 'day' }
  if (first === 'person' && second && third === undefined) return { page: 'person', person: second }
  if (first === 'tournament' && second === undefined) return { page: 'tournaments' }
  if (first === 'tournament' && second) {
    if (third !== undefined && !/^\d{1,2}$/.test(third)) return { page: 'missing' }
    return { page: 'tournament', tournament: second, deal: third === undefined ? null : Number(third) }
  }
  if (first === 'club' && third === undefined) return second === undefined ? { page: 'clubs' } : { page: 'club', club: second }
  if (first === 'tables' && second === undefined) return { page: 'lobby' }
  if (first === 'b' && third === undefined) return { page: 'board', board: second ?? null }
  if (first === 't' && second) {
    if (third !== undefined && !/^\d{1,4}$/.test(third)) return { page: 'missing' }
    return { page: 'table', table: second, turn: third === undefined ? null : Number(third) }
  }
  // Either is of a game: without one it is the first's, and the page leads to the others.
  if (second === undefined && first === 'rules') return { page: 'rules', game: GAMES[0]!.name, rule: null }
  if (second === undefined && first === 'score') return { page: 'score', game: GAMES[0]!.name }
  if (!isGame(second)) return { page: 'missing' }
  if (first === 'new' && third === undefined) return { page: 'new', game: second }
  if (first === 'learn' && third === undefined) return { page: 'learn', game: second }
  if (first === 'score' && third === undefined) return { page: 'score', game: second }
  if (first === 'cards' && third === undefined && gameOf(second)?.cards) return { page: 'cards', game: second }
  if (first === 'puzzle') return { page: 'puzzle', game: second, puzzle: third ?? null }
  if (first === 'rules') return { page: 'rules', game: second, rule: third ?? null }
  return { page: 'missing' }
}

/** Give the path of a page: what `parse` reads. */
export function path(route: Route): string {
  switch (route.page) {
    case 'start':
      return '/'
    case 'table':
      return `/t/${encodeURIComponent(route.table)}${route.turn === null ? '' : `/${route.turn}`}`
    case 'new':
    case 'learn':
    case 'score':
    case 'cards':
      return `/${route.page}/${route.game}`
    case 'rules':
      return `/rules/${route.game}${route.rule === null ? '' : `/${encodeURIComponent(route.rule)}`}`
    case 'puzzle':
      return `/puzzle/${route.game}${route.puzzle === null ? '' : `/${encodeURIComponent(route.puzzle)}`}`
    case 'pieces':
      return '/pieces'
    case 'admin':
      return '/admin'
    case 'lobby':
      return '/tables'
    case 'person':
      return `/person/${encodeURIComponent(route.person)}`
    case 'tournaments':
      return '/tournament'
    case 'tournament':
      return `/tournament/${encodeURIComponent(route.tournament)}${route.deal === null ? '' : `/${route.deal}`}`
    case 'clubs':
      return '/club'
    case 'club':
      return `/club/${encodeURIComponent(route.club)}`
    case 'ratings':
      return '/ratings'
    case 'day':
      return '/day'
    case 'board':
      return route.board === null ? '/b' : `/b/${encodeURIComponent(route.board)}`
    case 'missing':
      return '/missing'
  }
}

/** Read which free seat a link is meant for, null where none. */
export function freeSeatInFragment(fragment: string): number | null {
  const match = /^#seat-([1-9])$/.exec(fragment)
  return match ? Number(match[1]) - 1 : null
}

/** Read a seat and its secret from the fragment of a link, null where there is none. */
export function seatInFragment(fragment: string): { seat: number; secret: string } | null {
  const match = /^#?(\d)\.([A-Za-z0-9_-]{8,128})$/.exec(fragment)
  return match ? { seat: Number(match[1]), secret: match[2]! } : null
}

/** What a link in a message asks for, and the token by which it may. */
export interface MessageLink {
  purpose: 'confirm' | 'stop'
  token: string
}

/** Read the link of a message from a fragment, null where there is none. */
export function messageLinkInFragment(fragment: string): MessageLink | null {
  const match = /^#(confirm|stop)-([0-9a-f]{64})$/.exec(fragment)
  return match ? { purpose: match[1] as MessageLink['purpose'], token: match[2]! } : null
}

/** Read the key of the operators' page from the fragment of a link, null where there is none. */
export function keyInFragment(fragment: string): string | null {
  return /^#([A-Za-z0-9_-]{43})$/.exec(fragment)?.[1] ?? null
}
