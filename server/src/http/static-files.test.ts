import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveWebApp } from './static-files.ts'
import { createBareServer } from './testing/bare-server.ts'

const PAGE = '<div id="root"></div><script type="module" crossorigin src="/assets/index-abc123.js"></script>'
const MANIFEST = {
  _app: { file: 'assets/index-abc123.js' },
  _charts: { file: 'assets/charts.js', imports: ['_app'] },
  'src/features/landing/landing-page.tsx': { file: 'assets/landing.js', imports: ['_app', '_charts'] },
  'src/features/crisis/crisis-card.tsx': { file: 'assets/crisis.js', imports: ['_charts'] },
  'src/routes/dashboard.tsx?tsr-split=component': { file: 'assets/dashboard.js', imports: ['_app'] },
  'src/routes/index.tsx?tsr-split=component': { file: 'assets/overview.js', imports: ['_charts'] },
}
const SCRIPT = 'console.log("ballast")'
let app: FastifyInstance
let url: string
let facts: unknown
/** Draws in this thread what the server has drawn in another. */
const draw = async (file: string, given: unknown): Promise<string> => (await import(file)).drawLanding(given)

/** Serves a build; the part that draws the landing page is one of the tests'. */
async function serve(drawing: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-web-'))
  for (const name of ['assets', '.vite', '.server']) mkdirSync(join(folder, name))
  const files: Record<string, string | Buffer> = {
    'index.html': PAGE,
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '.env': 'SECRET=1',
    'assets/index-abc123.js': SCRIPT,
    'assets/index-abc123.js.br': brotliCompressSync(SCRIPT),
    'assets/index-abc123.js.gz': gzipSync(SCRIPT),
    'assets/index-abc123.js.map': '{}',
    '.vite/manifest.json': JSON.stringify(MANIFEST),
    ...drawing,
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const server = await createBareServer()
  await serveWebApp(server, folder, { draw, readFacts: () => facts })
  await server.listen({ port: 0, host: '127.0.0.1' })
  server.server.keepAliveTimeout = 0
  return { server, address: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}` }
}

beforeAll(async () => {
  const served = await serve()
  app = served.server
  url = served.address
})
afterAll(() => app.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { headers: { accept: 'text/html', ...headers } })

describe('an asset', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('for a browser that reads %s is sent as %s, to be kept for ever', async (accepted, encoding) => {
    const response = await get('/assets/index-abc123.js', { 'accept-encoding': accepted })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('content-type')).toMatch(/javascript/)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(await response.text()).toBe(SCRIPT)
  })

  test.each([
    '/assets/lost-abc123.js',
    '/assets/',
    '/assets',
    '/assets/index-abc123.js.map',
    '/lost.png',
    '/.env',
    '/.vite/manifest.json',
    '/.git/config',
  ])('%s is not there, and nothing else is sent in its place', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toContain('application/json')
  })
})

describe('the page', () => {
  test.each(['/', '/options', '/portfolios/1/edit', '/nowhere'])(
    'is sent for %s and asked for anew each time',
    async (path) => {
      const response = await get(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('content-type')).toContain('text/html')
      expect(await response.text()).toBe(PAGE)
    },
  )

  test.each([
    ['/', {}, ['overview', 'charts', 'landing']],
    ['/?demo=1', { cookie: 'ballast_session=of-anybody' }, ['overview', 'charts', 'crisis']],
    ['/dashboard', { cookie: 'ballast_session=of-anybody' }, ['dashboard', 'crisis', 'charts']],
    ['/options', {}, []],
  ])('at %s says which scripts come next', async (path, headers, scripts) => {
    const response = await get(path, headers)
    const expected = scripts.map((name) => `</assets/${name}.js>; rel=modulepreload`).join(', ')
    expect(response.headers.get('link') ?? '').toBe(expected)
  })

  test('is not the answer to a call of the API that does not exist, nor to a program', async () => {
    expect((await get('/api/nope')).status).toBe(404)
    expect((await get('/dev-idp/nope')).status).toBe(404)
    expect((await get('/options', { accept: 'application/json' })).status).toBe(404)
    expect((await fetch(`${url}/options`, { method: 'POST', headers: { accept: 'text/html' } })).status).toBe(404)
  })
})

describe('the landing page', () => {
  const DRAWING = {
    '.server/package.json': '{"type":"module"}',
    '.server/draw-landing.js': `let drawn = 0
      export function drawLanding({ words }) {
        if (words === 'none') throw new Error('Nothing to draw')
        drawn += 1
        return '<h1>' + words + drawn + '</h1>'
      }`,
  }
  const ask = (address: string, headers = {}) => fetch(address, { headers: { accept: 'text/html', ...headers } })

  test('is drawn for a visitor, once until its facts change, and starts no script by itself', async () => {
    const { server, address } = await serve(DRAWING)
    facts = { words: 'calm' }
    const first = await ask(`${address}/`)
    const page = await first.text()
    expect(page).toContain('<div id="root"><h1>calm1</h1></div>')
    expect(page).not.toContain('src="/assets/')
    expect(page).toContain('data-app="/assets/index-abc123.js"')
    expect(page).toContain('data-later="/assets/overview.js /assets/charts.js /assets/landing.js"')
    expect(first.headers.get('link')).toBeNull()
    expect(first.headers.get('vary')).toBe('cookie, accept-encoding')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    for (const encoding of ['br', 'gzip', 'identity']) {
      const again = await ask(`${address}/`, { 'accept-encoding': encoding })
      expect(again.headers.get('content-encoding') ?? 'identity').toBe(encoding)
      expect(await again.text()).toBe(page)
    }
    facts = { words: 'stormy' }
    expect(await (await ask(`${address}/`)).text()).toContain('<h1>stormy2</h1>')
    await server.close()
  })

  test('is the app for others: at another address, with a session, and when it cannot be drawn', async () => {
    const { server, address } = await serve(DRAWING)
    facts = { words: 'calm' }
    expect(await (await ask(`${address}/hedges`)).text()).toBe(PAGE)
    expect(await (await ask(`${address}/`, { cookie: 'ballast_session=of-anybody' })).text()).toBe(PAGE)
    facts = { words: 'none' }
    expect(await (await ask(`${address}/`)).text()).toBe(PAGE)
    facts = { words: 'again' }
    expect(await (await ask(`${address}/`)).text()).toContain('<h1>again1</h1>')
    await server.close()
  })

  test('does not give away what it is drawn with', async () => {
    const { server, address } = await serve(DRAWING)
    expect((await ask(`${address}/.server/draw-landing.js`)).status).toBe(404)
    await server.close()
  })
})
