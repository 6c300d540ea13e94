/** Requests a second for the positions of a portfolio of 500 rows, against bare Fastify handlers on the same database. */
import { execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ApiClient } from '../e2e/support/api-client.ts'
import { findFreePort } from '../e2e/support/free-port.ts'
import { toCsv } from '../e2e/support/sample-files.ts'
import { makeDataFolder, type ServerEnvironment, startServer, stopServer } from '../e2e/support/server-process.ts'
import { ROOT } from '../scripts/launch/repository.mjs'
import { medianOf, RUNS, reportLine } from './measure.ts'
import { withPostgres } from './with-postgres.ts'

const ROWS = 500
const CONNECTIONS = 10
const SECONDS = 3
const SLOWEST_P99_MS = 50
const LEAST = { select: 0.8, serialise: 1.4 }

const AUTOCANNON = path.join(ROOT, 'bench', 'node_modules', 'autocannon', 'autocannon.js')
const run = promisify(execFile)
const folder = await mkdtemp(path.join(tmpdir(), 'ballast-bench-'))

const DATA_DIR = await makeDataFolder()
const COPY = path.join(folder, 'copy')
await measure('embedded', { DATA_DIR }, { DATA_DIR: COPY })
await rm(DATA_DIR, { recursive: true })
await withPostgres((DATABASE_URL) => measure('postgres', { DATABASE_URL }, { DATABASE_URL }))
await rm(folder, { recursive: true })

async function measure(engine: string, env: ServerEnvironment, bareEnv: ServerEnvironment): Promise<void> {
  const seeding = await startServer(env)
  const PORT = new URL(seeding.url).port
  const client = new ApiClient(seeding.url)
  await client.signIn('bench@example.com')
  const saved = await client.send('POST', '/api/portfolios/upload', { name: 'Bench', data: toCsv(ROWS) })
  const { id } = (await saved.json()) as { id: string }
  const positions = `/api/portfolios/${id}/positions`
  const first = await client.request(positions)
  const etag = first.headers.get('etag') ?? ''
  const ANSWER_FILE = path.join(folder, 'answer.json')
  await writeFile(ANSWER_FILE, await first.text())
  await stopServer(seeding)
  // The embedded database belongs to one process, so the bare handler reads a copy of it.
  if (env.DATA_DIR) await cp(env.DATA_DIR, COPY, { recursive: true })

  const server = await startServer({ ...env, PORT })
  const bare = await startBareServer({ ...bareEnv, ANSWER_FILE })
  const cookie = ['-H', `cookie: ${client.cookieHeader()}`]
  const loads = {
    positions: [...cookie, `${server.url}${positions}`],
    unchanged: [...cookie, '-H', `if-none-match: ${etag}`, `${server.url}${positions}`],
    select: [`${bare.url}/select/${id}`],
    serialise: [`${bare.url}/serialise`],
  }
  const rates: Record<keyof typeof loads, number[]> = { positions: [], unchanged: [], select: [], serialise: [] }
  const p99: number[] = []
  for (let round = 0; round < RUNS; round += 1) {
    for (const name of Object.keys(loads) as (keyof typeof loads)[]) {
      const result = await load(loads[name])
      rates[name].push(result.rate)
      if (name === 'positions') p99.push(result.p99)
    }
  }
  bare.stop()
  await stopServer(server)

  const rate = (name: keyof typeof loads) => medianOf(rates[name])
  const compare = (workload: string, name: 'positions' | 'unchanged', other: 'select' | 'serialise') =>
    reportLine({
      workload: `${workload}, ${engine} database`,
      requestsPerSecond: rate(name),
      bareRequestsPerSecond: rate(other),
      ratio: rate(name) / rate(other),
      promise: `at least ${LEAST[other]} × a bare Fastify handler (${other})`,
      holds: rate(name) / rate(other) >= LEAST[other],
    })
  compare(`positions of ${ROWS} rows, signed in`, 'positions', 'select')
  compare(`positions of ${ROWS} rows, signed in, encoded answer reused`, 'positions', 'serialise')
  compare(`positions of ${ROWS} rows, signed in, unchanged since the last answer`, 'unchanged', 'serialise')
  reportLine({
    workload: `positions of ${ROWS} rows at full load, ${engine} database`,
    p99Ms: medianOf(p99),
    promise: `p99 at most ${SLOWEST_P99_MS} ms`,
    holds: medianOf(p99) <= SLOWEST_P99_MS,
  })
}

interface LoadReport {
  requests: { average: number }
  latency: { p99: number }
  errors: number
  '4xx': number
  '5xx': number
}

async function load(target: readonly string[]): Promise<{ rate: number; p99: number }> {
  const options = ['--json', '-c', String(CONNECTIONS), '-d', String(SECONDS)]
  const { stdout } = await run(process.execPath, [AUTOCANNON, ...options, ...target])
  const report = JSON.parse(stdout) as LoadReport
  if (report.errors + report['4xx'] + report['5xx'] > 0) throw new Error(`The load met errors: ${stdout}`)
  return { rate: report.requests.average, p99: report.latency.p99 }
}

async function startBareServer(env: ServerEnvironment): Promise<{ url: string; stop: () => void }> {
  const PORT = String(await findFreePort())
  const child = spawn(process.execPath, [path.join(ROOT, 'bench', 'bare-server.ts')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PATH: process.env.PATH, ...env, PORT },
  })
  process.once('exit', () => child.kill())
  const url = `http://127.0.0.1:${PORT}`
  while (!(await fetch(`${url}/serialise`).catch(() => undefined))) await sleep(50)
  return { url, stop: () => child.kill() }
}
