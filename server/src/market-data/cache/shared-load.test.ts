import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { LeaseRepository } from '../../database/lease.repository.ts'
import { createSharedLoad } from './shared-load.ts'

const clock = { now: () => new Date('2026-11-20T15:00:10Z') }

/** Leases in memory, shared by those who are given the same map. */
function createLeases(held: Map<string, string>): LeaseRepository {
  return {
    async acquire({ names, holder }) {
      const free = names.filter((name) => !held.has(name))
      for (const name of free) held.set(name, holder)
      return new Set(free)
    },
    async release(names, holder) {
      for (const name of names) if (held.get(name) === holder) held.delete(name)
    },
    async listHeld(names) {
      return new Map(names.filter((name) => held.has(name)).map((name) => [name, clock.now()]))
    },
  }
}

function setUp() {
  const held = new Map<string, string>()
  const stored = new Map<string, Date>()
  const loads: string[][] = []
  const open = (holder: string, load?: (keys: readonly string[]) => Promise<void>) =>
    createSharedLoad({
      name: 'test',
      collectMs: 1,
      leases: createLeases(held),
      holder,
      clock,
      listStoredSince: async (keys, since) =>
        new Set(keys.filter((key) => (stored.get(key) ?? new Date(0)).getTime() >= since.getTime())),
      load:
        load ??
        (async (keys) => {
          loads.push([...keys])
          await sleep(20)
          for (const key of keys) stored.set(key, clock.now())
        }),
    })
  return { held, stored, loads, open }
}

test('what was stored after the caller looked is not loaded again', async () => {
  const { stored, loads, open } = setUp()
  stored.set('A', new Date('2026-11-20T15:00:05Z'))
  await open('one').load(['A', 'B'], new Date('2026-11-20T15:00:04Z'))
  await open('one').load(['A'], new Date('2026-11-20T15:00:06Z'))
  expect(loads).toEqual([['B'], ['A']])
})

test('a key under way is joined, by the same process and by another', async () => {
  const { loads, open, held } = setUp()
  const [one, two] = [open('one'), open('two')]
  const first = one.load(['A'], clock.now())
  await sleep(10)
  await Promise.all([first, one.load(['A', 'B'], clock.now()), two.load(['A'], clock.now())])
  expect(loads).toEqual([['A'], ['B']])
  expect(held.size).toBe(0)
})

test('when the other process fails, its key is waited for no longer', async () => {
  const { open, stored } = setUp()
  const failing = open('one', async () => {
    await sleep(20)
  })
  await Promise.all([failing.load(['A'], clock.now()), open('two').load(['A'], clock.now())])
  expect(stored.size).toBe(0)
})

test('a load that throws tells every caller, gives its leases back and can be tried again', async () => {
  const { open, held } = setUp()
  let attempts = 0
  const broken = open('one', async () => {
    attempts += 1
    throw new Error('the database is away')
  })
  const calls = [broken.load(['A'], clock.now()), broken.load(['A', 'B'], clock.now())]
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(held.size).toBe(0)
  await expect(broken.load(['A'], clock.now())).rejects.toThrow('the database is away')
  expect(attempts).toBe(2)
})

test('thousands of keys are loaded some at a time', async () => {
  const { loads, open } = setUp()
  await open('one').load(
    Array.from({ length: 1200 }, (_, index) => `K${index}`),
    clock.now(),
  )
  expect(loads.map(({ length }) => length)).toEqual([500, 500, 200])
})
