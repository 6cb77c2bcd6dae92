/** Which modules are built into one file: each more that a page needs would be asked for over the network. */

import type { GetModuleInfo } from 'rolldown'

interface Modules {
  getModuleInfo: GetModuleInfo
}

const isOfApp = (id: string): boolean => /\/src\/main\.ts$|\/pages\/TablePage\.svelte$/.test(id)
const isOfFirstLoad = (id: string): boolean => /\/pages\/StartPage\.svelte$|\/(front|board\/index)\.ts$/.test(id)

/** Give what is loaded on its own and brings a module with it, itself or through what it imports. */
function beginnings(id: string, modules: Modules): string[] {
  const seen = new Set([id])
  for (const one of seen) for (const importer of modules.getModuleInfo(one)?.importers ?? []) seen.add(importer)
  return [...seen].filter((one) => isOfApp(one) || modules.getModuleInfo(one)?.dynamicImporters.length)
}

const isBoard = (id: string): boolean => /\/board\/index\.ts$/.test(id)
const gameOf = (id: string): string | undefined => /\/src\/games\/([^/]+)\//.exec(id)?.[1]

/** Put what only the board of a game and its other parts need with that board: tables of other games have no use for it. */
export function boardOf(id: string, modules: Modules): string | null {
  const game = gameOf(id)
  const found = game ? beginnings(id, modules) : []
  return game && found.some(isBoard) && found.every((one) => gameOf(one) === game && !/\/front\.ts$/.test(one)) ? game : null
}

/** Put what every page and every table needs into one file, and what one first load shares with parts that come later
    into another: the other first loads have no use for that. */
export function sharedBy(id: string, modules: Modules): string | null {
  if (boardOf(id, modules)) return null
  const found = beginnings(id, modules)
  const boards = found.filter(isBoard)
  if (found.some(isOfApp) || boards.length > 1) return 'app'
  if (found.length < 2 || !found.some(isOfFirstLoad)) return null
  return boards.length ? `${gameOf(boards[0]!)}-shared` : 'start'
}
