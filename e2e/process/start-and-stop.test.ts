import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ApiClient } from '../support/api-client.ts'
import { findFreePort } from '../support/free-port.ts'
import { makeDataFolder, makeMigratedFolder, spawnServer, startServer, stopServer } from '../support/server-process.ts'
import { openSlowUpload } from '../support/slow-upload.ts'

const secondsSince = (start: number) => (performance.now() - start) / 1000

async function expectRefused(name: string, value: string): Promise<void> {
  const server = spawnServer({
    DATA_DIR: await makeDataFolder(),
    PORT: String(await findFreePort()),
    MARKET_DATA: 'sample',
    [name]: value,
  })
  expect(await server.ended).not.toBe(0)
  expect(server.output()).toContain(name)
}

describe('start', () => {
  test('prints the address, serves the page and the API there, and starts again within 2 s', async () => {
    const DATA_DIR = await makeDataFolder()
    const first = await startServer({ DATA_DIR })
    expect(first.output()).toContain(first.url)
    const page = await fetch(first.url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<div id="root">')
    const ready = (await (await fetch(`${first.url}/api/ready`)).json()) as { status: string; simulated: boolean }
    expect(ready).toMatchObject({ status: 'ready', simulated: true, database: { engine: 'embedded', reachable: true } })
    expect(await stopServer(first)).toBe(0)

    const second = await startServer({ DATA_DIR })
    console.log(`first start ${Math.round(first.startedInMs)} ms, second start ${Math.round(second.startedInMs)} ms`)
    // The promise is 2 s on an idle machine, and the bench measures it. One that is busy takes longer, but for the first
    // start, which does all of this and more, as well.
    expect(second.startedInMs).toBeLessThan(Math.max(10_000, first.startedInMs))
    expect(await stopServer(second)).toBe(0)
  })

  test('a second server on the same folder leaves within 5 s and says who holds it; the first is not disturbed', {
    tags: 'full',
  }, async () => {
    const DATA_DIR = await makeMigratedFolder()
    const holder = await startServer({ DATA_DIR })
    const start = performance.now()
    const intruder = spawnServer({
      DATA_DIR,
      PORT: String(await findFreePort()),
      MARKET_DATA: 'sample',
    })
    expect(await intruder.ended).not.toBe(0)
    // However busy the machine is, the holder had to do all of this and more before it answered.
    expect(secondsSince(start)).toBeLessThan(Math.max(5, holder.startedInMs / 1000))
    expect(intruder.output()).toContain(`data directory in use by pid ${holder.pid}`)
    expect((await fetch(`${holder.url}/api/ready`)).status).toBe(200)
    expect(await stopServer(holder)).toBe(0)
  })

  test('the lock of a holder that was killed is taken over', { tags: 'full' }, async () => {
    const DATA_DIR = await makeMigratedFolder()
    const killed = await startServer({ DATA_DIR })
    killed.signal('SIGKILL')
    expect(await killed.ended).toBe('SIGKILL')
    const next = await startServer({ DATA_DIR })
    expect(await stopServer(next)).toBe(0)
  })

  test('a lock whose pid now belongs to another program is taken over', { tags: 'full' }, async () => {
    const DATA_DIR = await makeMigratedFolder()
    const killed = await startServer({ DATA_DIR })
    killed.signal('SIGKILL')
    await killed.ended
    const lock = path.join(DATA_DIR, 'ballast.lock')
    const holder = JSON.parse(await readFile(lock, 'utf8')) as object
    // The pid of this very test: alive, but it did not start when the holder did.
    await writeFile(lock, JSON.stringify({ ...holder, pid: process.pid }))
    const next = await startServer({ DATA_DIR })
    expect(await stopServer(next)).toBe(0)
  })

  test('a wrong PORT stops the start and is named', () => expectRefused('PORT', 'eighty'))

  test.each([
    ['PUBLIC_URL', 'not a url'],
    ['MARKET_DATA', 'bloomberg'],
    ['DATABASE_URL', 'mysql://localhost/ballast'],
    ['OIDC_ISSUER', 'not a url'],
    ['RATE_LIMITS', 'many'],
  ])('a wrong %s stops the start and is named', { tags: 'full' }, expectRefused)

  test('a folder that cannot be written stops the start and is named', { tags: 'full' }, async () => {
    // Root may write anywhere, so the folder's parent is a file: nobody can make a folder there.
    const blocked = path.join(await makeDataFolder(), 'file')
    await writeFile(blocked, '')
    const server = spawnServer({
      DATA_DIR: path.join(blocked, 'data'),
      PORT: String(await findFreePort()),
      MARKET_DATA: 'sample',
    })
    expect(await server.ended).not.toBe(0)
    expect(server.output()).toContain(blocked)
  })

  test('the embedded identity provider is refused at an address that others can reach', { tags: 'full' }, async () => {
    const server = spawnServer({
      DATA_DIR: await makeDataFolder(),
      PORT: String(await findFreePort()),
      PUBLIC_URL: 'https://ballast.example.com',
      MARKET_DATA: 'sample',
    })
    expect(await server.ended).not.toBe(0)
    expect(server.output()).toContain('OIDC_ISSUER')
  })
})

describe('stop', () => {
  test('SIGTERM ends an idle server within 2 s with exit code 0', { tags: 'full' }, () => expectQuickEnd('SIGTERM'))

  test('SIGINT ends an idle server within 2 s with exit code 0', { tags: 'full' }, () => expectQuickEnd('SIGINT'))

  async function expectQuickEnd(signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
    const server = await startServer({ DATA_DIR: await makeMigratedFolder() })
    // A browser keeps connections open; they must not hold the server up.
    await fetch(`${server.url}/api/health`, { headers: { connection: 'keep-alive' } })
    const start = performance.now()
    server.signal(signal)
    expect(await server.ended).toBe(0)
    // A busy machine takes longer, but for the start, which does more, as well.
    expect(secondsSince(start)).toBeLessThan(Math.max(2, server.startedInMs / 1000))
  }

  test('work in flight is answered before the server leaves, within 10 s, even when asked to stop twice', async () => {
    const DATA_DIR = await makeMigratedFolder()
    const server = await startServer({ DATA_DIR })
    const client = new ApiClient(server.url)
    await client.signIn('slow@example.com')
    const upload = await openSlowUpload(server.url, client.cookieHeader(), 'Slow but sure', 200)

    const start = performance.now()
    server.signal('SIGTERM')
    server.signal('SIGTERM')
    const answer = await upload.finishOver(1_500)
    expect(answer.status).toBe(200)
    const answered = performance.now()
    expect(await server.ended).toBe(0)
    expect(secondsSince(start)).toBeLessThan(10)
    // The client keeps its connection for a next request, which will not come.
    expect(secondsSince(answered)).toBeLessThan(Math.max(3, server.startedInMs / 1000))

    const next = await startServer({ DATA_DIR, PORT: new URL(server.url).port })
    const portfolios = await client.getJson<{ name: string; positionCount: number }[]>('/api/portfolios')
    expect(portfolios).toMatchObject([{ name: 'Slow but sure', positionCount: 200 }])
    await stopServer(next)
  })
})
