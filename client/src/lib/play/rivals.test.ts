import { expect, it } from 'vitest'
import { GAMES as PLAYED } from '../../games'
import { against, nextRival, type RivalGame } from './rivals'

const game = (rival: string, gap: number | null): RivalGame => ({ table: rival + gap, game: PLAYED[0]!.name, rival, gap })
const GAMES = [game('duckling', 4), game('duckling', -2), game('magpie', 0), game('magpie', null)]

it('counts games that are over', () => {
  expect(against(GAMES, 'duckling')).toEqual([4, -2])
  expect(against(GAMES, 'magpie')).toEqual([0])
})

it('suggests the first Rival that was not beaten yet', () => {
  const rivals = ['duckling', 'magpie', 'pike']
  expect(nextRival(rivals, GAMES)).toBe('magpie')
  expect(nextRival(rivals, [])).toBe('duckling')
  expect(nextRival(rivals, rivals.map((one) => game(one, 1)))).toBe('pike')
})
