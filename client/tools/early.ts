/** What the page itself does while its scripts are still on their way: it asks for all that its address will need. */

/** For each page, and each game and language where it has one: the files to load besides the first two. */
export type Wanted = Record<string, string[]>

/** Runs in the page, in the words of plain scripts alone: it may name nothing that stands outside it. */
export function early(wanted: Wanted): void {
  const read = (key: string) => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? 'null')
    } catch {
      return null
    }
  }
  const [, first = '', second = ''] = location.pathname.split('/')
  const page = first || 'start'
  const chosen = [read('rivertable.settings')?.language, ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())]
  const language = chosen.find((tag) => `common ${tag}` in wanted) ?? 'en'
  const tables = page === 't' ? read('rivertable.tables') : null
  const held = Array.isArray(tables) ? tables.find(({ table }) => table === second) : undefined
  const told = document.querySelector<HTMLMetaElement>('meta[name=rivertable-game]')?.content
  const game: string | undefined = page === 't' ? (held?.game ?? told) : second
  // A browser has six connections for what is sent with cookies, and six more for the rest: nothing waits for another.
  const ask = (address: string, cache: RequestCache, secret: string | null = null) => {
    const headers: Record<string, string> = secret === null ? {} : { Authorization: `Bearer ${secret}` }
    const answer = fetch(address, { headers, cache, credentials: 'omit' })
    answer.catch(() => undefined)
    return { address, secret, answer }
  }
  // With the application and its style that is as many as there are connections with cookies.
  const LINKS_AT_MOST = 4
  let links = 0
  window.early = []
  if (page === 't' && second) {
    const seats: { seat: number; secret: string }[] = [...(held?.seats ?? [])]
    const given = /^#?(\d)\.([A-Za-z0-9_-]{8,128})$/.exec(location.hash)
    if (given) seats.unshift({ seat: Number(given[1]), secret: given[2]! })
    // Of two seats at this screen the page begins with the first.
    const seat = seats.sort((a, b) => a.seat - b.seat)[0]
    window.early.push(ask(`/api/tables/${second}/events?since=0`, 'no-store', seat?.secret))
  }
  if (`${page} ${game}` in wanted) window.early.push(ask(`/api/games/${game}/components`, 'no-cache'))
  if (page === 'learn') window.early.push(ask(`/api/games/${game}/lesson`, 'no-cache'))
  for (const key of [page, `${page} ${game}`, 'common']) {
    for (const file of [...(wanted[key] ?? []), ...(wanted[`${key} ${language}`] ?? [])]) {
      const href = `/${file}`
      if (file.endsWith('.js') && links < LINKS_AT_MOST) {
        links += 1
        const link = document.createElement('link')
        link.rel = 'modulepreload'
        link.crossOrigin = ''
        link.href = href
        document.head.append(link)
        // The page finds the others where the browser keeps what it has loaded.
      } else fetch(href, { credentials: 'omit' }).catch(() => undefined)
    }
  }
}
