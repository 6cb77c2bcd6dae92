/** The pictures of cards, and where the names of narrow ones break: loaded once, after the table. */

import { Later } from '../../../lib/ui/later.svelte'

export const art = new Later(() => import('../vignettes/CardArt.svelte'))

const syllables = new Later(() => import('../words/syllables'))

/** Give a name as a narrow card shows it. */
export function narrowName(name: string): string {
  if (art.part) void syllables.want()
  return syllables.part?.(name) ?? name
}
