/** River Valley Glassworks in the pages: where each of its parts is. */

import Drop from '../../lib/glass/Drop.svelte'
import type { GamePlugin } from '../../lib/game'
import { lessonWords, optionWords } from './words/words.svelte'

export default {
  name: 'glassworks',
  title: 'River Valley Glassworks',
  short: 'Glassworks',
  players: '2–5',
  minutes: '20–45',
  mark: Drop,
  front: () => import('./front'),
  board: () => import('./board'),
  chapter: () => import('./pictures/Chapter.svelte'),
  legend: () => import('./pictures/Legend.svelte'),
  expected: () => import('./words/ExpectedTurn.svelte'),
  explained: () => import('./score/Explained.svelte'),
  finale: () => import('./score/finale'),
  scoreSheet: () => import('./score/ScoreSheet.svelte'),
  lesson: lessonWords,
  options: optionWords,
} satisfies GamePlugin
