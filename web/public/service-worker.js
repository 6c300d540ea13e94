// Opens Ballast without a connection and shows messages while its page is closed.
//
// Every request goes to the network first. Only when the network fails, an answer of before is given: the page, its scripts,
// and the figures that were seen last, each with the time at which it was fetched. Figures belong to who is signed in: they
// are deleted when somebody signs out, when a session has ended, and when another user signs in.

const SHELL = 'shell'
const ASSETS = 'assets'
const FIGURES = 'figures'
const PAGE = '/'
const VISITOR = '/api/auth/visitor'
const LOGOUT = '/api/logout'
/** The time at which a kept answer was fetched, as an ISO date. */
const FETCHED_AT = 'x-fetched-at'
const MOST_FIGURES = 120
const MOST_BYTES = 2_000_000

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(keepFirstPage())
})

/** Asked for with a query, the first page is that of the app for visitors, too. */
async function keepFirstPage() {
  const [shell, answer] = await Promise.all([caches.open(SHELL), fetch(`${PAGE}?app`)])
  if (!isPage(answer)) throw new Error(`The page was answered with ${answer.status}`)
  await shell.put(PAGE, answer)
}

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin) return
  if (pathname === LOGOUT) event.waitUntil(caches.delete(FIGURES))
  if (request.method !== 'GET') return
  if (pathname.startsWith('/assets/')) event.respondWith(answerAsset(request))
  else if (pathname.startsWith('/api/')) {
    if (request.mode !== 'navigate' && acceptsJson(request)) event.respondWith(answerFigures(event, pathname))
  } else if (request.mode === 'navigate') event.respondWith(answerPage(event))
})

const acceptsJson = (request) => request.headers.get('accept') === 'application/json'

/** Scripts have a hash in their names, so that a kept one is never out of date. */
async function answerAsset(request) {
  const assets = await caches.open(ASSETS)
  const kept = await assets.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await assets.put(request, answer.clone())
  return answer
}

/** One page serves every address. A new version of it needs other scripts, and the old ones go. */
async function answerPage(event) {
  const shell = await caches.open(SHELL)
  try {
    const answer = await fetch(event.request)
    if (isPage(answer)) event.waitUntil(keepPage(shell, answer.clone()))
    return answer
  } catch (error) {
    const kept = await shell.match(PAGE)
    if (kept) return kept
    throw error
  }
}

const isPage = (answer) =>
  answer.ok && !answer.redirected && answer.headers.get('content-type')?.startsWith('text/html') === true

async function keepPage(shell, answer) {
  const before = await (await shell.match(PAGE))?.text()
  const now = await answer.clone().text()
  // What the server draws for visitors is no page of somebody who is signed in.
  if (before === now || !now.includes('id="root"') || now.includes('data-app=')) return
  await shell.put(PAGE, answer)
  if (before !== undefined) await caches.delete(ASSETS)
}

async function answerFigures(event, pathname) {
  try {
    const answer = await fetch(event.request)
    const keeping = keepFigures(event.request, pathname, answer.clone())
    event.waitUntil(keeping)
    // Figures of another user go before the page asks for those of this one: later, they would take new ones along.
    if (pathname === VISITOR) await keeping.catch(() => undefined)
    return answer
  } catch (error) {
    const kept = await (await caches.open(FIGURES)).match(event.request)
    if (kept) return kept
    throw error
  }
}

async function keepFigures(request, pathname, answer) {
  if (answer.status === 401) await caches.delete(FIGURES)
  if (answer.status !== 200) return
  const text = await answer.text()
  if (text.length > MOST_BYTES) return
  let figures = await caches.open(FIGURES)
  if (pathname === VISITOR) {
    const before = await (await figures.match(request))?.json()
    const { user } = JSON.parse(text)
    // While nobody is known, nothing of anybody is kept, but perhaps what was asked for together with the visitor.
    if (user === null || (before && user.id !== before.user.id)) await caches.delete(FIGURES)
    if (user === null) return
    figures = await caches.open(FIGURES)
  }
  const headers = { 'content-type': 'application/json', [FETCHED_AT]: new Date().toISOString() }
  // Put again, an answer is the youngest of all.
  await figures.delete(request)
  await figures.put(request, new Response(text, { headers }))
  const others = (await figures.keys()).filter(({ url }) => new URL(url).pathname !== VISITOR)
  for (const oldest of others.slice(0, -MOST_FIGURES)) await figures.delete(oldest)
}

self.addEventListener('push', (event) => {
  const { id, title, text, link } = event.data.json()
  // The same id replaces: a message that comes twice is shown once.
  event.waitUntil(
    self.registration.showNotification(title, { body: text, tag: id, icon: '/favicon.svg', data: { link } }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(new URL(event.notification.data.link, self.location.origin).href))
})
