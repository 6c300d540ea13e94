/** @module-tag postgres */

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSqlState } from './database-errors.ts'
import { portfolios, users } from './schema/index.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

const now = new Date('2026-11-20T15:00:00Z')
let db: TestDatabase

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

async function addUser(subject: string): Promise<string> {
  const [user] = await db.asSystem((tx) =>
    tx.insert(users).values({ issuer: 'test', subject, createdAt: now, lastSignInAt: now }).returning({ id: users.id }),
  )
  return user!.id
}

const addPortfolio = (actor: string, userId: string, name: string) =>
  db.asUser(actor, (tx) =>
    tx.insert(portfolios).values({ userId, name, createdAt: now, updatedAt: now }).returning({ id: portfolios.id }),
  )

test('a user sees and changes own rows only, whatever the query asks for', async () => {
  const [ann, bob] = [await addUser('rows-ann'), await addUser('rows-bob')]
  const [mine] = await addPortfolio(ann, ann, 'Ann’s')
  expect(await db.asUser(bob, (tx) => tx.select().from(portfolios))).toEqual([])
  const changed = await db.asUser(bob, (tx) =>
    tx.update(portfolios).set({ name: 'stolen' }).where(eq(portfolios.id, mine!.id)).returning(),
  )
  const removed = await db.asUser(bob, (tx) => tx.delete(portfolios).where(eq(portfolios.id, mine!.id)).returning())
  expect([changed, removed]).toEqual([[], []])
  expect(await db.asUser(ann, (tx) => tx.select({ name: portfolios.name }).from(portfolios))).toEqual([
    { name: 'Ann’s' },
  ])
})

test('what a test asks as the owner is asked outside of everybody’s transaction', async () => {
  const ann = await addUser('owner-ann')
  let asked: Promise<Record<string, unknown>[]> | undefined
  await db.asUser(ann, async (tx) => {
    asked = db.asOwner('select current_user as role')
    for (let count = 0; count < 5; count += 1) await tx.execute(sql`select 1`)
  })
  expect((await asked)?.[0]?.role).not.toMatch(/^ballast_(app|guest|system)$/)
})

test('what begins while a test closes its database leaves nothing open in it for the next', async () => {
  const closed = await createTestDatabase()
  const closing = closed.close()
  const isRefused = () => undefined
  for (let count = 0; count < 20; count += 1) closed.asSystem((tx) => tx.execute(sql`select 1`)).catch(isRefused)
  await closing
  const next = await createTestDatabase()
  expect(await next.asSystem((tx) => tx.select().from(users))).toEqual([])
  await next.close()
})

test('nobody can write a row in another user’s name', async () => {
  const [ann, bob] = [await addUser('forge-ann'), await addUser('forge-bob')]
  const error = await addPortfolio(bob, ann, 'forged').catch((reason: unknown) => reason)
  expect(findSqlState(error)).toBe('42501')
})

test('nobody can put a row of their own into another user’s portfolio', async () => {
  const [ann, bob] = [await addUser('put-ann'), await addUser('put-bob')]
  const [target] = await addPortfolio(ann, ann, 'Ann’s')
  const error = await db
    .asUser(bob, (tx) =>
      tx.execute(sql`insert into import_batches (user_id, portfolio_id, source, position_count, created_at)
        values (${bob}, ${target!.id}, 'csv', 1, now())`),
    )
    .catch((reason: unknown) => reason)
  expect(error).toMatchObject({ cause: { constraint: 'import_batches_own_portfolio' } })
})

test('no user may make themselves an admin or PRO', async () => {
  const ann = await addUser('admin-ann')
  const error = await db
    .asUser(ann, (tx) => tx.update(users).set({ isAdmin: true, proUntil: now }))
    .catch((reason: unknown) => reason)
  expect(findSqlState(error)).toBe('42501')
})

test('with no user set, the application’s role sees nothing', async () => {
  await addPortfolio(...((id) => [id, id, 'unseen'] as const)(await addUser('unset')))
  const rows = await db.asSystem(async (tx) => {
    await tx.execute(sql`set local role ballast_app`)
    return (await tx.execute(sql`select id from portfolios union all select id from users`)).rows
  })
  expect(rows).toEqual([])
})

test('the role and the user end with the transaction', async () => {
  const ann = await addUser('leak-ann')
  await db.asUser(ann, (tx) => tx.execute(sql`select 1`))
  const { rows } = await db.asSystem((tx) =>
    tx.execute(sql`select current_user as role, coalesce(current_setting('app.user_id', true), '') as user_id`),
  )
  expect(rows).toEqual([{ role: 'ballast_system', user_id: '' }])
})

test('every table with a user id is under forced row-level security with a policy for each role', async () => {
  const open = await db.asOwner(`
    SELECT c.relname, c.relrowsecurity, c.relforcerowsecurity,
      (SELECT count(*)::int FROM pg_policies p WHERE p.tablename = c.relname AND p.with_check IS NOT NULL
        AND p.qual IS NOT NULL AND p.roles && ARRAY['ballast_app', 'ballast_system']::name[]) AS policies
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind = 'r' AND (c.relname = 'users' OR EXISTS
      (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'user_id' AND NOT a.attisdropped))`)
  expect(open.length).toBeGreaterThanOrEqual(7)
  for (const table of open) {
    expect(table).toMatchObject({ relrowsecurity: true, relforcerowsecurity: true, policies: 2 })
  }
})

test('bytes are kept as they come, because they are compressed already', async () => {
  const columns = await db.asOwner(`
    SELECT c.relname || '.' || a.attname AS name, a.attstorage::text AS storage
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.atttypid = 'bytea'::regtype AND NOT a.attisdropped`)
  expect(columns.length).toBeGreaterThanOrEqual(10)
  expect(columns.filter(({ storage }) => storage !== 'e')).toEqual([])
})

/** Rows that a guest sees of a portfolio that is shared with them. */
const SHARED_TABLES = [
  ...[
    'portfolios',
    'positions',
    'brokerage_accounts',
    'account_rules',
    'dated_holdings',
    'split_adjustments',
    'policies',
  ],
]

test('a guest may read what is shared, end the share, and nothing else', async () => {
  const rights = await db.asOwner(`
    SELECT table_name, privilege_type FROM information_schema.role_table_grants
    WHERE grantee = 'ballast_guest' ORDER BY table_name, privilege_type`)
  const right = [...SHARED_TABLES, 'portfolio_shares']
    .toSorted()
    .flatMap((table_name) => [
      ...(table_name === 'portfolio_shares' ? [{ table_name, privilege_type: 'DELETE' }] : []),
      { table_name, privilege_type: 'SELECT' },
    ])
  expect(rights).toEqual(right)
})

test('each policy says what it must, table by table: own rows for a user, shared ones for a guest, every row for the system', async () => {
  const plain = (text: unknown) => String(text).replaceAll(/\s+/g, ' ').replaceAll(' AS "nullif"', '')
  const mine = (column: string) =>
    `(${column} = ( SELECT (NULLIF(current_setting('app.user_id'::text, true), ''::text))::uuid))`
  const evidence = `(EXISTS ( SELECT 1 FROM recommendation_links l WHERE ((l.recommendation_id = recommendation_evidence.recommendation_id) AND ${mine('l.user_id')})))`
  const policies = await db.asOwner(`
    SELECT tablename, roles::text AS roles, cmd, permissive, qual, with_check FROM pg_policies
    WHERE schemaname = 'public' ORDER BY tablename, roles::text`)
  const tables = [...new Set(policies.map(({ tablename }) => String(tablename)))]
  const right = tables.flatMap((tablename) => {
    const own = tablename === 'recommendation_evidence' ? evidence : mine(tablename === 'users' ? 'id' : 'user_id')
    // Evidence is written by the system alone.
    const check = tablename === 'recommendation_evidence' ? 'false' : own
    const all = { tablename, cmd: 'ALL', permissive: 'PERMISSIVE' }
    const shared = {
      ...all,
      cmd: 'SELECT',
      roles: '{ballast_guest}',
      qual: `(${tablename === 'portfolios' ? 'id' : 'portfolio_id'} IN ( SELECT portfolio_shares.portfolio_id FROM portfolio_shares))`,
      with_check: 'null',
    }
    const received = { ...all, roles: '{ballast_guest}', qual: mine('guest_user_id'), with_check: 'null' }
    return [
      { ...all, roles: '{ballast_app}', qual: own, with_check: check },
      ...(SHARED_TABLES.includes(tablename) ? [shared] : []),
      ...(tablename === 'portfolio_shares' ? [received] : []),
      { ...all, roles: '{ballast_system}', qual: 'true', with_check: 'true' },
    ]
  })
  const found = policies.map((policy) => ({
    ...policy,
    qual: plain(policy.qual),
    with_check: plain(policy.with_check),
  }))
  expect(found).toEqual(right)
})

test('the roles of requests own nothing, cannot log in and cannot pass by a policy', async () => {
  const roles = await db.asOwner(`
    SELECT rolcanlogin OR rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb AS mighty,
      (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owned
    FROM pg_roles r WHERE rolname IN ('ballast_app', 'ballast_guest', 'ballast_system')`)
  expect(roles).toEqual([
    { mighty: false, owned: 0 },
    { mighty: false, owned: 0 },
    { mighty: false, owned: 0 },
  ])
})

test('a throw inside rolls everything back', async () => {
  const ann = await addUser('rollback-ann')
  await expect(
    db.asUser(ann, async (tx) => {
      await tx.insert(portfolios).values({ userId: ann, name: 'gone', createdAt: now, updatedAt: now })
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await db.asUser(ann, (tx) => tx.select().from(portfolios))).toEqual([])
})

test('a transaction inside a transaction is refused at once instead of hanging', async () => {
  await expect(db.asSystem(() => db.asSystem(async () => 1))).rejects.toThrow('already open')
})

test('work started inside a transaction may use the database after it ended', async () => {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const later = await db.asSystem(async () => ({ run: ended.then(() => db.asSystem(async () => 'done')) }))
  end()
  expect(await later.run).toBe('done')
})

test('a user id that is not a UUID never reaches the database', async () => {
  await expect(db.asUser(`'; drop table users; --`, async () => 1)).rejects.toThrow(RangeError)
})

test('a conflict is tried again, and only three times', async () => {
  let attempts = 0
  const clash = async () => {
    attempts += 1
    throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
  }
  await expect(db.asSystem(clash)).rejects.toThrow('cannot serve')
  expect(attempts).toBe(4)
  attempts = 0
  expect(await db.asSystem(async () => (attempts < 2 ? clash() : 'through'))).toBe('through')
})

test('a notification reaches those who listen, until they stop', async () => {
  const heard: string[] = []
  const unlisten = await db.listen('test_channel', { whenNotified: (payload) => heard.push(payload) })
  await db.notify('test_channel', 'one')
  await expect.poll(() => heard).toEqual(['one'])
  await unlisten()
  await db.notify('test_channel', 'two')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(heard).toEqual(['one'])
})
