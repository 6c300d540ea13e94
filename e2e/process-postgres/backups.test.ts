/** @module-tag full */

import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../scripts/launch/repository.mjs'
import { findOrInstallPostgres, unprivilegedUser } from '../../scripts/test/postgres.ts'
import { migratePostgres } from '../../server/src/database/client.ts'
import { createLog } from '../../server/src/log.ts'
import { findFreePort } from '../support/free-port.ts'
import { makeDataFolder } from '../support/server-process.ts'

const document = readFileSync(path.join(ROOT, 'docs/operations/backups.md'), 'utf8')

/** The code below a heading of the document, in order. */
function listBlocks(heading: string): string[] {
  const section = document.split(/^## /m).find((part) => part.startsWith(heading)) ?? ''
  return [...section.matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, code]) => code!)
}

const log = createLog('silent')
const owner = unprivilegedUser()
let folder: string
let env: Record<string, string>
let port: number

/** Runs a block as the operator of the database would; nothing of the test's own is in it. */
const run = (block: string) =>
  execFileSync('sh', ['-euc', block], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
    ...owner,
  })

/** Returns what a statement of the superuser answers, without frame. */
const ask = (statement: string, database = 'ballast') => {
  const words = ['--quiet', '--tuples-only', '--no-align', '--command', statement, database]
  return execFileSync('psql', words, { cwd: folder, env, encoding: 'utf8', ...owner }).trim()
}
const listSubjects = () => ask('select subject from users order by subject').split('\n').filter(Boolean)
const addUser = (subject: string) =>
  ask(`insert into users (issuer, subject, created_at, last_sign_in_at) values ('test', '${subject}', now(), now())`)

const url = () => `postgres://ballast_owner@127.0.0.1:${port}/ballast`

beforeAll(async () => {
  const binaries = findOrInstallPostgres()
  if (binaries === undefined) throw new Error('These tests need the programs of PostgreSQL 15 or newer.')
  folder = await makeDataFolder()
  port = await findFreePort()
  const at = (name: string) => path.join(folder, name)
  env = {
    PATH: `${binaries}:/usr/bin:/bin`,
    PGHOST: '127.0.0.1',
    PGPORT: String(port),
    PGUSER: 'postgres',
    CLUSTER: at('cluster'),
    ARCHIVE: at('archive'),
    BASE: at('base'),
    RESTORED: at('restored'),
  }
  mkdirSync(env.ARCHIVE!)
  if (owner) for (const one of [folder, env.ARCHIVE!]) chownSync(one, owner.uid, owner.gid)
  run('initdb --pgdata="$CLUSTER" --username=postgres --auth=trust --no-sync --encoding=UTF8 --locale=C')
  const settings = listBlocks('PostgreSQL: back to a moment')[0]!.replaceAll('$ARCHIVE', env.ARCHIVE!)
  appendFileSync(
    path.join(env.CLUSTER!, 'postgresql.conf'),
    `${settings}\nunix_socket_directories = ''\nlisten_addresses = '127.0.0.1'\nfsync = off\n`,
  )
  run('pg_ctl --pgdata="$CLUSTER" --log=log --wait start')
  ask('create role ballast_owner login createdb createrole', 'postgres')
  ask('create database ballast owner ballast_owner', 'postgres')
  await migratePostgres(url(), url(), log)
})
afterAll(() => {
  run('for one in "$RESTORED" "$CLUSTER"; do pg_ctl --pgdata="$one" --mode=immediate stop || true; done')
  rmSync(folder, { recursive: true, force: true })
})

test('a dump comes back into a cluster without database and roles, and serves', async () => {
  const [dump, restore] = listBlocks('PostgreSQL: a dump')
  addUser('in the dump')
  run(dump!)
  addUser('after the dump')
  ask('drop database ballast', 'postgres')
  ask('drop role ballast_app, ballast_guest, ballast_system', 'postgres')
  ask('drop role ballast_owner', 'postgres')

  run(restore!)
  expect(listSubjects()).toEqual(['in the dump'])
  // The role of the application reaches it, and finds every migration applied.
  await migratePostgres(url(), url(), log)
  expect(ask("select has_table_privilege('ballast_app', 'positions', 'select')")).toBe('t')
  expect(Number(ask('select count(*) from pg_policies'))).toBeGreaterThan(20)
})

test('what somebody deleted is there again at the moment before', async () => {
  const [, base, restore] = listBlocks('PostgreSQL: back to a moment')
  run(base!)
  addUser('after the base copy')
  const before = listSubjects()
  env.MOMENT = ask('select clock_timestamp()')
  ask('delete from users')
  expect(listSubjects()).toEqual([])
  // Stopped as it should be, the old one hands over the last piece of its log.
  run('pg_ctl --pgdata="$CLUSTER" --mode=fast --wait stop')

  run(restore!)
  expect(listSubjects()).toEqual(before)
  expect(before).toContain('after the base copy')
  await migratePostgres(url(), url(), log)
})
