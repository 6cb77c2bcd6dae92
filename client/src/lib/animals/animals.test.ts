import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ANIMALS, drawAnimal, faceOf, isAnimal } from './animals'

const games = new URL('../../../../src/rivertable/', import.meta.url)
const SOURCES = readdirSync(games).map((game) => new URL(`${game}/rivals.py`, games)).filter((source) => existsSync(source))
const RIVALS = SOURCES.flatMap((source) => [...readFileSync(source, 'utf8').matchAll(/(?:_r|R)ival\(\s*"([a-z]+)"/g)].map(([, name]) => name!))

describe('animals', () => {
  it('give every Rival a face of its own', () => {
    expect(RIVALS.length).toBeGreaterThanOrEqual(6)
    expect(RIVALS.filter((name) => !isAnimal(name))).toEqual([])
    expect(new Set(RIVALS.map((name) => drawAnimal(name as 'fox'))).size).toBe(RIVALS.length)
  })

  it('differ from one another, and are small', () => {
    const drawings = ANIMALS.map((name) => drawAnimal(name, { wear: 'scarf', hat: 'straw' }))
    expect(new Set(drawings).size).toBe(ANIMALS.length)
    for (const drawing of drawings) {
      expect(drawing).not.toMatch(/NaN|undefined/)
      expect(gzipSync(drawing).length).toBeLessThan(1000)
    }
  })

  it('look out of a window that is as wide as it is high, and stand in it', () => {
    for (const name of ANIMALS) {
      const [x, y, size] = faceOf(name)
      expect(x).toBeLessThan(0)
      expect(x + size).toBeGreaterThan(0)
      expect(y + size).toBeLessThanOrEqual(10)
    }
  })
})
