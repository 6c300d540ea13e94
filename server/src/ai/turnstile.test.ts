import { expect, test } from 'vitest'
import { createTurnstile, type Turnstile } from './turnstile.ts'

const never = new AbortController().signal
const WAIT_MILLISECONDS = 60

async function fill(turnstile: Turnstile, people: number): Promise<(() => void)[]> {
  const inside = await Promise.all(Array.from({ length: people }, (_, place) => turnstile.enter(`p${place}`, never)))
  return inside.filter((leave) => leave !== undefined)
}

test('eight are in at once, whoever they are; who finds no place in time is told so', async () => {
  const turnstile = createTurnstile(WAIT_MILLISECONDS)
  expect(await fill(turnstile, 12)).toHaveLength(8)
})

test('a place that becomes free goes to one who waits', async () => {
  const turnstile = createTurnstile(10_000)
  const inside = await fill(turnstile, 8)
  const waiting = ['x', 'y'].map((person) => turnstile.enter(person, never))
  inside[0]?.()
  // Leaving twice frees one place only.
  inside[0]?.()
  const first = await Promise.race(waiting)
  expect(first).toBeDefined()
  const settled = await Promise.race([Promise.all(waiting), Promise.resolve('one waits')])
  expect(settled).toBe('one waits')
  inside[1]?.()
  expect(await Promise.all(waiting)).not.toContain(undefined)
})

test('one person has two places, and keeps nobody else from the rest', async () => {
  const turnstile = createTurnstile(WAIT_MILLISECONDS)
  const greedy = await Promise.all(Array.from({ length: 9 }, () => turnstile.enter('mallory', never)))
  expect(greedy.filter(Boolean)).toHaveLength(2)
  expect(await fill(turnstile, 6)).toHaveLength(6)
})

test('who leaves while waiting waits no longer, and takes no place', async () => {
  const turnstile = createTurnstile(10_000)
  const [leave] = await fill(turnstile, 8)
  const leaving = new AbortController()
  const waiting = turnstile.enter('x', leaving.signal)
  leaving.abort()
  expect(await waiting).toBeUndefined()
  leave?.()
  expect(await turnstile.enter('y', never)).toBeDefined()
})
