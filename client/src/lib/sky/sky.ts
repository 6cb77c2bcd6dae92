/** Time of day and weather over the rivers: loaded once, after the table. */

import { Later } from '../ui/later.svelte'

export const sky = new Later(() => import('./Sky.svelte'))
