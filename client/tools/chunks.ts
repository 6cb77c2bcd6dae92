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

/** Put what every page needs into one file, with what the first load of a page shares with any other part; what only
    the board of a game and its other parts need stays with that board, for tables of other games have no use for it. */
export function chunkOf(id: string, modules: Modules): string | null {
  const found = beginnings(id, modules)
  const game = gameOf(id)
  if (game && found.some(isBoard) && found.every((one) => gameOf(one) === game && !/\/front\.ts$/.test(one))) return game
  return found.some(isOfApp) || (found.some(isOfFirstLoad) && found.length > 1) ? 'app' : null
}
