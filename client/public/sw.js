// Keeps the pages and the printed data, so that they open and a real table is scored without a network. No other answer
// of the API: it can hold what only one seat may know.
const CACHE = 'rivertable-shell-2'
const isPrinted = (path) => /^\/api\/games(\/[^/]+\/components)?$/.test(path)

async function keepAll() {
  const cache = await caches.open(CACHE)
  // Past the browser's own store: what is kept here belongs together.
  const shell = await fetch('/shell.json', { cache: 'no-cache' })
  if (!shell.ok) throw new Error(`shell.json: ${shell.status}`)
  const assets = await shell.json()
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/assets/') && !assets.includes(pathname)) await cache.delete(request)
  }
  const games = await fetch('/api/games')
  if (!games.ok) throw new Error(`games: ${games.status}`)
  const printed = (await games.json()).map(({ name }) => `/api/games/${name}/components`)
  const missing = []
  for (const asset of assets) if (!(await cache.match(asset))) missing.push(asset)
  await cache.addAll(['/', '/api/games', ...printed, ...missing])
}

self.addEventListener('install', (event) => {
  self.skipWaiting()
  // What could not be kept now is kept when it is asked for.
  event.waitUntil(keepAll().catch(() => undefined))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

async function fresh(request, key) {
  const cache = await caches.open(CACHE)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(key, answer.clone())
    return answer
  } catch (error) {
    const kept = await cache.match(key)
    if (kept) return kept
    throw error
  }
}

async function kept(request) {
  const cache = await caches.open(CACHE)
  const found = await cache.match(request)
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (isPrinted(url.pathname)) event.respondWith(fresh(request, url.pathname))
  else if (url.pathname.startsWith('/api/')) return
  else if (request.mode === 'navigate') event.respondWith(fresh(request, '/'))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(kept(request))
})
