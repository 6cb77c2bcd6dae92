/** Small moments of a game: a trade that was worth it. */

import type { MarketState } from '../types'

/** Coins that a turn brings from here on are a good trade. */
const COINS = 2

export function isGoodTrade(before: MarketState, now: MarketState, seat: number): boolean {
  const coins = (state: MarketState): number => state.seats[seat]?.resources.coin ?? 0
  return coins(now) - coins(before) >= COINS
}
