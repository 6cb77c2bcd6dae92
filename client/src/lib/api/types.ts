/** What the table says and is told, by the names that pages use: all of it from its OpenAPI document (`npm run types`).
    What a game has of its own is a union of all games'; a game's folder picks out its part. */

import type { components, paths } from './schema'

type Schemas = components['schemas']

export type GameName = Schemas['LobbyLine']['game']
export type GameInfo = Schemas['GameReply']
/** What an option is set to: on or off, a whole number, or the name of a choice. */
export type OptionValue = GameInfo['presets'][string][string]
export type Rule = Schemas['RuleReply']
export type Components = paths['/api/games/{game}/components']['get']['responses'][200]['content']['application/json']
/** A refusal of the table, RFC 9457. */
export type Problem = Schemas['Problem']

export type NewTable = paths['/api/tables']['post']['requestBody']['content']['application/json']
export type NewTableAnswer = Schemas['TableMade']
export type LobbyTable = Schemas['LobbyLine']
/** Who has taken a name on this device. */
export type Me = Schemas['Me']
export type SeatInfo = Schemas['SeatReply']
export type TableView = Schemas['TableReply']
export type News = Schemas['News']
export type TableEvent = News['events'][number]
export type Pushed = News | Schemas['BoardReply'] | Schemas['PongMessage'] | Schemas['RefusedMessage']
export type DealResult = Schemas['DealResult']
export type Hint = Schemas['HintReply']

export type Position = Schemas['PositionReply']
export type Draft = Schemas['DraftReply']
/** A position with totals and scores, as a draft or a lesson has it. */
export type Preview = Draft['preview']
export type Choice = Draft['choices'][number]
export type Move = NonNullable<Draft['move']>
export type DraftRequest = Schemas['DraftDecisions'] | Schemas['DraftText'] | Schemas['DraftMove']
/** What the documents are in one game. */
export type StateOf<Game extends GameName> = NonNullable<Extract<TableView, { game: Game }>['state']>
export type BreakdownOf<Game extends GameName> = NonNullable<Extract<TableView, { game: Game }>['breakdowns']>[number]
export type MoveOf<Game extends GameName> = NonNullable<Extract<Draft, { game: Game }>['move']>
export type DecisionOf<Game extends GameName> = Extract<Draft, { game: Game }>['choices'][number]['what']
/** A turn, as far as it is decided or said. */
export type TurnRequest = Schemas['TurnDecisions'] | Schemas['TurnText'] | Schemas['TurnMove']

/** A puzzle without its solution: a position as the seat on turn knows it. */
export type Puzzle = Schemas['PuzzleReply']
/** The puzzles of a level, the easiest first. */
export type Ladder = Schemas['LadderReply']
export type Judgement = Schemas['JudgementReply']
export type Solution = Schemas['SolutionReply']
/** A turn of a puzzle that was weighed. */
export type Weighed = Solution['turns'][number]

/** The first lesson of a game. */
export type Lesson = Schemas['LessonReply']
export type LessonStep = Schemas['LessonStep']

export type ReviewAnswer = Schemas['ReviewReply']
export type Review = Schemas['ReviewDocument']
/** A turn of a reviewed game. */
export type ReviewTurn = Schemas['TurnDocument']
/** A turn that a review looked at. */
export type ReviewOption = Schemas['OptionDocument']
export type ReviewMark = NonNullable<ReviewTurn['mark']>
export type ReviewSeat = Schemas['SeatDocument']
