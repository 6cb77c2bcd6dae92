import { afterEach, describe, expect, it } from 'vitest'
import { settings } from '../../../app/settings.svelte'
import { gilded } from './gilded'

/** Where a number is shown, and how long each gold line below it lasts. */
function place(): { node: Pick<Element, 'animate'>; lines: number[] } {
  const lines: number[] = []
  const animate = (_frames: unknown, options: KeyframeAnimationOptions): Animation => {
    lines.push(Number(options.duration))
    return {} as Animation
  }
  return { node: { animate: animate as Element['animate'] }, lines }
}

describe('numbers that change', () => {
  afterEach(() => (settings.speed = 'system'))

  it('are underlined for 600 ms when they change, not when they appear or stay', () => {
    settings.speed = 'normal'
    const { node, lines } = place()
    for (const value of [3, 3, 4, 4, 2]) gilded(value)(node)
    expect(lines).toEqual([600, 600])
  })

  it('are not underlined when another’s number is shown in the same place', () => {
    settings.speed = 'normal'
    const { node, lines } = place()
    gilded(3, 0)(node)
    gilded(7, 1)(node)
    gilded(8, 1)(node)
    expect(lines).toEqual([600])
  })

  it('follow the speed, and are never underlined without motion', () => {
    const { node, lines } = place()
    settings.speed = 'double'
    for (const value of [1, 2]) gilded(value)(node)
    settings.speed = 'none'
    gilded(3)(node)
    expect(lines).toEqual([300])
  })
})
