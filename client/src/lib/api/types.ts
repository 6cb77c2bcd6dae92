/** What the table says and is told. It comes from its OpenAPI document (`npm run types`); where that says what every
    game's positions and moves hold, here stands only what they share: a game's own types stand in its folder. */

import type { components, paths } from './schema'

type Schemas = components['schemas']
type TableBody = paths['/api/tables']['post']['requestBody']['content']['application/json']

export type GameName = paths['/api/games/{game}/rules']['get']['parameters']['path']['game']
export interface State {
  turn: { number: number } | { round: number }
}
export interface Move {
  type: string
}
export type Chance = object
export interface Breakdown {
  total: number
}
export interface Decision {
  type: string
}
export interface Components {
  name: string
}

export type GameInfo = Omit<Schemas['GameReply'], 'name'> & { name: GameName }
/** What an option is set to: on or off, a whole number, or the name of a choice. */
export type OptionValue = boolean | number | string
export type Rule = Schemas['RuleReply']
export type SeatInfo = Schemas['SeatReply']
export type LobbyTable = Omit<Schemas['LobbyLine'], 'game'> & { game: GameName }
export type NewTable = Partial<Omit<TableBody, 'game' | 'seats' | 'options'>> & {
  game: GameName
  seats: TableBody['seats'][number][]
  options?: Record<string, OptionValue>
}
export type NewTableAnswer = Schemas['TableMade']
export type DealResult = Schemas['DealResult']
/** A refusal of the table, RFC 9457. */
export type Problem = Schemas['Problem']

export type TableView = Omit<Schemas['TableReply'], 'game' | 'state' | 'breakdowns'> & {
  game: GameName
  state: State | null
  breakdowns: Breakdown[] | null
}

export type TableEvent = Omit<Schemas['EventReply'], 'move' | 'chance'> & { move?: Move | null; chance?: Chance | null }

export type News = Omit<Schemas['News'], 'events' | 'table'> & { events: TableEvent[]; table: TableView }

export interface Choice {
  decision: number
  what: Decision
  total: number
}

export interface Preview {
  state: State
  totals: number[]
  breakdowns: Breakdown[]
}

export type Draft = Omit<Schemas['DraftReply'], 'path' | 'choices' | 'move' | 'preview'> & {
  path: Choice[]
  choices: Choice[]
  move: Move | null
  preview: Preview
}

/** A turn, as far as it is decided or said. */
export type TurnRequest = { decisions: number[] } | { move: Move } | { text: string }
export type DraftRequest = { version: number } & TurnRequest

export type Position = Preview & { turn: number; turns: number }

/** A puzzle without its solution: a position as the seat on turn knows it. */
export type Puzzle = Omit<Schemas['PuzzleReply'], 'game' | keyof Preview> & Preview & { game: GameName }
export interface Daily {
  day: string
  puzzle: Puzzle
}
/** The puzzles of a level, the easiest first. */
export type Ladder = Schemas['LadderReply']
export type Judgement = Omit<Schemas['JudgementReply'], 'move'> & { move: Move }
/** A turn of a puzzle that was weighed. */
export type Weighed = Omit<Schemas['WeighedReply'], 'move'> & { move: Move }
export type Solution = Omit<Schemas['SolutionReply'], 'turns'> & { turns: Weighed[] }

export type LessonStep = Schemas['LessonStep']

/** The first lesson of a game. */
export interface Lesson {
  game: GameName
  learner: number
  options: Record<string, OptionValue>
  /** Before each turn, and after the last. */
  positions: (Preview & { seat: number | null })[]
  turns: { seat: number; move: Move; notation: string; chance: Chance; drafts: Draft[] }[]
  steps: LessonStep[]
}

/** A turn that a review looked at. */
export type ReviewOption = Omit<Schemas['OptionDocument'], 'move'> & { move: Move }
/** A turn of a reviewed game. */
export type ReviewTurn = Omit<Schemas['TurnDocument'], 'played' | 'options'> & { played: ReviewOption | null; options: ReviewOption[] }
export type ReviewMark = NonNullable<ReviewTurn['mark']>
export type ReviewSeat = Schemas['SeatDocument']
export type Review = Omit<Schemas['ReviewDocument'], 'turns'> & { turns: ReviewTurn[] }
export type ReviewAnswer = Omit<Schemas['ReviewReply'], 'review'> & { review: Review | null }

/** A hint for one's turn, as far as it was asked for. */
export type Hint = Omit<Schemas['HintReply'], 'best'> & { best: (Omit<Schemas['HintMove'], 'move'> & { move: Move }) | null }

export type Pushed = News | { type: 'pong' } | { type: 'refused'; problem: Problem }
