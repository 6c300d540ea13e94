/** @module-tag postgres */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { createSessions } from './sessions.repository.ts'
import { saveSignedInUser } from './users.ts'

const HOUR = 60 * 60_000
const start = new Date('2026-11-20T15:00:00Z').getTime()
let now = start
const clock = { now: () => new Date(now) }
const admins = { emails: new Set(['boss@example.com']), issuer: 'test' }
let db: TestDatabase

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

async function signIn(subject: string) {
  now = start
  const sessions = createSessions({ db, clock, admins })
  const profile = {
    email: 'a@example.com',
    emailVerified: true,
    firstName: 'A',
    lastName: 'B',
    name: 'A B',
    picture: null,
  }
  const userId = await saveSignedInUser(db, clock, admins, { issuer: 'test', subject, ...profile })
  const token = await sessions.start({ userId, idToken: 'hint', userAgent: 'Browser/1' })
  const isSignedIn = async () => (await sessions.authenticate(token)) !== undefined
  return { sessions, token, userId, isSignedIn }
}

test('is good for 24 hours without use, and not a moment longer', async () => {
  const { isSignedIn } = await signIn('idle')
  now = start + 24 * HOUR - 1
  expect(await isSignedIn()).toBe(true)
  now += 24 * HOUR
  expect(await isSignedIn()).toBe(false)
})

test('ends after 14 days however much it is used', async () => {
  const { isSignedIn } = await signIn('absolute')
  for (let hours = 12; hours < 14 * 24; hours += 12) {
    now = start + hours * HOUR
    expect(await isSignedIn()).toBe(true)
  }
  now = start + 14 * 24 * HOUR
  expect(await isSignedIn()).toBe(false)
})

test('a clock that jumps 400 days ends it, and one that goes back an hour does not', async () => {
  const { isSignedIn } = await signIn('clock')
  now = start - HOUR
  expect(await isSignedIn()).toBe(true)
  now = start + 400 * 24 * HOUR
  expect(await isSignedIn()).toBe(false)
})

test('being seen is written down once a minute at most', async () => {
  const { userId, isSignedIn } = await signIn('seen')
  const seenAt = async () =>
    (await db.asOwner(`select last_seen_at from sessions where user_id = '${userId}'`))[0]!.last_seen_at
  now = start + 59_000
  await isSignedIn()
  expect(new Date((await seenAt()) as string).getTime()).toBe(start)
  now = start + 60_000
  await isSignedIn()
  expect(new Date((await seenAt()) as string).getTime()).toBe(start + 60_000)
})

test('ending one gives back the hint for the provider, once', async () => {
  const { sessions, token, isSignedIn } = await signIn('end')
  expect(await sessions.end(token)).toBe('hint')
  expect(await sessions.end(token)).toBeUndefined()
  expect(await isSignedIn()).toBe(false)
})

test('ending all of a user’s leaves everybody else’s', async () => {
  const other = await signIn('all-other')
  const { sessions, userId } = await signIn('all')
  await sessions.start({ userId, idToken: undefined, userAgent: undefined })
  expect(await sessions.endAllOf(userId)).toBe(2)
  expect(await other.isSignedIn()).toBe(true)
})

test('sweeping forgets what has run out and nothing else', async () => {
  const fresh = await signIn('sweep-fresh')
  const old = await fresh.sessions.start({ userId: fresh.userId, idToken: undefined, userAgent: 'old' })
  await db.asOwner("update sessions set last_seen_at = last_seen_at - interval '25 hours' where user_agent = 'old'")
  expect(await fresh.sessions.sweep()).toBe(1)
  expect(await fresh.isSignedIn()).toBe(true)
  expect(await fresh.sessions.authenticate(old)).toBeUndefined()
})

test('two sign-ins at the same moment make one user', async () => {
  const claims = {
    issuer: 'test',
    subject: 'twice',
    email: 'x@example.com',
    emailVerified: true,
    firstName: null,
    lastName: null,
    name: 'Ann Mary Lee',
    picture: null,
  }
  const ids = await Promise.all([1, 2, 3].map(() => saveSignedInUser(db, clock, admins, claims)))
  expect(new Set(ids).size).toBe(1)
  expect(await db.asOwner("select first_name, last_name from users where subject = 'twice'")).toEqual([
    { first_name: 'Ann', last_name: 'Mary Lee' },
  ])
})

test('the word of an identity provider that was configured before makes nobody an admin', async () => {
  now = start
  const claims = { subject: 'boss', email: 'boss@example.com', emailVerified: true, name: 'The Boss' }
  const nameless = { firstName: null, lastName: null, picture: null }
  const before = { ...admins, issuer: 'the one before' }
  const userId = await saveSignedInUser(db, clock, before, { ...claims, ...nameless, issuer: before.issuer })
  const token = await createSessions({ db, clock, admins: before }).start({ userId, idToken: undefined, userAgent: '' })
  const isAdminFor = async (rule: typeof admins) =>
    (await createSessions({ db, clock, admins: rule }).authenticate(token))?.isAdmin
  expect(await isAdminFor(before)).toBe(true)
  expect(await isAdminFor(admins)).toBe(false)
})
