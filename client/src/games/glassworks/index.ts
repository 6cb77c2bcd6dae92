/** River Valley Glassworks in the pages: where each of its parts is. */

import type { GamePlugin } from '../../lib/game'

export default {
  name: 'glassworks',
  title: 'River Valley Glassworks',
  short: 'Glassworks',
  players: '2–5',
  minutes: '20–45',
  mark: () => import('../../lib/glass/Drop.svelte'),
  front: () => import('./front'),
  board: () => import('./board'),
  explained: () => import('./score/Explained.svelte'),
  scoreSheet: () => import('./score/ScoreSheet.svelte'),
  lesson: () => import('./words/lesson'),
} satisfies GamePlugin
