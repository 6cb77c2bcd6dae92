/** Every question about puzzles: all may be asked again, for nothing is changed by them. */

import { client, settleAtLast } from './http'
import type { GameName, Puzzle, TurnRequest } from './types'

const of = ({ game, id }: Puzzle) => ({ params: { path: { game, puzzle: id } } })

export const dailyPuzzle = (game: GameName) =>
  settleAtLast(() => client.GET('/api/games/{game}/puzzle', { params: { path: { game } } }))

export const puzzle = (game: GameName, id: string) =>
  settleAtLast(() => client.GET('/api/games/{game}/puzzles/{puzzle}', { params: { path: { game, puzzle: id } } }))

export const ladders = (game: GameName) =>
  settleAtLast(() => client.GET('/api/games/{game}/puzzles', { params: { path: { game } } }))

export const puzzleDraft = (posed: Puzzle, turn: TurnRequest) =>
  settleAtLast(() => client.POST('/api/games/{game}/puzzles/{puzzle}/draft', { ...of(posed), body: turn }))

export const puzzleAnswer = (posed: Puzzle, decisions: number[]) =>
  settleAtLast(() => client.POST('/api/games/{game}/puzzles/{puzzle}/answer', { ...of(posed), body: { decisions } }))

export const solution = (posed: Puzzle) =>
  settleAtLast(() => client.GET('/api/games/{game}/puzzles/{puzzle}/solution', of(posed)))
