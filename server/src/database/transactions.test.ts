import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { systemRandom } from '../random.ts'
import type { Engine, Transaction } from './database.ts'
import { toDatabase } from './transactions.ts'

/** As many connections as PostgreSQL gives the server, and no database behind them: only who has them counts here. */
function createConnections(most: number) {
  let used = 0
  const waiting: (() => void)[] = []
  const engine: Engine = {
    kind: 'postgres',
    userConnections: most - 2,
    load: () => ({ open: most, idle: most - used, waiting: waiting.length }),
    async transaction(_prelude, work) {
      if (used === most) await new Promise<void>((resolve) => waiting.push(resolve))
      used += 1
      try {
        return await work({} as Transaction)
      } finally {
        used -= 1
        waiting.shift()?.()
      }
    },
    listen: async () => async () => undefined,
    isHearing: () => true,
    close: async () => undefined,
  }
  return { db: toDatabase(engine, systemRandom), countUsed: () => used }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

describe('connections', () => {
  test('of one user are three at most, and others are served at once', async () => {
    const { db, countUsed } = createConnections(10)
    const [ann, bob] = [randomUUID(), randomUUID()]
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let finished = 0
    const all = Array.from({ length: 20 }, () => db.asUser(ann, () => held).then(() => (finished += 1)))
    await settled()
    expect(countUsed()).toBe(3)
    expect(await db.asUser(bob, async () => 'served')).toBe('served')
    release()
    await Promise.all(all)
    expect(finished).toBe(20)
  })

  test('are kept for signing in and for readiness, however many users are at work', async () => {
    const { db, countUsed } = createConnections(10)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const all = Array.from({ length: 30 }, () => db.asUser(randomUUID(), () => held))
    await settled()
    expect(countUsed()).toBe(8)
    expect(await db.asSystem(async () => 'signed in')).toBe('signed in')
    release()
    await Promise.all(all)
  })

  test('go on to the next after a failure, in the order of asking', async () => {
    const { db } = createConnections(10)
    const ann = randomUUID()
    const order: number[] = []
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        db.asUser(ann, async () => {
          order.push(index)
          if (index % 2 === 0) throw new Error('no')
        }),
      ),
    )
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(4)
  })
})
