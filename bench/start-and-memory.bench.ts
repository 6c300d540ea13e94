/** How long a server takes to its first answer, and how much memory it holds then, on either kind of database. */
import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDataFolder, type ServerEnvironment, startServer, stopServer } from '../e2e/support/server-process.ts'
import { medianOf, RUNS, reportLine } from './measure.ts'
import { withPostgres } from './with-postgres.ts'

const LONGEST_SECOND_START_MS = 2_000
const SETTLE_MS = 2_000
const MOST_MEMORY_MIB = { embedded: 450, postgres: 200 }

const DATA_DIR = await makeDataFolder()
await measure('embedded', { DATA_DIR })
await rm(DATA_DIR, { recursive: true })
await withPostgres((DATABASE_URL) => measure('postgres', { DATABASE_URL }))

async function measure(engine: keyof typeof MOST_MEMORY_MIB, env: ServerEnvironment): Promise<void> {
  const first = await startServer(env)
  await stopServer(first)
  const starts: number[] = []
  const memory: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const server = await startServer(env)
    await fetch(server.url)
    starts.push(server.startedInMs)
    await sleep(SETTLE_MS)
    memory.push(residentMiB(server.pid))
    await stopServer(server)
  }
  reportLine({
    workload: `second start to a served page, ${engine} database`,
    firstStartMs: first.startedInMs,
    secondStartMs: medianOf(starts),
    promise: `at most ${LONGEST_SECOND_START_MS} ms`,
    holds: medianOf(starts) <= LONGEST_SECOND_START_MS,
  })
  reportLine({
    workload: `server memory after a second start, ${engine} database`,
    residentMiB: medianOf(memory),
    promise: `at most ${MOST_MEMORY_MIB[engine]} MiB`,
    holds: medianOf(memory) <= MOST_MEMORY_MIB[engine],
  })
}

/** Resident memory of a process as the operating system counts it. */
function residentMiB(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}
