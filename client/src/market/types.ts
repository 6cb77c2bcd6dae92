/** The JSON of River Market, as the record and the table write it. */

export interface MarketState {
  turn: { seat: number; first_seat: number; number: number; phase: 'mulligan' | 'play' | 'final' | 'over' }
}
export type MarketMove = { type: 'keep' | 'redraw' | 'move' | 'build' | 'hire' | 'pass' }
export type MarketChance = { drawn?: string[]; reshuffled_after?: number }
export interface MarketBreakdown {
  total: number
}
export type MarketDecision = { type: string }
export interface MarketComponents {
  name: string
}
