/** The pictures of cards: loaded once, after the table. */

import { Later } from '../../../lib/ui/later.svelte'

export const art = new Later(() => import('../vignettes/CardArt.svelte'))
