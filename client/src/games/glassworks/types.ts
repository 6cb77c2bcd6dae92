/** The JSON of River Valley Glassworks, as the record and the table write it. */

import type { Colour, Shape } from '../../lib/glass/drawings'

/** A piece as written: "light blue drop". */
export type PieceName = `${Colour} ${Shape}`

export interface Tile {
  shape: Shape
  stones: number
  pieces: PieceName[]
}

export interface Column {
  colour: Colour
  height: number
}

export interface SeatState {
  satchel: PieceName[]
  columns: Column[]
  overflow: PieceName[]
  inventory: number
}

export interface GlassworksState {
  river: Tile[]
  lake: PieceName[]
  bag: Partial<Record<PieceName, number>>
  seats: SeatState[]
  turn: { seat: number; first_seat: number; round: number; phase: 'play' | 'finishing' | 'final' | 'over' }
}

export type GlassworksMove =
  | { type: 'place'; pieces: PieceName[]; onto: number; gather: number; order?: Colour[] }
  | { type: 'draw'; take: PieceName[]; overflow?: PieceName[] }
  | { type: 'pass' }

export interface GlassworksBreakdown {
  rows: number[]
  columns: { column: number; height: number; vp: number }[]
  overflow: number
  total: number
}

export type GlassworksDecision =
  | { type: 'place'; piece: PieceName; onto: number }
  | { type: 'pair'; shape: Shape; onto: number }
  | { type: 'pick'; piece: PieceName }
  | { type: 'gather'; tile: number; pieces: PieceName[] }
  | { type: 'column'; colour: Colour; column: number }
  | { type: 'draw'; count: number }
  | { type: 'leave'; piece: PieceName }
  | { type: 'drop'; piece: PieceName }
  | { type: 'pass' }

export interface GlassworksComponents {
  name: string
  sha256: string
  colours: Colour[]
  shapes: Shape[]
  stones: Record<Shape, number>
  row_vp: number[]
  column_vp: number[][]
  overflow_vp: number
  inventory_trigger: number
  pieces: Record<Colour, Record<Shape, number>>
  five_players_only: Colour[]
  satchel: number
  lake: number
  sources: Record<string, string>
  inferred: string[]
}
