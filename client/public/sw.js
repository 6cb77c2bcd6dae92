// Keeps the pages of one build and what is the same for everybody, so that they open, teach, pose puzzles and score a
// real table without a network. No answer about a table: it can hold what only one seat may know.
// It also shows what the server tells this device. The build writes what follows: a cache of its own for each, so that no script ever meets another build's.
const VERSION = '__VERSION__'
const ASSETS = __ASSETS__
const CACHE = `rivertable-${VERSION}`
const isForAll = (path) => /^\/api\/games(\/[^/]+\/(components|editions\/[^/]+|lesson|puzzle|puzzles(\/[^/]+(\/solution)?)?))?$/.test(path)

async function keepAll() {
  const cache = await caches.open(CACHE)
  // Past the browser's own store. A server that has been followed by a newer one has another worker for its page.
  const page = await fetch('/', { cache: 'no-cache' })
  const text = await page.clone().text()
  const named = text.match(/\/assets\/[\w.-]+/g) ?? []
  if (!page.ok || named.some((path) => !ASSETS.includes(path))) throw new Error('This page is of another build.')
  await Promise.all(
    ASSETS.map(async (path) => {
      const found = await caches.match(path)
      await (found ? cache.put(path, found) : cache.add(path))
    }),
  )
  await cache.put('/', page)
  const games = await ask('/api/games')
  await Promise.all(
    (await games.json()).map(({ name }) =>
      Promise.all(['components', 'lesson', 'puzzles', 'puzzle'].map((part) => ask(`/api/games/${name}/${part}`))),
    ),
  )
}

/** Ask the server for what is for all, keep it, and with a puzzle of the day its solution and its printed data. */
async function ask(path, request = path) {
  const answer = await fetch(request)
  if (!answer.ok) return answer
  const cache = await caches.open(CACHE)
  await cache.put(path, answer.clone())
  if (path.endsWith('/puzzle')) {
    const { puzzle } = await answer.clone().json()
    const more = [`${path}s/${puzzle.id}/solution`, path.replace(/puzzle$/, `editions/${puzzle.edition}`)]
    await Promise.all(more.map(async (one) => (await cache.match(one)) ?? cache.add(one).catch(() => undefined)))
  }
  return answer
}

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(keepAll())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

/** The network's answer, or without a network what was kept. */
async function fresh(asked, path) {
  try {
    return await asked()
  } catch (error) {
    const found = await (await caches.open(CACHE)).match(path)
    if (found) return found
    throw error
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname, search, origin } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (isForAll(pathname) && !search) event.respondWith(fresh(() => ask(pathname, request), pathname))
  else if (pathname.startsWith('/api/')) return
  else if (request.mode === 'navigate') event.respondWith(fresh(() => fetch(request), '/'))
  else if (ASSETS.includes(pathname)) event.respondWith(caches.match(pathname).then((found) => found ?? fetch(request)))
})

/** What a message says, as the browser has read it by itself or as it came; one that nobody can read is shown all the same. */
function told(event) {
  try {
    return event.notification ?? event.data.json().notification
  } catch {
    return { title: 'rivertable' }
  }
}

/** Show a message, always: a browser that sees nothing shown lets no more through. The newest of a table stands for all. */
async function show({ title, body, lang, tag, data }) {
  const before = tag ? await self.registration.getNotifications({ tag }) : []
  const isNew = !before.some((one) => one.data?.id === data?.id)
  const icon = '/icon-192.png'
  await self.registration.showNotification(title, { body, lang, tag, data, icon, renotify: Boolean(tag) && isNew })
  if (!data?.id) return
  const headers = { 'Content-Type': 'application/json' }
  await fetch('/api/me/push/shown', { method: 'POST', headers, body: JSON.stringify({ message: data.id }) }).catch(() => undefined)
}

/** Open the page that a message leads to, in the window that has it if there is one. */
async function open(address) {
  const wanted = new URL(address ?? '/', location.origin)
  const path = wanted.origin === location.origin ? wanted.pathname : '/'
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const found = windows.find(({ url }) => new URL(url).pathname === path)
  await (found ? found.focus() : self.clients.openWindow(path))
}

self.addEventListener('push', (event) => event.waitUntil(show(told(event))))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.url))
})
