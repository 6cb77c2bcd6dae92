/** A turn that is half made: kept in this tab alone, so that a page that is loaded anew goes on where it was. */

import type { TableView } from '../api/types'

const KEY = 'rivertable.halfway'

interface Halfway {
  /** Of whose turn, and which. */
  turn: string
  decisions: number[]
}

function turnOf(view: TableView): string {
  return `${view.id} ${view.viewer} ${view.turn?.number}`
}

/** Keep what is decided of the viewer's turn; nothing decided is nothing to keep. */
export function keepHalfway(view: TableView, decisions: number[]): void {
  try {
    if (decisions.length) sessionStorage.setItem(KEY, JSON.stringify({ turn: turnOf(view), decisions } satisfies Halfway))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Without storage it lasts as long as its page.
  }
}

/** Give what was decided of this very turn before the page was loaded. */
export function halfwayOf(view: TableView): number[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Halfway | null
    return kept?.turn === turnOf(view) ? kept.decisions : []
  } catch {
    return []
  }
}
