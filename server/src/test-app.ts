import { createServer as createNetServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import type { Clock } from './clock.ts'
import { type Config, parseConfig } from './config.ts'
import { createTestDatabase, type TestDatabase } from './database/test-database.ts'
import { createDependencies, type Dependencies, type DependencyOverrides } from './dependencies.ts'
import { createLog } from './log.ts'
import { createImageReader } from './workers/image-reader.ts'
import { lendThreads, TASK_PATIENCE } from './workers/testing/shared-threads.ts'

const LISTEN_ATTEMPTS = 5

/** A Tuesday after the close, from which time goes on: tests find the same market on whatever day they run. */
const BEGIN = Date.parse('2026-11-24T21:30:00Z')
const tuesday: Clock = { now: () => new Date(BEGIN + performance.now()) }

/** A browser as far as the server can tell: keeps cookies, sends its own origin, follows no redirect by itself. */
export interface TestClient {
  /** Makes a request; `json` becomes the body. A path, or an address of the server. */
  fetch(path: string, options?: TestRequest): Promise<Response>
  /** As `fetch`, and reads the answer, which must be 2xx. */
  json<T = unknown>(path: string, options?: TestRequest): Promise<T>
  /** Uploads a CSV, one share of Apple unless said otherwise, as a portfolio; returns its id. */
  upload(name: string, data?: string): Promise<string>
  /** The `Cookie` header as it stands. */
  cookie(): string
}

export interface TestRequest extends Omit<RequestInit, 'headers'> {
  headers?: Record<string, string>
  json?: unknown
}

export interface TestApp {
  url: string
  config: Config
  db: TestDatabase
  app: FastifyInstance
  dependencies: Dependencies
  /** A signed-out browser. */
  client(): TestClient
  /** A browser signed in through the embedded identity provider's form, as a person does it. */
  signIn(email: string, name?: string): Promise<TestClient>
  close(): Promise<void>
}

export interface TestAppOptions {
  /** Variables on top of a simulated market and no request limits. */
  environment?: Record<string, string>
  overrides?: DependencyOverrides
  /** Shared with other apps of the test; then the test closes it. */
  db?: TestDatabase
}

/** The whole server on a port of its own, with a database of its own, talked to by real HTTP. Close it when done. */
export async function createTestApp({ environment = {}, overrides = {}, db }: TestAppOptions = {}): Promise<TestApp> {
  const database = db ?? (await createTestDatabase())
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}`
    const config = parseConfig({
      PORT: String(port),
      MARKET_DATA: 'sample',
      RATE_LIMITS: 'off',
      PUBLIC_URL: url,
      ...environment,
    })
    const dependencies = await createDependencies(config, {
      log: createLog('silent'),
      clock: tuesday,
      db: database,
      workers: lendThreads(),
      imageReader: createImageReader(TASK_PATIENCE),
      ...overrides,
    })
    const app = await createApp(dependencies)
    try {
      await app.listen({ port, host: config.host })
      // A busy test may use a kept connection again just when the server closes it: here clients close theirs themselves.
      app.server.keepAliveTimeout = 0
    } catch (error) {
      // Another test took the port between finding and using it.
      await app.close()
      if (attempt < LISTEN_ATTEMPTS && (error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue
      throw error
    }
    return {
      url,
      config,
      db: database,
      app,
      dependencies,
      client: () => createTestClient(url),
      signIn: (email, name) => signIn(createTestClient(url), email, name),
      async close() {
        await app.close()
        await dependencies.jobs.stop()
        const { marketData, workers, imageReader, analystModel, imageModel } = dependencies
        await Promise.all([marketData.close(), workers.close(), imageReader.close()])
        await Promise.all([analystModel?.close(), imageModel?.close()])
        if (!db) await database.close()
      },
    }
  }
}

/** A browser with an empty cookie jar. */
export function createTestClient(baseUrl: string): TestClient {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  async function request(path: string, { json, headers, ...options }: TestRequest = {}): Promise<Response> {
    const response = await fetch(new URL(path, baseUrl), {
      redirect: 'manual',
      ...options,
      headers: {
        origin: new URL(baseUrl).origin,
        // A kept connection may be closed by the server while a busy test is not looking, and then a POST is lost.
        connection: 'close',
        ...(jar.size > 0 && { cookie: cookie() }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    for (const line of response.headers.getSetCookie()) keepCookie(jar, line)
    return readWhole(response)
  }

  async function json<T>(path: string, options?: TestRequest): Promise<T> {
    const response = await request(path, options)
    if (!response.ok)
      throw new Error(`${options?.method ?? 'GET'} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  return {
    fetch: request,
    json,
    upload: async (name, data = 'ticker,shares\nAAPL,1\n') =>
      (await json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json: { name, data } })).id,
    cookie,
  }
}

/** JSON is read at once: Node's client fails when a connection ends whose large answer nobody has read. */
async function readWhole(response: Response): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return isJson && response.body ? new Response(await response.arrayBuffer(), response) : response
}

function keepCookie(jar: Map<string, string>, line: string) {
  const [pair = '', ...attributes] = line.split(';')
  const [name = '', value = ''] = pair.split('=', 2)
  const isGone =
    value === '' || attributes.some((attribute) => /^\s*(?:max-age=0|expires=thu, 01 jan 1970)/i.test(attribute))
  if (isGone) jar.delete(name)
  else jar.set(name, value)
}

async function signIn(client: TestClient, email: string, name = ''): Promise<TestClient> {
  const atForm = await followRedirects(client, await client.fetch('/api/login'))
  const answer = await client.fetch(atForm.url, { method: 'POST', body: new URLSearchParams({ email, name }) })
  const end = await followRedirects(client, answer)
  const user = await client.fetch('/api/auth/user')
  if (!user.ok) throw new Error(`Sign-in of ${email} ended at ${end.url} with ${end.status}: ${await end.text()}`)
  return client
}

/** Goes where a chain of redirects leads, to the first answer that is none. */
async function followRedirects(client: TestClient, response: Response): Promise<Response> {
  let current = response
  for (;;) {
    const location = current.headers.get('location')
    if (location === null) return current
    await current.arrayBuffer()
    const next = new URL(location, current.url)
    // The front page is the web app, which these tests do without.
    if (next.pathname === '/') return current
    current = await client.fetch(next.href)
  }
}

async function findFreePort(): Promise<number> {
  const server = createNetServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('No free port was found')
  return address.port
}
