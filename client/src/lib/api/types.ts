/** What the table says and is told, as both games share it. The games' own parts stand in their folders. */

import type { GlassworksBreakdown, GlassworksChance, GlassworksComponents, GlassworksDecision, GlassworksMove, GlassworksState } from '../../glassworks/types'
import type { MarketBreakdown, MarketChance, MarketComponents, MarketDecision, MarketMove, MarketState } from '../../market/types'
import type { GameName } from '../../app/routes'

export type { GameName }
export type State = GlassworksState | MarketState
export type Move = GlassworksMove | MarketMove
export type Chance = GlassworksChance | MarketChance
export type Breakdown = GlassworksBreakdown | MarketBreakdown
export type Decision = GlassworksDecision | MarketDecision
export type Components = GlassworksComponents | MarketComponents

export interface GameInfo {
  name: GameName
  title: string
  players: number[]
  has_hidden: boolean
  options: { name: string; sentence: string; rule: string | null }[]
  presets: Record<string, Record<string, boolean>>
  levels: { name: string; sentence: string }[]
}

export interface Rule {
  id: string
  title: string
  text: string
  status?: string
  note?: string | null
  see?: string[]
  chapter?: string
}

export interface SeatInfo {
  seat: number
  name: string | null
  kind: 'person' | 'open' | 'bot'
  level: string | null
  is_taken: boolean
  is_present: boolean
  substitute: string | null
  is_resigned: boolean
  clock_ms: number | null
}

export type TableStatus = 'waiting' | 'playing' | 'over' | 'stopped'

export interface TableView {
  id: string
  game: GameName
  name: string | null
  version: number
  status: TableStatus
  options: Record<string, string | boolean>
  components: { name: string; sha256: string }
  viewer: number | null
  is_host?: boolean
  is_public: boolean
  seats: SeatInfo[]
  clock: unknown
  turn: { number: number; seat: number; due_at: string | null } | null
  state: State | null
  totals: number[] | null
  breakdowns: Breakdown[] | null
  shuffle: { promised: string | null; mixed: (string | null)[]; commitment: string | null; seed: string | null }
  undo: { is_free: boolean; is_possible: boolean; asked_by: number | null; agreed: number[] } | null
  winners: number[] | null
  rematch: string | null
}

export interface TableEvent {
  version: number
  at: string
  kind:
    | 'created'
    | 'joined'
    | 'left'
    | 'started'
    | 'turn'
    | 'undo-asked'
    | 'undo-answered'
    | 'undone'
    | 'away'
    | 'returned'
    | 'resigned'
    | 'over'
    | 'rematch'
  seat: number | null
  turn?: number
  move?: Move
  notation?: string
  chance?: Chance
  totals?: number[]
  name?: string | null
}

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

export interface Draft {
  version: number
  decisions: number[]
  path: Choice[]
  choices: Choice[]
  is_complete: boolean
  move: Move | null
  notation: string | null
  reveals: number
  preview: Preview
}

export type DraftRequest = { version: number } & ({ decisions: number[] } | { move: Move } | { text: string })

export interface NewTable {
  game: GameName
  players: number
  options?: Record<string, string | boolean>
  seats: { kind: 'person' | 'open' | 'bot'; level?: string; name?: string }[]
  is_public?: boolean
  name?: string
}

export interface NewTableAnswer {
  table: string
  host: string
  seats: { seat: number; secret: string }[]
  promised: string
}

export interface LobbyTable {
  table: string
  game: GameName
  name: string | null
  seats: SeatInfo[]
  status: TableStatus
}

export interface Position {
  turn: number
  state: State
  totals: number[]
  breakdowns: Breakdown[]
}

/** A refusal of the table, RFC 9457. */
export interface Problem {
  type: string
  title: string
  status: number
  code: string
  detail: string
  rule: string | null
  template: string | null
  values: Record<string, string | number> | null
}

export type Pushed =
  | { type: 'news'; version: number; events: TableEvent[]; table: TableView }
  | { type: 'pong' }
  | { type: 'refused'; problem: Problem }
