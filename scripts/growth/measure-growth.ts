import { ApiClient } from '../../e2e/support/api-client.ts'
import { HEDGEABLE_CSV } from '../../e2e/support/sample-files.ts'
import { type RunningServer, startServer, stopServer } from '../../e2e/support/server-process.ts'
import { countBlocks } from '../../server/src/database/testing/count-blocks.ts'

/** Times of a call: milliseconds at the middle, what 99 of 100 stay below, and blocks that the database looks at. */
export interface Times {
  p50: number
  p99: number
  /** Mean of all; the same on a quiet machine and on a busy one. */
  blocks: number
}

export interface GrownCall {
  name: string
  empty: Times
  full: Times
}

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

const WARM_UP_ROUNDS = 3

async function countOf(urls: { empty: string; full: string }) {
  const [empty, full] = await countBlocks([urls.empty, urls.full])
  return { empty: empty ?? Number.NaN, full: full ?? Number.NaN }
}
interface Visitor {
  client: ApiClient
  portfolioId: string
}

async function visit(server: RunningServer): Promise<Visitor> {
  const client = new ApiClient(server.url)
  await client.signIn('admin@example.com')
  const saved = await client.send('POST', '/api/portfolios/upload', { name: 'Mine', data: HEDGEABLE_CSV })
  return { client, portfolioId: ((await saved.json()) as { id: string }).id }
}

/**
 * Asks two servers in turn, one on an empty database and one on a full one, so that whatever else the machine does slows both alike.
 *
 * @param rounds how often each call is made
 */
export async function measureGrowth(
  urls: { empty: string; full: string },
  rounds: number,
): Promise<{ calls: GrownCall[]; adminPages: { name: string; slowest: number }[] }> {
  const environment = { ADMIN_EMAILS: 'admin@example.com', LOG_LEVEL: 'error' }
  const servers = {
    empty: await startServer({ ...environment, DATABASE_URL: urls.empty }),
    full: await startServer({ ...environment, DATABASE_URL: urls.full }),
  }
  const visitors = { empty: await visit(servers.empty), full: await visit(servers.full) }
  const calls: GrownCall[] = []
  for (const path of MOST_USED) {
    const times: Record<keyof typeof visitors, number[]> = { empty: [], full: [] }
    const before = await countOf(urls)
    for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
      for (const side of ['empty', 'full'] as const) {
        const { client, portfolioId } = visitors[side]
        const milliseconds = await time(client, path(portfolioId))
        // The first ones load code and make plans.
        if (round >= 0) times[side].push(milliseconds)
      }
    }
    const after = await countOf(urls)
    const toTimes = (side: keyof typeof visitors) => ({
      ...summarise(times[side]),
      blocks: (after[side] - before[side]) / (rounds + WARM_UP_ROUNDS),
    })
    calls.push({ name: path(':id'), empty: toTimes('empty'), full: toTimes('full') })
  }
  const adminPages: { name: string; slowest: number }[] = []
  for (const name of ADMIN_PAGES) {
    await time(visitors.full.client, name)
    const times = [await time(visitors.full.client, name), await time(visitors.full.client, name)]
    adminPages.push({ name, slowest: Math.max(...times) })
  }
  await Promise.all([stopServer(servers.empty), stopServer(servers.full)])
  return { calls, adminPages }
}

async function time(client: ApiClient, path: string): Promise<number> {
  const begun = performance.now()
  const response = await client.request(path)
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${path} answers ${response.status}`)
  return performance.now() - begun
}

function summarise(milliseconds: readonly number[]): Pick<Times, 'p50' | 'p99'> {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}
