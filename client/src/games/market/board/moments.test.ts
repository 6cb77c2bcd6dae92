import { expect, it } from 'vitest'
import type { MarketState } from '../types'
import { isGoodTrade } from './moments'

const state = (coin: number): MarketState => ({ seats: [{ resources: { coin } }] }) as unknown as MarketState

it('a good trade brings two Coins or more', () => {
  expect(isGoodTrade(state(1), state(3), 0)).toBe(true)
  expect(isGoodTrade(state(1), state(2), 0)).toBe(false)
  expect(isGoodTrade(state(3), state(0), 0)).toBe(false)
  expect(isGoodTrade(state(1), state(3), 1)).toBe(false)
})
