/** @module-tag postgres */

import { randomUUID } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { migratePostgres } from './client.ts'
import { checksumOf, listMigrations, type Migration, migrate, type SqlConnection } from './migrations.ts'

const server = process.env.TEST_DATABASE_URL
const step = (ordinal: number, sql: string): Migration => ({
  ordinal,
  name: `000${ordinal}_step`,
  sql,
  checksum: `checksum of ${sql}`,
})
const FIRST = step(0, 'CREATE TABLE first (id integer PRIMARY KEY)')
const SECOND = step(1, 'CREATE TABLE second (id integer)')

let connection: SqlConnection
let close: () => Promise<void>

beforeAll(async () => {
  if (server) {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    const name = `migrations_${randomUUID().replaceAll('-', '')}`
    await client.query(`CREATE SCHEMA ${name}`)
    await client.query(`SET search_path TO ${name}`)
    connection = client
    close = async () => {
      await client.query(`DROP SCHEMA ${name} CASCADE`)
      await client.end()
    }
  } else {
    const client = await PGlite.create()
    connection = { query: async (sql) => ({ rows: (await client.exec(sql)).at(-1)?.rows ?? [] }) }
    close = () => client.close()
  }
})
afterAll(() => close())

test('each is applied once, in order', async () => {
  expect(await migrate(connection, [FIRST])).toBe(1)
  expect(await migrate(connection, [FIRST])).toBe(0)
  expect(await migrate(connection, [FIRST, SECOND])).toBe(1)
  const { rows } = await connection.query('SELECT name FROM ballast_migrations ORDER BY ordinal')
  expect(rows).toEqual([{ name: '0000_step' }, { name: '0001_step' }])
})

test('an older version refuses a newer database and says so', async () => {
  await expect(migrate(connection, [FIRST])).rejects.toThrow(/newer than this version.*"0001_step"/)
})

test('one that was edited after it was applied is refused', async () => {
  const edited = step(0, 'CREATE TABLE first (id bigint)')
  await expect(migrate(connection, [edited, SECOND])).rejects.toThrow('applied to this database with another content')
})

test('one that fails leaves nothing behind and can be mended', async () => {
  const broken = step(2, 'CREATE TABLE third (id integer); SELECT * FROM nowhere')
  await expect(migrate(connection, [FIRST, SECOND, broken])).rejects.toThrow('Migration "0002_step" failed')
  expect(await migrate(connection, [FIRST, SECOND, step(2, 'CREATE TABLE third (id integer)')])).toBe(1)
})

describe('the files', () => {
  test('are numbered without a gap', () => {
    expect(listMigrations().map(({ name }) => Number(name.slice(0, 4)))).toEqual(
      listMigrations().map(({ ordinal }) => ordinal),
    )
  })

  test('have one checksum for all, which changes with any of them', () => {
    expect(checksumOf([FIRST, SECOND])).not.toBe(checksumOf([FIRST, step(1, 'CREATE TABLE second (id bigint)')]))
  })
})

if (server) {
  test('four processes that start at once on an empty database all succeed', async () => {
    const name = `race_${randomUUID().replaceAll('-', '')}`
    const admin = new pg.Client({ connectionString: server })
    await admin.connect()
    await admin.query(`CREATE DATABASE ${name}`)
    const url = new URL(server)
    url.pathname = `/${name}`
    await Promise.all([1, 2, 3, 4].map(() => migratePostgres(url.href, url.href, createLog('silent'))))
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  })
}

test.each(['55P03', '40P01'])('one whose table is in use is tried again after a pause: %s', async (code) => {
  const tables = { '55P03': 'fourth', '40P01': 'fifth' } as const
  const ordinal = Number(
    (await connection.query('SELECT count(*) AS applied FROM ballast_migrations')).rows[0]?.applied,
  )
  const sql = `CREATE TABLE ${tables[code as keyof typeof tables]} (id integer)`
  let refusals = 1
  const busy: SqlConnection = {
    async query(text) {
      if (text === sql && refusals-- > 0) throw Object.assign(new Error('the table is in use'), { code })
      return connection.query(text)
    },
  }
  const applied = [
    FIRST,
    SECOND,
    step(2, 'CREATE TABLE third (id integer)'),
    step(3, 'CREATE TABLE fourth (id integer)'),
  ]
  expect(await migrate(busy, [...applied.slice(0, ordinal), step(ordinal, sql)])).toBe(1)
})
