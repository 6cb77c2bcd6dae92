/** River Market in the pages: where each of its parts is. */

import type { GamePlugin } from '../../lib/game'

export default {
  name: 'market',
  title: 'River Market',
  short: 'River Market',
  players: '2–5',
  minutes: '45–75',
  mark: () => import('./pictures/Mark.svelte'),
  front: () => import('./front'),
  board: () => import('./board'),
  explained: () => import('./score/Explained.svelte'),
  scoreSheet: () => import('./score/ScoreSheet.svelte'),
  lesson: () => import('./words/lesson'),
} satisfies GamePlugin
