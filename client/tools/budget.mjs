// Prints what the start page and each table load at first, gzipped, and fails above the budget.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const BUDGET = 100_000
const root = new URL('../../src/rivertable/table/static/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', root), 'utf8'))
const sizes = new Map()

function size(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(new URL(file, root)), { level: 9 }).length)
  return sizes.get(file)
}

function files(key, found = new Set()) {
  const chunk = manifest[key]
  for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file)
  for (const next of chunk.imports ?? []) if (!found.has(manifest[next].file)) files(next, found)
  return found
}

const language = files('src/words/en.json')
const pages = Object.keys(manifest).filter((key) => manifest[key].isEntry || /\/(pages|glassworks|market)\/.*\.svelte$/.test(key))
let isOver = false
for (const key of pages) {
  const first = new Set([...files('index.html'), ...language, ...files(key)])
  if (/^src\/(glassworks|market)\//.test(key)) {
    for (const file of files('src/pages/TablePage.svelte')) first.add(file)
  }
  if (/^src\/market\//.test(key)) for (const file of files('src/words/market.en.json')) first.add(file)
  const total = [...first].reduce((sum, file) => sum + size(file), 0)
  isOver ||= total > BUDGET
  console.log(`${(total / 1000).toFixed(1).padStart(6)} kB gzip  first load of ${key}`)
}
if (isOver) {
  console.error(`The first load is above ${BUDGET / 1000} kB.`)
  process.exit(1)
}
