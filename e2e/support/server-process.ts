import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../../scripts/launch/repository.mjs'
import { atExit } from './at-exit.ts'
import { findFreePort } from './free-port.ts'

const START_LIMIT_MS = 120_000
const ANSWER_LIMIT_MS = 10_000

export type ServerEnvironment = Record<string, string>

/** A server process under test, as an operating system sees it. */
export interface ServerProcess {
  pid: number
  /** Everything printed so far, both streams. */
  output: () => string
  signal: (signal: NodeJS.Signals) => void
  /** Settles when the process has ended: its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>
}

export interface RunningServer extends ServerProcess {
  url: string
  /** Milliseconds from the start of the process to its first answer. */
  startedInMs: number
}

/** The command that `npm start` runs when nothing is left to install or build. */
export const SERVER_COMMAND = [
  process.execPath,
  '--disable-proto=delete',
  '--max-semi-space-size=16',
  'server/src/main.ts',
] as const

/** Start the server's process without waiting for it; it sees only the given variables and what any program needs. */
export function spawnServer(env: ServerEnvironment): ServerProcess {
  const [file, ...args] = SERVER_COMMAND
  const child: ChildProcess = spawn(file, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: tmpdir(), ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk))
  // A test run that is interrupted must not leave servers behind.
  const leaveAlone = atExit(() => child.kill('SIGKILL'))
  return {
    pid: child.pid ?? Number.NaN,
    output: () => output,
    signal: (signal) => void child.kill(signal),
    ended: new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, signal) => {
        leaveAlone()
        resolve(code ?? signal ?? 'SIGKILL')
      })
    }),
  }
}

/** Start a server on a free port with the simulated market and wait until it answers; `env` overrides. */
export async function startServer(env: ServerEnvironment): Promise<RunningServer> {
  const port = env.PORT ?? String(await findFreePort())
  const url = `http://127.0.0.1:${port}`
  const start = performance.now()
  const server = spawnServer({ PORT: port, PUBLIC_URL: url, MARKET_DATA: 'sample', RATE_LIMITS: 'off', ...env })
  let hasEnded = false
  server.ended.then(
    () => (hasEnded = true),
    () => (hasEnded = true),
  )
  while (!(await answers(`${url}/api/health`))) {
    if (hasEnded) throw new Error(`The server ended before it answered:\n${server.output()}`)
    if (performance.now() - start > START_LIMIT_MS) {
      server.signal('SIGKILL')
      throw new Error(`The server did not answer within ${START_LIMIT_MS / 1000} s:\n${server.output()}`)
    }
    await sleep(25)
  }
  return { ...server, url, startedInMs: performance.now() - start }
}

/** End a server as an operator does; resolves with its exit code. */
export function stopServer(server: ServerProcess): Promise<number | NodeJS.Signals> {
  server.signal('SIGTERM')
  return server.ended
}

/** A new empty folder for a server's data; it goes when this process ends. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ballast-data-'))
  atExit(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

let migrated: Promise<string> | undefined

/** Creates a folder with a migrated database that nobody has used, which a server opens in half the time of a new one. */
export async function makeMigratedFolder(): Promise<string> {
  migrated ??= makeMigrated()
  const folder = await makeDataFolder()
  await cp(await migrated, folder, { recursive: true })
  return folder
}

async function makeMigrated(): Promise<string> {
  const DATA_DIR = await makeDataFolder()
  await stopServer(await startServer({ DATA_DIR }))
  return DATA_DIR
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, {
      // Kept, it might be closed by the server just when a test uses it again.
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    })
    return response.ok
  } catch {
    return false
  }
}
