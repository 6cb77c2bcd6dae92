/** What of a table's news is heard. */

import type { TableEvent, TableView } from '../api/types'
import type { Cue } from '../sound/cue'

function ownTurn(view: TableView): number | null {
  const isMine = view.status === 'playing' && view.viewer !== null && view.turn?.seat === view.viewer
  return isMine ? (view.turn?.number ?? null) : null
}

/** Give the cues for a view that follows another; none when the table is opened or looked at from another seat. */
export function cuesOf(old: TableView | null, view: TableView, news: readonly TableEvent[]): Cue[] {
  if (!old || old.viewer !== view.viewer) return []
  const cues: Cue[] = news.some((event) => event.kind === 'turn') ? ['drift'] : []
  const own = ownTurn(view)
  if (own !== null && own !== ownTurn(old)) cues.push('turn')
  return cues
}
