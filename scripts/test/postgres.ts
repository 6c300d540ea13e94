import { type ChildProcess, type ExecFileSyncOptions, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../e2e/support/free-port.ts'
import { installDebianPackages } from './debian.ts'

const DEBIAN_FOLDER = '/usr/lib/postgresql'
const START_LIMIT_MS = 60_000

export interface PostgresServer {
  /** Url of a role that owns databases but is no superuser, as an application's role should be. */
  url: string
  /** Its first process, which starts one for each connection. */
  pid: number
  stop: () => Promise<void>
}

/** The folder with PostgreSQL's programs, the newest first; installs Debian's package when that is possible. */
export function findOrInstallPostgres(): string | undefined {
  const found = findPostgres()
  if (found) return found
  installDebianPackages(['postgresql'])
  return findPostgres()
}

function findPostgres(): string | undefined {
  const debian = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : []
  const folders = [
    ...debian.sort((a, b) => Number(b) - Number(a)).map((version) => path.join(DEBIAN_FOLDER, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')))
}

/**
 * Start a throw-away cluster in a temporary folder on a free port of this machine; `stop` leaves nothing behind.
 *
 * @param options.isDurable true to wait for the disk at each commit, as in production
 */
export async function startPostgres(
  binaries: string,
  { isDurable = false }: { isDurable?: boolean } = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ballast-postgres-'))
  const owner = unprivilegedUser()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = path.join(folder, 'data')
  const options: SpawnOptions & ExecFileSyncOptions = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], ...owner }
  const program = (name: string) => path.join(binaries, name)
  execFileSync(
    program('initdb'),
    ['--pgdata', data, '--username=postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C'],
    options,
  )
  const port = await findFreePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    `fsync=${isDurable ? 'on' : 'off'}`,
    // A database that is being cleaned up by the server itself cannot be dropped by its owner.
    'autovacuum=off',
    'max_connections=200',
    'log_min_messages=panic',
  ]
  const server = spawn(
    program('postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    options,
  )
  const removeWithProcess = () => {
    server.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', removeWithProcess)
  const stop = async () => {
    process.off('exit', removeWithProcess)
    await stopServer(server)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await createOwner(program('psql'), port)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `postgres://ballast_owner@127.0.0.1:${port}/ballast`, pid: server.pid ?? Number.NaN, stop }
}

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string, user: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  try {
    return { uid: idOf('-u', 'postgres'), gid: idOf('-g', 'postgres') }
  } catch {
    return { uid: idOf('-u', 'nobody'), gid: idOf('-g', 'nobody') }
  }
}

/** Wait until the server answers, then make the role and the database that the tests use. */
async function createOwner(psql: string, port: number): Promise<void> {
  const run = (statement: string) =>
    execFileSync(psql, ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-qc', statement, 'postgres'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  const deadline = performance.now() + START_LIMIT_MS
  for (;;) {
    try {
      run('create role ballast_owner login createdb createrole')
      break
    } catch (error) {
      if (performance.now() > deadline)
        throw new Error(`PostgreSQL did not start within ${START_LIMIT_MS / 1000} s: ${String(error)}`)
      await sleep(100)
    }
  }
  run('create database ballast owner ballast_owner')
  // Tests fill large tables without the checks of foreign keys; for that PostgreSQL wants a right of its own.
  run('grant set on parameter session_replication_role to ballast_owner')
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGINT')
  await ended
}
