/** Turns of a puzzle in words. */

import type { Weighed } from '../api/types'
import { withoutName, type Sayer } from '../review/saying'
import { seatName } from '../table/names'
import type { PuzzleSession } from './session.svelte'

/** What a turn does, without who takes it: everybody knows that here. In its notation until there are words. */
export function turnWords(session: PuzzleSession, sayer: Sayer | null, weighed: Weighed): string {
  const { view, puzzle } = session
  const text = (view && sayer?.(view, session, puzzle.seat, weighed.move)) || weighed.notation
  const name = view ? seatName(view, puzzle.seat) : ''
  return withoutName(text, name)
}
