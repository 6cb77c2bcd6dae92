import { beforeEach, expect, it, vi } from 'vitest'
import { GAMES } from '../../games'
import { keepWish, lastWish, seatThatBegins } from './begin'

const [ONE, OTHER] = GAMES.map(({ name }) => name) as [typeof GAMES[number]['name'], typeof GAMES[number]['name']]
const LEVELS = ['novice', 'artisan']

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) })
})

it('asks for what was played last, each game for itself', () => {
  keepWish(ONE, { others: 4, level: 'artisan', begins: 'lot' })
  expect(lastWish(ONE, 4, LEVELS)).toEqual({ others: 4, level: 'artisan', begins: 'lot' })
  expect(lastWish(OTHER, 4, LEVELS)).toEqual({ others: 2, level: 'novice', begins: 'you' })
})

it('asks for nothing that there no longer is', () => {
  keepWish(ONE, { others: 9, level: 'wizard', begins: 'nobody' as never })
  expect(lastWish(ONE, 3, LEVELS)).toEqual({ others: 3, level: 'novice', begins: 'you' })
})

it('draws who begins among those who may', () => {
  const drawn = (begins: 'lot' | 'you' | 'other') => [0, 0.3, 0.6, 0.99].map((lot) => seatThatBegins(begins, 2, lot))
  expect(drawn('you')).toEqual([0, 0, 0, 0])
  expect(drawn('lot')).toEqual([0, 0, 1, 2])
  expect(drawn('other')).toEqual([1, 1, 2, 2])
})
