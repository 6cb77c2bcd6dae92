import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { settings } from '../../../app/settings.svelte'
import { gilded } from './gilded'

const node = (): Pick<HTMLElement, 'dataset'> => ({ dataset: {} })
const isLined = ({ dataset }: Pick<HTMLElement, 'dataset'>): boolean => dataset.gilded !== undefined

describe('numbers that change', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    settings.speed = 'normal'
  })
  afterEach(() => {
    vi.useRealTimers()
    settings.speed = 'system'
  })

  it('are underlined for 600 ms when they change, not when they appear or stay', () => {
    const place = node()
    for (const value of [3, 3]) gilded(value)(place)
    expect(isLined(place)).toBe(false)
    gilded(4)(place)
    vi.advanceTimersByTime(400)
    // Once more meanwhile: the line lasts as long after it.
    gilded(2)(place)
    vi.advanceTimersByTime(599)
    expect(isLined(place)).toBe(true)
    vi.advanceTimersByTime(1)
    expect(isLined(place)).toBe(false)
  })

  it('are not underlined when another’s number is shown in the same place', () => {
    const place = node()
    gilded(3, 0)(place)
    gilded(7, 1)(place)
    expect(isLined(place)).toBe(false)
    gilded(8, 1)(place)
    expect(isLined(place)).toBe(true)
  })

  it('follow the speed, and are never underlined without motion', () => {
    const place = node()
    settings.speed = 'double'
    for (const value of [1, 2]) gilded(value)(place)
    vi.advanceTimersByTime(300)
    expect(isLined(place)).toBe(false)
    settings.speed = 'none'
    gilded(3)(place)
    expect(isLined(place)).toBe(false)
  })
})
