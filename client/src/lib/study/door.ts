/** The way to the page of boards: what leads there from a table is this alone, and what the page needs comes after it. */

import { companied } from '../company/words.svelte'

export const boardPage = () => companied(import('./BoardPage.svelte'))
