/** The JSON of River Valley Glassworks, by the table's own description. */

import type { components } from '../../lib/api/schema'
import type { BreakdownOf, DecisionOf, MoveOf, StateOf } from '../../lib/api/types'

/** A piece as written: "light blue drop". */
export type PieceName = components['schemas']['PieceName']
export type GlassworksState = StateOf<'glassworks'>
export type GlassworksBreakdown = BreakdownOf<'glassworks'>
export type GlassworksMove = MoveOf<'glassworks'>
export type GlassworksDecision = DecisionOf<'glassworks'>
export type GlassworksComponents = components['schemas']['GlassworksComponentsDocument']
export type Tile = GlassworksState['river'][number]
export type SeatState = GlassworksState['seats'][number]
