/** Why nothing happens at a table, and what happens next. */

import type { TableView } from '../api/types'

/** After so long, or half of the time that is left, people begin to wonder. */
const LONG_MS = 600_000

/** Whether a table has waited so long for somebody that it is worth saying. */
export function isLongWait({ status, turn, next, choosing }: Pick<TableView, 'status' | 'turn' | 'next' | 'choosing'>, now = Date.now()): boolean {
  if (status !== 'playing' || !turn) return false
  if (choosing) return true
  if (!next) return false
  const began = Date.parse(turn.began_at)
  return now - began > Math.min(LONG_MS, (Date.parse(next.at) - began) / 2)
}

/** The key of what happens next, by what the table says. */
export function nextKey({ next, choosing, agreement }: Pick<TableView, 'next' | 'choosing' | 'agreement'>) {
  if (!next) return choosing ? 'next_open' : null
  if (next.what === 'settle') return `next_settle_${agreement.absence ?? 'bot'}` as const
  return next.what === 'bot' || next.what === 'choice' ? (`next_${next.what}` as const) : null
}
