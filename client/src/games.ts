/** The games that these pages can show, in their order on the start page. Nothing else in the client names a game. */

import glassworks from './games/glassworks'
import market from './games/market'
import type { GamePlugin } from './lib/game'

export const GAMES: readonly GamePlugin[] = [glassworks, market]

/** Give what a game brings to the pages, null where the table's server knows a game for which there are none. */
export function gameOf(name: string): GamePlugin | null {
  return GAMES.find((game) => game.name === name) ?? null
}

/** The title of a game, or the server's name for it where there are no pages for it. */
export const titleOf = (name: string): string => gameOf(name)?.title ?? name

/** The same where there is little room. */
export const shortTitleOf = (name: string): string => gameOf(name)?.short ?? name
