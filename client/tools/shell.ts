/** The build as it is served: small files, a page that asks for all it needs at once, and the service worker. */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin, ResolvedConfig, Rolldown } from 'vite'
import { early, type Wanted } from './early.ts'

/** A smaller one fits into one packet as it is. */
const WORTH_IT = 1000
const IS_TEXT = /\.(css|html|js|json|md|svg|webmanifest)$/

/** For each page but that of a table, which every page brings with it: its part of the address, and its source. */
const PAGES = { start: 'Start', new: 'NewTable', learn: 'Lesson', score: 'Score', rules: 'Rules', cards: 'Cards', puzzle: 'Puzzle', pieces: 'Pieces' }
/** What the pages that play a game load of it, and the words they say besides. */
const PLAYED = { t: 'board/index.ts', learn: 'board/index.ts', puzzle: 'board/index.ts', score: 'score/ScoreSheet.svelte' }
const SAID: Record<string, string[]> = { learn: ['lesson'], puzzle: ['puzzle'] }
/** The pages that say the words before a table. */
const BEFORE = ['start', 'new', 'score', 'rules', 'cards']

/** Give what each page loads besides the application itself. */
function wantedOf(bundle: Rolldown.OutputBundle): Wanted {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const sourceOf = ({ facadeModuleId }: Rolldown.OutputChunk): string => facadeModuleId?.split('/client/src/')[1] ?? ''
  const parts = new Map(chunks.map((chunk) => [sourceOf(chunk), chunk]))
  const app = new Set<string>()

  function files(chunk: Rolldown.OutputChunk, found = new Set<string>()): Set<string> {
    const styles = [...(chunk.viteMetadata?.importedCss ?? [])]
    for (const file of [chunk.fileName, ...styles]) if (!app.has(file)) found.add(file)
    for (const next of chunk.imports) {
      const file = bundle[next]
      if (file?.type === 'chunk' && !found.has(next) && !app.has(next)) files(file, found)
    }
    return found
  }

  function of(...sources: string[]): string[] {
    return sources.flatMap((source) => {
      const part = parts.get(source)
      if (!part) throw new Error(`The build has no ${source}.`)
      return [...files(part)]
    })
  }

  for (const file of files(chunks.find(({ name }) => name === 'app')!)) app.add(file)
  const under = (pattern: RegExp): string[] =>
    [...new Set([...parts.keys()].flatMap((source) => pattern.exec(source)?.[1] ?? []))]
  const languages = under(/^words\/(\w+)\/common\.json$/)
  const wanted: Wanted = {}
  for (const [page, name] of Object.entries(PAGES)) wanted[page] = of(`pages/${name}Page.svelte`)
  for (const language of languages) {
    wanted[`common ${language}`] = of(`words/${language}/common.json`)
    for (const page of BEFORE) wanted[`${page} ${language}`] = of(`words/${language}/front.json`)
  }
  for (const game of under(/^games\/(\w+)\/front\.ts$/)) {
    wanted['start']!.push(...of(`games/${game}/front.ts`))
    for (const [page, part] of Object.entries(PLAYED)) {
      wanted[`${page} ${game}`] = of(`games/${game}/${part}`)
      for (const language of languages) {
        const said = (SAID[page] ?? []).flatMap((kind) => [`words/${language}/${kind}.json`])
        const own = page === 'learn' ? [`games/${game}/words/${language}/lesson.json`] : []
        wanted[`${page} ${game} ${language}`] = of(`games/${game}/words/${language}/table.json`, ...said, ...own)
      }
    }
  }
  return wanted
}

/** Write into the service worker which build it keeps. */
function writeWorker(folder: string): void {
  const path = join(folder, 'sw.js')
  const assets = readdirSync(join(folder, 'assets')).map((name) => `/assets/${name}`).sort()
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const version = createHash('sha256').update(page + assets.join()).digest('hex').slice(0, 16)
  const worker = readFileSync(path, 'utf8').replace('__VERSION__', version).replace('__ASSETS__', JSON.stringify(assets))
  writeFileSync(path, worker)
}

/** Write the smaller forms of a file beside it, for the server to choose from. */
async function compress(path: string): Promise<void> {
  const plain = readFileSync(path)
  if (plain.length < WORTH_IT) return
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(plain, quality))
  writeFileSync(`${path}.gz`, await promisify(gzip)(plain, { level: 9 }))
}

export function shell(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'rivertable-shell',
    apply: 'build',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved
    },
    generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('The build has no page.')
      const script = `<script>(${early.toString()})(${JSON.stringify(wantedOf(bundle))})</script>`
      // Before the scripts that the page names: the browser asks in this order.
      page.source = String(page.source).replace('<title>', () => `${script}\n    <title>`)
    },
    async closeBundle() {
      const folder = config.build.outDir
      writeWorker(folder)
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => IS_TEXT.test(name))
      await Promise.all(names.map((name) => compress(join(folder, name))))
    },
  }
}
