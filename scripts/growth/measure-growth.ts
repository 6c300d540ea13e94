import { ApiClient } from '../../e2e/support/api-client.ts'
import { HEDGEABLE_CSV } from '../../e2e/support/sample-files.ts'
import { type RunningServer, startServer, stopServer } from '../../e2e/support/server-process.ts'
import { countBlocks } from '../../server/src/database/testing/count-blocks.ts'
import type { Pairs } from './compare-quantiles.ts'
import { createProcessorClock, type ProcessorClock } from './processor-time.ts'

export interface GrownCall {
  name: string
  /** Milliseconds until the answer was read. */
  waited: Pairs
  /** Milliseconds of processor time of the server and of PostgreSQL. */
  computed: Pairs
}

export interface Growth {
  calls: GrownCall[]
  /** Blocks that PostgreSQL looked at for one of these calls, on the average. */
  blocks: { empty: number; full: number }
  adminPages: { name: string; slowest: number }[]
}

type Side = 'empty' | 'full'

/** Calls that a person's screens make most, in the order of how often. */
const MOST_USED: readonly ((portfolioId: string) => string)[] = [
  () => '/api/auth/user',
  () => '/api/portfolios',
  (id) => `/api/portfolios/${id}/prices`,
  (id) => `/api/portfolios/${id}/positions`,
  (id) => `/api/portfolios/${id}/overview`,
  () => '/api/inbox/unread',
  () => '/api/preferences',
  () => '/api/billing/status',
  () => '/api/policies',
  () => '/api/billing/ledger',
]

const ADMIN_PAGES = [
  '/api/admin/users',
  '/api/admin/users?search=user99',
  '/api/admin/audit-log',
  '/api/admin/support-requests',
  '/api/analytics/summary',
  '/api/analytics/token-usage',
  '/api/analytics/token-purchases',
  '/api/analytics/subscriptions',
] as const

const WARM_UP_ROUNDS = 20

interface Visitor {
  url: string
  client: ApiClient
  portfolioId: string
  readClock: ProcessorClock
}

async function visit(server: RunningServer, databaseUrl: string, postmaster: number): Promise<Visitor> {
  const client = new ApiClient(server.url)
  await client.signIn('admin@example.com')
  const saved = await client.send('POST', '/api/portfolios/upload', { name: 'Mine', data: HEDGEABLE_CSV })
  const { id } = (await saved.json()) as { id: string }
  return {
    url: server.url,
    client,
    portfolioId: id,
    readClock: createProcessorClock(server.pid, databaseUrl, postmaster),
  }
}

/**
 * Asks two servers in turn, one on an empty database and one on a full one, so that whatever else the machine does slows both
 * alike. Each round has every call once on either side; the side that comes first changes.
 *
 * @param postmaster first process of PostgreSQL
 * @param rounds how often each call is made
 */
export async function measureGrowth(urls: Record<Side, string>, postmaster: number, rounds: number): Promise<Growth> {
  const environment = { ADMIN_EMAILS: 'admin@example.com', LOG_LEVEL: 'error' }
  const servers = {
    empty: await startServer({ ...environment, DATABASE_URL: urls.empty }),
    full: await startServer({ ...environment, DATABASE_URL: urls.full }),
  }
  const visitors = {
    empty: await visit(servers.empty, urls.empty, postmaster),
    full: await visit(servers.full, urls.full, postmaster),
  }
  // The first calls load code and make plans.
  await ask(visitors, WARM_UP_ROUNDS)
  const before = await countBlocks([urls.empty, urls.full])
  const calls = await ask(visitors, rounds)
  const after = await countBlocks([urls.empty, urls.full])
  const blocksOf = (place: number) => ((after[place] ?? 0) - (before[place] ?? 0)) / (rounds * MOST_USED.length)
  const adminPages: Growth['adminPages'] = []
  for (const name of ADMIN_PAGES) {
    await time(visitors.full, name)
    const times = [await time(visitors.full, name), await time(visitors.full, name)]
    adminPages.push({ name, slowest: Math.max(...times) })
  }
  await Promise.all([stopServer(servers.empty), stopServer(servers.full)])
  return { calls, blocks: { empty: blocksOf(0), full: blocksOf(1) }, adminPages }
}

async function ask(visitors: Record<Side, Visitor>, rounds: number): Promise<GrownCall[]> {
  const newSeries = () => ({ empty: [] as number[], full: [] as number[] })
  const calls = MOST_USED.map((path) => ({ path, waited: newSeries(), clock: newSeries() }))
  /** Work that follows an answer is part of its call, so each one lasts until the next on the same side. */
  const ends = { empty: (_at: number) => {}, full: (_at: number) => {} }
  for (let round = 0; round < rounds; round += 1) {
    for (const { path, waited, clock } of calls) {
      for (const side of round % 2 === 0 ? (['empty', 'full'] as const) : (['full', 'empty'] as const)) {
        const visitor = visitors[side]
        const begun = visitor.readClock() ?? Number.NaN
        ends[side](begun)
        ends[side] = (ended) => clock[side].push(ended - begun)
        waited[side].push(await time(visitor, path(visitor.portfolioId)))
      }
    }
  }
  for (const side of ['empty', 'full'] as const) ends[side](visitors[side].readClock() ?? Number.NaN)
  return calls.map(({ path, waited, clock }) => ({ name: path(':id'), waited, computed: clock }))
}

async function time({ url, client }: Visitor, path: string): Promise<number> {
  const begun = performance.now()
  const response = await fetch(url + path, { headers: { cookie: client.cookieHeader() } })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${path} answers ${response.status}`)
  return performance.now() - begun
}
