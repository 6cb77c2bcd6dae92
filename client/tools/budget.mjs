// Prints what each page loads at first in each language, gzipped, and fails above the budget.
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const BUDGET = 100_000
const root = new URL('../../src/rivertable/table/static/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', root), 'utf8'))
const sizes = new Map()

function size(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(new URL(file, root)), { level: 9 }).length)
  return sizes.get(file)
}

/** The files of a chunk and of all that it loads with it. */
function files(key, found = new Set()) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The build has no ${key}.`)
  for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file)
  for (const next of chunk.imports ?? []) if (!found.has(manifest[next].file)) files(next, found)
  return found
}

const TABLE = ['index.html', 'src/pages/TablePage.svelte']
const pages = readdirSync(new URL('../src/pages/', import.meta.url))
  .map((name) => `src/pages/${name}`)
  .filter((key) => key in manifest && key !== TABLE[1] && !/\/(Score|Lesson|Puzzle)Page/.test(key))
const chunks = {
  ...Object.fromEntries(pages.map((key) => [key.replace('src/pages/', '').replace('.svelte', ''), ['index.html', key]])),
  'table, waiting': [...TABLE, 'src/lib/table/WaitingRoom.svelte'],
  'table, glassworks': [...TABLE, 'src/glassworks/Board.svelte'],
  'table, market': [...TABLE, 'src/market/Board.svelte'],
  'lesson, glassworks': ['index.html', 'src/pages/LessonPage.svelte', 'src/glassworks/Board.svelte'],
  'lesson, market': ['index.html', 'src/pages/LessonPage.svelte', 'src/market/Board.svelte'],
  'puzzle, glassworks': ['index.html', 'src/pages/PuzzlePage.svelte', 'src/glassworks/Board.svelte'],
  'puzzle, market': ['index.html', 'src/pages/PuzzlePage.svelte', 'src/market/Board.svelte'],
  'score, glassworks': ['index.html', 'src/pages/ScorePage.svelte'],
  'score, market': ['index.html', 'src/pages/ScorePage.svelte', 'src/market/ScoreSheet.svelte'],
}
const languages = readdirSync(new URL('../src/words/', import.meta.url)).flatMap((name) => /^(\w\w)\.json$/.exec(name)?.[1] ?? [])

console.log(`kB gzip at first load${' '.repeat(6)}${languages.join('     ')}`)
let isOver = false
for (const [name, keys] of Object.entries(chunks)) {
  const totals = languages.map((language) => {
    const more = ['glassworks', 'market', 'lesson', 'puzzle'].filter((kind) => name.endsWith(`, ${kind}`) || name.startsWith(`${kind}, `))
    const words = [`src/words/${language}.json`, ...more.map((kind) => `src/words/${kind}.${language}.json`)]
    const first = new Set([...keys, ...words].flatMap((key) => [...files(key)]))
    return [...first].reduce((sum, file) => sum + size(file), 0)
  })
  isOver ||= totals.some((total) => total > BUDGET)
  console.log(name.padEnd(22) + totals.map((total) => (total / 1000).toFixed(1).padStart(7)).join(''))
}
if (isOver) {
  console.error(`A first load is above ${BUDGET / 1000} kB.`)
  process.exit(1)
}
