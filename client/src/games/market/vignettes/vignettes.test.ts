import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { drawScene, headsOf, LEAST_SEEN } from './draw'
import { EVENTS } from './events'
import { SCENES } from './scenes'

const STORED_AT_MOST = 600
const DRAWN_AT_MOST = 1300

const deck = (edition: string): string[] => {
  const text = readFileSync(new URL(`../../../../../src/rivertable/market/printed/data/${edition}-edition.toml`, import.meta.url), 'utf8')
  return [...text.matchAll(/^id = "(.+?)"/gm)].map(([, id]) => id!)
}
const CARDS = new Set([...deck('first'), ...deck('second')])

describe('vignettes', () => {
  it('are there for each card of both editions, and for no other', () => {
    expect(deck('first').length).toBe(60)
    expect(deck('second').length).toBe(60)
    expect([...CARDS].filter((id) => !SCENES[id])).toEqual([])
    expect(Object.keys(SCENES).filter((id) => !CARDS.has(id))).toEqual([])
  })

  it('are all different', () => {
    expect(new Set(Object.values(SCENES).map(drawScene)).size).toBe(CARDS.size)
  })

  it('are small, stored and drawn', () => {
    for (const [id, scene] of Object.entries(SCENES)) {
      const drawn = drawScene(scene)
      expect(drawn, id).not.toMatch(/NaN|undefined|null/)
      expect(JSON.stringify(scene).length, id).toBeLessThanOrEqual(STORED_AT_MOST)
      expect(gzipSync(drawn, { level: 9 }).length, id).toBeLessThanOrEqual(DRAWN_AT_MOST)
    }
  })

  it('show a whole head in the lowest pictures', () => {
    for (const [id, scene] of Object.entries(SCENES)) {
      const heads = headsOf(scene)
      if (!heads) continue
      expect(heads[1] - heads[0], id).toBeLessThanOrEqual(LEAST_SEEN)
      expect(heads[0], id).toBeGreaterThanOrEqual(0)
      expect(heads[1], id).toBeLessThanOrEqual(66)
    }
    expect(headsOf(SCENES['dawn-catch']!)![0]).toBeLessThan(12)
  })

  it('show one Event at night', () => {
    expect(Object.entries(EVENTS).filter(([, [sky]]) => sky === 'night').map(([id]) => id)).toEqual(['float-of-lanterns'])
  })

  it('keep the upper right corner free for the steps', () => {
    for (const [id, [, , parts]] of Object.entries(SCENES)) {
      for (const [name, x, y] of parts) {
        const isHigh = typeof x === 'number' && typeof y === 'number' && x > 96 && y < 26
        expect(isHigh && name !== 'bunting', `${id}: ${name}`).toBe(false)
      }
    }
  })
})
