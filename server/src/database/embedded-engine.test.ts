import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actFor } from '../acting-user.ts'
import { createEmbeddedEngine, type EmbeddedEngine } from './embedded-engine.ts'

let engine: EmbeddedEngine
beforeAll(async () => {
  engine = createEmbeddedEngine(await PGlite.create())
})
afterAll(() => engine?.close())

test('transactions take turns by user: a flood of one stands before nobody’s only one', async () => {
  const order: string[] = []
  const ask = (user: string) =>
    actFor(user, () =>
      engine.transaction('select 1', async (tx) => {
        await tx.execute(sql`select 1`)
        order.push(user)
      }),
    )
  await Promise.all([...Array.from({ length: 10 }, () => ask('eve')), ask('bob')])
  expect(order).toHaveLength(11)
  // After the one that is under way, and one that came before.
  expect(order.indexOf('bob')).toBe(2)
})

test('one that fails is undone, gives its turn on, and is counted no longer', async () => {
  const failed = engine.transaction('create table kept (a int)', async () => {
    throw new Error('no')
  })
  const next = engine.transaction('select 1', (tx) =>
    tx.execute<{ found: string | null }>(sql`select to_regclass('kept') as found`),
  )
  expect(engine.load()).toEqual({ open: 1, idle: 0, waiting: 1 })
  await expect(failed).rejects.toThrow('no')
  expect((await next).rows).toEqual([{ found: null }])
  expect(engine.load()).toEqual({ open: 1, idle: 1, waiting: 0 })
})
