/** Every question about puzzles, typed: all may be asked again, for nothing is changed by them. */

import { client, settleAtLast } from './http'
import type { Daily, Draft, GameName, Judgement, Ladder, Puzzle, Solution, TurnRequest } from './types'

export const dailyPuzzle = (game: GameName): Promise<Daily> =>
  settleAtLast(() => client.GET('/api/games/{game}/puzzle', { params: { path: { game } } }))

export const puzzle = (game: GameName, id: string): Promise<Puzzle> =>
  settleAtLast(() => client.GET('/api/games/{game}/puzzles/{puzzle}', { params: { path: { game, puzzle: id } } }))

export const ladders = (game: GameName): Promise<Ladder[]> =>
  settleAtLast(() => client.GET('/api/games/{game}/puzzles', { params: { path: { game } } }))

export const puzzleDraft = ({ game, id }: Puzzle, turn: TurnRequest): Promise<Draft> =>
  settleAtLast(() =>
    client.POST('/api/games/{game}/puzzles/{puzzle}/draft', { params: { path: { game, puzzle: id } }, body: turn as never }),
  )

export const puzzleAnswer = ({ game, id }: Puzzle, decisions: number[]): Promise<Judgement> =>
  settleAtLast(() =>
    client.POST('/api/games/{game}/puzzles/{puzzle}/answer', { params: { path: { game, puzzle: id } }, body: { decisions } }),
  )

export const solution = ({ game, id }: Puzzle): Promise<Solution> =>
  settleAtLast(() => client.GET('/api/games/{game}/puzzles/{puzzle}/solution', { params: { path: { game, puzzle: id } } }))
