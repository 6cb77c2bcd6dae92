/** Which puzzles were solved in this browser, and which comes next on the ladder. */

import { store, stored } from '../../app/settings.svelte'
import type { GameName, Ladder } from '../api/types'

const KEY = 'rivertable.puzzles'

type Solved = Partial<Record<GameName, string[]>>

function readAll(): Solved {
  const found = stored(KEY)
  return typeof found === 'object' && found !== null ? (found as Solved) : {}
}

/** The ids of the puzzles of a game that were solved. */
export function solvedOf(game: GameName): ReadonlySet<string> {
  const found = readAll()[game]
  return new Set(Array.isArray(found) ? found : [])
}

/** Keep that a puzzle was solved; gives all that were. */
export function keepSolved(game: GameName, puzzle: string): ReadonlySet<string> {
  const solved = new Set([...solvedOf(game), puzzle])
  store(KEY, { ...readAll(), [game]: [...solved].sort() })
  return solved
}

/** The first puzzle of a level that was not solved, from `after` on and then from the start; null where none is left. */
export function nextRung(ladder: Ladder, solved: ReadonlySet<string>, after: string | null = null): string | null {
  const at = after === null ? 0 : ladder.puzzles.indexOf(after) + 1
  const order = [...ladder.puzzles.slice(at), ...ladder.puzzles.slice(0, at)]
  return order.find((puzzle) => puzzle !== after && !solved.has(puzzle)) ?? null
}

/** The puzzle to go on with: the next of this level, else of the next level that has one. */
export function nextPuzzle(ladders: readonly Ladder[], solved: ReadonlySet<string>, level: number, from: string): string | null {
  const order = [...ladders.filter((one) => one.level >= level), ...ladders.filter((one) => one.level < level)]
  for (const ladder of order) {
    const found = nextRung(ladder, solved, from)
    if (found !== null) return found
  }
  return null
}

/** How many puzzles of a level were solved. */
export function countSolved(ladder: Ladder, solved: ReadonlySet<string>): number {
  return ladder.puzzles.filter((puzzle) => solved.has(puzzle)).length
}
