/** How somebody fared against Rivals, kept in this browser: a game counts once it is over. */

import { store, stored } from '../../app/settings.svelte'
import { heldTable } from '../api/seats'
import * as api from '../api/table'
import type { GameName } from '../api/types'

export interface RivalGame {
  table: string
  game: GameName
  rival: string
  /** By how much it was won; negative where lost, null while it is played. */
  gap: number | null
}

const KEY = 'rivertable.rivals'
const AT_MOST = 200

export function rivalGames(): RivalGame[] {
  const found = stored(KEY)
  return Array.isArray(found) ? (found as RivalGame[]) : []
}

export function noteRivalGame(table: string, game: GameName, rival: string): void {
  store(KEY, [{ table, game, rival, gap: null }, ...rivalGames()].slice(0, AT_MOST))
}

/** Look up games that were not over when last seen, and give all. One that cannot be seen any more counts for nothing. */
export async function settledGames(): Promise<RivalGame[]> {
  const settled = await Promise.all(rivalGames().map(async (one) => (one.gap === null ? { ...one, gap: await gapOf(one.table) } : one)))
  store(KEY, settled)
  return settled
}

async function gapOf(table: string): Promise<number | null> {
  const secret = heldTable(table)?.seats[0]?.secret
  if (secret === undefined) return null
  const view = await api.table(table, secret).catch(() => null)
  if (!view || view.status !== 'over' || !view.totals) return null
  const [own, ...others] = view.totals
  return own! - Math.max(...others)
}

/** The games against one Rival that are over, the latest first. */
export const against = (games: readonly RivalGame[], rival: string): number[] =>
  games.flatMap((one) => (one.rival === rival && one.gap !== null ? [one.gap] : []))

/** The first Rival that was never beaten, the last one where all were. */
export const nextRival = (rivals: readonly string[], games: readonly RivalGame[]): string | undefined =>
  rivals.find((rival) => !against(games, rival).some((gap) => gap > 0)) ?? rivals.at(-1)
