/** River Market in the pages: where each of its parts is. */

import type { GamePlugin } from '../../lib/game'
import Mark from './pictures/Mark.svelte'
import { lessonWords, optionWords } from './words/words.svelte'

export default {
  name: 'market',
  title: 'River Market',
  short: 'River Market',
  players: '2–5',
  minutes: '45–75',
  mark: Mark,
  front: () => import('./front'),
  board: () => import('./board'),
  chapter: () => import('./pictures/Chapter.svelte'),
  legend: () => import('./pictures/Legend.svelte'),
  expected: () => import('./words/ExpectedTurn.svelte'),
  explained: () => import('./score/Explained.svelte'),
  finale: () => import('./score/finale'),
  cards: () => import('./pictures/DeckList.svelte'),
  scoreSheet: () => import('./score/ScoreSheet.svelte'),
  lesson: lessonWords,
  options: optionWords,
} satisfies GamePlugin
