/** Turns in words, as the game's log says them: loaded with its board already. */

import type { GameName, Move, TableEvent, TableView } from '../api/types'
import type { TableSession } from '../table/session.svelte'

export type Sayer = (view: TableView, session: TableSession, seat: number, move: Move) => string

/** A turn without who takes it, where that stands beside it. */
export function withoutName(text: string, name: string): string {
  return text.startsWith(name) ? text.slice(name.length).replace(/^[\s\u202f\u00a0]*:\s*/, '') : text
}

export async function turnSayer(game: GameName): Promise<Sayer> {
  const event = (seat: number, move: Move): TableEvent => ({ version: 0, at: '', kind: 'turn', seat, move })
  if (game === 'glassworks') {
    const { turnSentence } = await import('../../games/glassworks/words/sentences')
    return (view, session, seat, move) => turnSentence(view, event(seat, move), session.held?.isHotSeat)
  }
  const [{ turnSentence }, { deckOf }] = await Promise.all([import('../../games/market/words/sentences'), import('../../games/market/cards/cards')])
  return (view, session, seat, move) =>
    turnSentence(view, deckOf(session.components as Parameters<typeof deckOf>[0]), event(seat, move), session.held?.isHotSeat)
}
