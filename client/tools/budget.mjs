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

const source = (folder) => readdirSync(new URL(`../src/${folder}/`, import.meta.url), { withFileTypes: true })
const folders = (folder) => source(folder).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
const pageOf = (name) => ['index.html', `src/pages/${name}Page.svelte`]
const wordsOf = (...kinds) => (language) => kinds.map((kind) => `src/words/${language}/${kind}.json`)

/** What is loaded with the board of a game, or with its score sheet: the part, and the game's words in a language. */
const partOf = (game, part) => [
  `src/games/${game}/${part}`,
  (language) => [`src/games/${game}/words/${language}/table.json`],
]

const chunks = {
  ...Object.fromEntries(
    source('pages')
      .map(({ name }) => name.replace('.svelte', ''))
      .filter((name) => `src/pages/${name}.svelte` in manifest && !/^(Table|Score|Lesson|Puzzle)Page/.test(name))
      .map((name) => [name, ['index.html', `src/pages/${name}.svelte`]]),
  ),
  'table, waiting': [...pageOf('Table'), 'src/lib/table/frame/WaitingRoom.svelte'],
}
for (const game of folders('games')) {
  chunks.StartPage.push(`src/games/${game}/front.ts`)
  const board = partOf(game, 'board/index.ts')
  chunks[`table, ${game}`] = [...pageOf('Table'), ...board]
  chunks[`lesson, ${game}`] = [
    ...pageOf('Lesson'),
    ...board,
    wordsOf('lesson'),
    (language) => [`src/games/${game}/words/${language}/lesson.json`],
  ]
  chunks[`puzzle, ${game}`] = [...pageOf('Puzzle'), ...board, wordsOf('puzzle')]
  chunks[`score, ${game}`] = [...pageOf('Score'), ...partOf(game, 'score/ScoreSheet.svelte')]
}
const languages = folders('words')

console.log(`kB gzip at first load${' '.repeat(6)}${languages.join('     ')}`)
let isOver = false
for (const [name, keys] of Object.entries(chunks)) {
  const totals = languages.map((language) => {
    const all = [...keys, wordsOf('common')].flatMap((key) => (typeof key === 'function' ? key(language) : [key]))
    const first = new Set(all.flatMap((key) => [...files(key)]))
    return [...first].reduce((sum, file) => sum + size(file), 0)
  })
  isOver ||= totals.some((total) => total > BUDGET)
  console.log(name.padEnd(22) + totals.map((total) => (total / 1000).toFixed(1).padStart(7)).join(''))
}
if (isOver) {
  console.error(`A first load is above ${BUDGET / 1000} kB.`)
  process.exit(1)
}
