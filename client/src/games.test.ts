import { describe, expect, it } from 'vitest'
import { GAMES, gameOf, shortTitleOf, titleOf } from './games'

/** What is written for all games: by hand, so not the API's types, and refusals lie together as the table sends them. */
const FILES = import.meta.glob<string>(
  ['./**/*.{ts,svelte,css,json}', '!./games/**', '!./games.ts', '!./lib/api/schema.d.ts', '!./words/*/refusals.json', '../public/*.js'],
  { eager: true, query: '?raw', import: 'default' },
)
const NAMES = GAMES.flatMap(({ name, title, short }) => [name, title, short])
const FOLDERS = Object.keys(import.meta.glob('./games/*/index.ts')).map((path) => path.split('/')[2])

describe('the games', () => {
  it('are those that have a folder', () => {
    expect(GAMES.map(({ name }) => name).sort()).toEqual(FOLDERS.sort())
  })

  it('are named in their folders and in the one list only', () => {
    expect(Object.keys(FILES).length).toBeGreaterThan(100)
    const naming = Object.entries(FILES).filter(([, text]) => NAMES.some((name) => text.toLowerCase().includes(name.toLowerCase())))
    expect(naming.map(([path]) => path)).toEqual([])
  })

  it('are each found by name, and one that there are no pages for is called what the server calls it', () => {
    for (const game of GAMES) expect(gameOf(game.name)).toBe(game)
    expect(gameOf('chess')).toBeNull()
    expect([titleOf('chess'), shortTitleOf('chess')]).toEqual(['chess', 'chess'])
  })
})

const CODE = import.meta.glob<string>(['./**/*.{ts,svelte}', '!./**/*.test.ts', '!./lib/api/schema.d.ts'], { eager: true, query: '?raw', import: 'default' })

/** Give what a file imports, now or later, as a value or for its types. */
function importsOf(path: string): string[] {
  const folder = path.slice(0, path.lastIndexOf('/'))
  return [...CODE[path]!.matchAll(/(?:from|import\(|^\s*import)\s*'(\.[^']+)'/gm)].flatMap(([, found]) => {
    const parts: string[] = []
    for (const part of `${folder}/${found}`.split('/')) {
      if (part === '..') parts.pop()
      else if (part !== '.') parts.push(part)
    }
    const name = `./${parts.join('/')}`
    return [name, `${name}.ts`, `${name}/index.ts`].filter((one) => one in CODE)
  })
}

describe('the imports', () => {
  it('go in no circle', () => {
    const done = new Set<string>()
    const circles: string[][] = []
    const follow = (path: string, way: string[]): void => {
      if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path])
      if (done.has(path)) return
      done.add(path)
      for (const next of importsOf(path)) follow(next, [...way, path])
    }
    for (const path of Object.keys(CODE)) follow(path, [])
    expect(done.size).toBeGreaterThan(200)
    expect(importsOf('./main.ts')).toContain('./app/App.svelte')
    expect(circles).toEqual([])
  })
})

describe('the folders of code', () => {
  it('hold no more than 15 files each', () => {
    const held: Record<string, number> = {}
    for (const path of Object.keys(import.meta.glob('./**/*'))) {
      const folder = path.slice(0, path.lastIndexOf('/'))
      held[folder] = (held[folder] ?? 0) + 1
    }
    expect(Object.entries(held).filter(([, count]) => count > 15)).toEqual([])
  })
})
