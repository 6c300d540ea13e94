// Tests: ../process/costs.test.ts, ../process-postgres/costs.test.ts

import { readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import { toWorkbookParts, toZip } from '../../packages/importers/src/testing/workbook-fixture.ts'
import { ApiClient } from './api-client.ts'
import { type LoopReport, WATCHED } from './loop-watch.ts'
import { toCsv } from './sample-files.ts'
import { makeDataFolder, type RunningServer, type ServerEnvironment, startServer } from './server-process.ts'

/** Cost of a flood of one user while it lasted. */
interface Cost {
  /** How often each status was answered. */
  statuses: Record<string, number>
  /** Bytes of all answers. */
  bytes: number
  /** Most mebibytes of memory beyond those before. */
  mebibytes: number
  /** Most threads of the process. */
  threads: number
  /** Most connections to the database; 0 where it is embedded. */
  connections: number
  /**
   * Longest time but one that the main thread computed without letting anybody else in, ms of its own CPU: a collection of garbage
   * makes one of them long now and then, and work that is too long is so each time.
   */
  turnMs: number
  /**
   * It computed so much from a request of somebody else until that was answered, ms of its own CPU, in nine of ten cases at most:
   * a collection of garbage or a job of its own falls into one now and then.
   */
  waitMs: number
  /** Requests of other users that were answered meanwhile, and those that were not answered 200. */
  others: { answered: number; refused: number }
}

/** A server that tells what its main thread computes. */
export interface WatchedServer extends RunningServer {
  loopFile: string
}

export async function startWatchedServer(env: ServerEnvironment): Promise<WatchedServer> {
  const loopFile = path.join(await makeDataFolder(), 'loop.json')
  const watch = path.join(import.meta.dirname, 'loop-watch.ts')
  return { ...(await startServer({ ...env, LOOP_FILE: loopFile, NODE_OPTIONS: `--import=${watch}` })), loopFile }
}

/** Computations of the main thread since the report before. */
export async function takeLoopReport({ loopFile, signal }: WatchedServer): Promise<LoopReport> {
  await rm(loopFile, { force: true })
  signal('SIGUSR2')
  for (;;) {
    const text = await readFile(loopFile, 'utf8').catch(() => '')
    if (text.endsWith('}')) return JSON.parse(text) as LoopReport
    await sleep(50)
  }
}

/** Somebody who floods, with the largest portfolio that is allowed, and others who just look at theirs. */
export interface People {
  eve: ApiClient
  others: readonly ApiClient[]
  bookId: string
  accessToken: string
}

interface Flood {
  name: string
  requests: number
  send(people: People, place: number): Promise<Response>
}

const MIB = 1024 * 1024
const SAMPLE_MILLISECONDS = 40
const OTHERS = 4
/** As often as the budget of a minute lets so many users look in turn, over all floods. */
const LOOK_MILLISECONDS = 75
/** Threads of Node itself, of reading and computing on this machine, and of pictures; ten connections and one that listens. */
const MOST = {
  bytesOfAnAnswer: 40 * MIB,
  mebibytes: 800,
  threads: 16 + 2 * availableParallelism(),
  connections: 11,
  turnMs: 250,
  waitMs: 400,
} as const
const CSV_COLUMNS = 50
const CSV_ROWS = 20_000

export async function invitePeople(server: RunningServer): Promise<People> {
  const eve = new ApiClient(server.url)
  await eve.signIn('eve@example.com')
  const others = Array.from({ length: OTHERS }, () => new ApiClient(server.url))
  const save = async (client: ApiClient, data: string) =>
    ((await (await client.send('POST', '/api/portfolios/upload', { name: 'Mine', data })).json()) as { id: string }).id
  for (const [index, other] of others.entries()) {
    await other.signIn(`bob${index}@example.com`)
    await save(other, toCsv(5))
  }
  const bookId = await save(eve, toCsv(20_000))
  const made = await eve.send('POST', '/api/access-tokens', {
    name: 'Flood',
    scopes: ['read:portfolios', 'run:analysis'],
    lifetimeDays: 30,
  })
  return { eve, others, bookId, accessToken: ((await made.json()) as { token: string }).token }
}

function toForm(name: string, content: Uint8Array, field = 'files', count = 1): FormData {
  const form = new FormData()
  for (let file = 0; file < count; file += 1) form.append(field, new Blob([new Uint8Array(content)]), `${file}${name}`)
  return form
}
const postFile = ({ eve }: People, name: string, content: Uint8Array) =>
  eve.request('/api/imports', { method: 'POST', body: toForm(name, content) })

/** A PNG of so many grey pixels, a few kilobytes that unpack to the most that a picture may have. */
function drawBlank(width: number, height: number): Buffer {
  const toChunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    checksum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, checksum])
  }
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const rows = deflateSync(Buffer.alloc((width + 1) * height))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, toChunk('IHDR', head), toChunk('IDAT', rows), toChunk('IEND', Buffer.alloc(0))])
}

/** Tools of assistants that look at all of a portfolio. */
const TOOLS = [
  ['list_portfolios', () => ({})],
  ['get_portfolio', (portfolioId: string) => ({ portfolioId, limit: 500 })],
  ['get_portfolio_overview', (portfolioId: string) => ({ portfolioId })],
  ['get_correlation_analysis', (portfolioId: string) => ({ portfolioId })],
  ['run_backtest', (portfolioId: string) => ({ portfolioId, scenarioId: 'covid-2020' })],
  ['measure_market_fall', (portfolioId: string) => ({ portfolioId })],
] as const

function toToolCall(portfolioId: string, place: number) {
  const [name, ask] = TOOLS[place % TOOLS.length] ?? TOOLS[0]
  return { name, arguments: ask(portfolioId) }
}

/** For each kind of request that one user can make dear, the dearest that were found; as many at once as a minute allows. */
async function prepareFloods(): Promise<Flood[]> {
  const zeros = Buffer.alloc(20 * MIB)
  const workbook = toZip([
    ...toWorkbookParts({
      A: [
        ['Symbol', 'Quantity'],
        ['AAPL', 10],
      ],
    }),
    ...Array.from({ length: 24 }, (_, index) => ({ name: `xl/media/image${index}.png`, bytes: zeros })),
  ])
  const row = (first: string) => `${first}${',1'.repeat(CSV_COLUMNS - 1)}\n`
  const csv = Buffer.from(
    `ticker,shares${',c'.repeat(CSV_COLUMNS - 2)}\n${Array.from({ length: CSV_ROWS }, (_, n) => row(`Q${n}`)).join('')}`,
  )
  const json = Buffer.from(`[${'{"ticker":"AAPL","shares":1},'.repeat(200_000)}{}]`)
  const picture = drawBlank(5_000, 4_000)
  const get = (path: (people: People) => string) => (people: People) => people.eve.request(path(people))
  return [
    { name: 'workbooks', requests: 10, send: (people) => postFile(people, 'a.xlsx', workbook) },
    {
      name: 'tables',
      requests: 10,
      send: (people, place) => postFile(people, `${place}.csv`, Buffer.concat([csv, Buffer.from(row(`X${place}`))])),
    },
    { name: 'JSON', requests: 8, send: (people) => postFile(people, 'a.json', json) },
    {
      name: 'pictures',
      requests: 3,
      send: ({ eve }) =>
        eve.request('/api/portfolios/extract-image', { method: 'POST', body: toForm('a.png', picture, 'images', 3) }),
    },
    { name: 'export', requests: 11, send: get(() => '/api/account/export') },
    { name: 'positions', requests: 60, send: get(({ bookId }) => `/api/portfolios/${bookId}/positions`) },
    { name: 'accounts', requests: 40, send: get(({ bookId }) => `/api/portfolios/${bookId}/accounts`) },
    {
      name: 'ticket splits',
      requests: 20,
      send: ({ eve, bookId }) =>
        eve.send('POST', `/api/portfolios/${bookId}/ticket-split`, {
          legs: [],
          trades: [{ ticker: 'AAPL', shares: -1, amount: -100 }],
        }),
    },
    { name: 'prices', requests: 40, send: get(({ bookId }) => `/api/portfolios/${bookId}/prices`) },
    {
      name: 'overview and correlation',
      requests: 10,
      send: (people, place) =>
        people.eve.request(`/api/portfolios/${people.bookId}/${place % 2 ? 'overview' : 'correlation-analysis'}`),
    },
    {
      name: 'backtests',
      requests: 10,
      send: ({ eve, bookId }, place) =>
        eve.send('POST', '/api/backtest/scenario', {
          portfolioId: bookId,
          scenarioId: 'custom',
          start: `2019-01-${10 + place}`,
          end: '2024-06-28',
        }),
    },
    { name: 'history', requests: 6, send: get(({ bookId }) => `/api/portfolios/${bookId}/history`) },
    {
      name: 'hedges',
      requests: 3,
      send: ({ eve, bookId }, place) =>
        eve.send('POST', `/api/portfolios/${bookId}/analyze-hedges`, { limitPercent: 8 + place }),
    },
    {
      name: 'hedges and analyses, as a stream',
      requests: 4,
      send: ({ eve, bookId }, place) =>
        eve.request(place % 2 ? `/api/portfolios/${bookId}/analyze-hedges` : '/api/ai-analysis/comprehensive', {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
          body: JSON.stringify(place % 2 ? { limitPercent: 20 + place } : { portfolioId: bookId }),
        }),
    },
    {
      name: 'questions, as a stream',
      requests: 3,
      send: ({ eve, bookId }) =>
        eve.request(`/api/portfolios/${bookId}/ask`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
          body: JSON.stringify({ question: 'What is my largest risk?', screen: 'overview' }),
        }),
    },
    { name: 'reports', requests: 6, send: get(({ bookId }) => `/api/portfolios/${bookId}/report`) },
    {
      name: 'searches of users',
      requests: 60,
      send: get(() => '/api/admin/users?search=somebody'),
    },
    {
      name: 'assistants',
      requests: 6 * TOOLS.length,
      send: ({ accessToken, bookId: portfolioId, eve }, place) =>
        eve.request('/mcp', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            authorization: `Bearer ${accessToken}`,
          },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: place,
            method: 'tools/call',
            params: toToolCall(portfolioId, place),
          }),
        }),
    },
  ]
}

/** Tables of which one user's flood leaves so many rows at most, however often it is sent. */
const MOST_ROWS: Readonly<Record<string, number>> = {
  import_drafts: 10,
  computed_results: 80,
  ask_turns: 4,
  hedge_analyses: 6,
}

/** Rows that somebody has, by table, as their own export tells. */
async function countRows(client: ApiClient): Promise<Record<string, number>> {
  const { tables } = await client.getJson<{ tables: Record<string, readonly unknown[]> }>('/api/account/export')
  return Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.length]))
}

/** Lists what is more than floods may leave; empty when all is well. */
const listRowsBeyond = (rows: Readonly<Record<string, number>>) =>
  Object.entries(MOST_ROWS).filter(([table, most]) => (rows[table] ?? 0) > most)

/**
 * Lists what a flood took beyond what it may; empty when all is well. Memory and time are twice what was measured where it was
 * most. Time is what the main thread computed: how long a clock says that others waited depends on what else the machine does.
 */
function listExcesses({ requests }: Flood, cost: Cost): string[] {
  const { others } = cost
  const failed = Object.keys(cost.statuses).filter((status) => Number(status) >= 500 && status !== '503')
  const excesses: readonly (readonly [boolean, string])[] = [
    [failed.length > 0, `failed: ${failed}`],
    [Object.keys(cost.statuses).every((status) => status === '429'), 'refused, so that nothing was measured'],
    [cost.bytes > requests * MOST.bytesOfAnAnswer, `${cost.bytes} bytes`],
    [cost.mebibytes > MOST.mebibytes, `${cost.mebibytes} MiB`],
    [cost.threads > MOST.threads, `${cost.threads} threads`],
    [cost.connections > MOST.connections, `${cost.connections} connections`],
    [cost.turnMs > MOST.turnMs, `${cost.turnMs} ms in one turn`],
    [cost.waitMs > MOST.waitMs, `${cost.waitMs} ms before somebody else’s answer`],
    [others.refused > 0 || others.answered === 0, `others: ${others.answered} answered, ${others.refused} refused`],
  ]
  return excesses.flatMap(([isTooMuch, words]) => (isTooMuch ? [words] : []))
}

/** Reads what the operating system says of a process: mebibytes in memory, and threads. */
function readProcess(pid: number): { mebibytes: number; threads: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1])
  return { mebibytes: read('VmRSS') / 1024, threads: read('Threads') }
}

/** The 90th percentile, of few values the second greatest; 0 of none. */
function takeNinthOfTen(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b).at(-1 - Math.ceil(values.length / 10)) ?? values[0] ?? 0
}

/** Sends a flood at once and watches the process, the database and another user until all of it was answered. */
async function measureFlood(
  server: WatchedServer,
  people: People,
  flood: Flood,
  countConnections: () => Promise<number> = async () => 0,
): Promise<Cost> {
  const others = { answered: 0, refused: 0 }
  let looks = 0
  const look = async () => {
    const other = people.others[looks++ % OTHERS]
    const answer = await other!.request('/api/portfolios', { headers: { [WATCHED]: 'yes' } })
    await answer.arrayBuffer()
    others[answer.status === 200 ? 'answered' : 'refused'] += 1
    await sleep(LOOK_MILLISECONDS)
  }
  await takeLoopReport(server)
  const start = readProcess(server.pid)
  const most = { ...start, connections: 0 }
  const statuses: Record<string, number> = {}
  let bytes = 0
  let isOver = false
  const watch = async () => {
    while (!isOver) {
      const now = readProcess(server.pid)
      most.mebibytes = Math.max(most.mebibytes, now.mebibytes)
      most.threads = Math.max(most.threads, now.threads)
      most.connections = Math.max(most.connections, await countConnections())
      await sleep(SAMPLE_MILLISECONDS)
    }
  }
  const lookOn = async () => {
    do await look()
    while (!isOver)
  }
  const watching = Promise.all([watch(), lookOn()])
  await Promise.all(
    Array.from({ length: flood.requests }, async (_, place) => {
      const answer = await flood.send(people, place)
      for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).byteLength
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    }),
  )
  isOver = true
  await watching
  const { secondOwnMs, watchedMs } = await takeLoopReport(server)
  return {
    statuses,
    bytes,
    mebibytes: Math.round(most.mebibytes - start.mebibytes),
    threads: most.threads,
    connections: most.connections,
    turnMs: Math.round(secondOwnMs),
    waitMs: Math.round(takeNinthOfTen(watchedMs)),
    others,
  }
}

/** Sends every flood in turn, and lists what was taken and left beyond what may be. */
export async function sendFloods(server: WatchedServer, people: People, countConnections?: () => Promise<number>) {
  const floods = await prepareFloods()
  const excesses: [flood: string, found: string[]][] = []
  for (const flood of floods) {
    const found = listExcesses(flood, await measureFlood(server, people, flood, countConnections))
    if (found.length > 0) excesses.push([flood.name, found])
  }
  return { floods: floods.length, excesses, rows: listRowsBeyond(await countRows(people.eve)) }
}
