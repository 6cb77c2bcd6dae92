/** What a game brings to the pages: one object a game, in the game's folder, found through `games.ts`. */

import type { Component } from 'svelte'
import type { LaterWords } from '../words/later.svelte'
import type { Language } from '../words/words.svelte'
import type { GameName, Move, Position } from './api/types'
import type { FinaleStep } from './table/after/finale'
import type { Replay } from './table/replay.svelte'
import type { TableSession, TurnSentence } from './table/session.svelte'

/** A component that is loaded when a page wants it. */
type Part<Props extends Record<string, unknown> = Record<string, never>> = () => Promise<{ default: Component<Props> }>

/** What the start page shows of a game. */
export interface GameFront {
  /** A piece of its board. */
  Picture: Component
  /** One sentence for who does not know it. */
  about: Record<Language, string>
}

/** What is loaded with a table. */
export interface GameBoard {
  /** Hand, steps of a turn and all else that is seen while it is played. */
  default: Component<{ session: TableSession; replay: Replay }>
  turnSentence: TurnSentence
  /** Its words, of which the help sheet says some. */
  words: LaterWords<{ help_turn: string; help_typed: string; help_back: string }>
}

/** What the end of a game is told with. */
export interface GameFinale {
  /** What a seat scores with, where a step is counted: null before the first. */
  default: Component<{ session: TableSession; seat: number; step: string | null }>
  /** What is counted, in its order. */
  finaleSteps: (session: TableSession) => FinaleStep[]
}

/** A turn that was not taken, as a review tells it. */
export interface ExpectedTurn extends Record<string, unknown> {
  session: TableSession
  seat: number
  move: Move
  /** The turns between the position and it. */
  earlier: readonly Move[]
  state: NonNullable<Position['state']>
}

/** Words of which the table's server names the keys. */
export type NamedWords = LaterWords<Record<string, string>>

export interface GamePlugin {
  /** What the table's server and the addresses of pages call it. */
  name: GameName
  title: string
  /** The title where there is little room. */
  short: string
  players: string
  minutes: string
  /** Its sign in a line of text. */
  mark: Component<{ size: number }>
  front: () => Promise<GameFront>
  board: () => Promise<GameBoard>
  /** A picture for a chapter of its rules, nothing for one without. */
  chapter: Part<{ section: string }>
  /** What its pictures mean, for the help. */
  legend: Part
  /** Its cards in words, where it has some. */
  cards?: Part
  /** A turn that was not taken, in words and shapes. */
  expected: Part<ExpectedTurn>
  /** Every seat's score explained, for the end. */
  explained: Part<{ session: TableSession }>
  finale: () => Promise<GameFinale>
  /** Scores a game of the real table. */
  scoreSheet: Part
  /** A sentence for each step of its lesson, and one for who tapped elsewhere. */
  lesson: NamedWords
  /** A sentence for each of its options and editions: `option_NAME`, `edition_NAME`; each
      rule of a Rival: `rule_NAME_1`; each part of its score: `part_NAME`. */
  options: NamedWords
}
