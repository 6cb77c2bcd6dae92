/** Turns in words, as the game's log says them: loaded with its board already. */

import type { GameName, Move, TableEvent, TableView } from '../api/types'
import type { KnownGames, TableSession } from '../table/session.svelte'

export type Sayer = (view: TableView, session: TableSession, seat: number, move: Move) => string

/** A turn without who takes it, where that stands beside it. */
export function withoutName(text: string, name: string): string {
  return text.startsWith(name) ? text.slice(name.length).replace(/^[\s\u202f\u00a0]*:\s*/, '') : text
}

export async function turnSayer(known: KnownGames, game: GameName): Promise<Sayer> {
  const { turnSentence } = await known(game)!.board()
  return (view, session, seat, move) => turnSentence(view, session, { version: 0, at: '', kind: 'turn', seat, move } as TableEvent)
}
