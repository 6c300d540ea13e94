/** @module-tag postgres */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../database/test-database.ts'
import { letOthersWork } from '../../other-work.ts'
import { withClaimed } from './claim-portfolios.ts'
import type { DuePortfolio } from './policies.repository.ts'

const BATCH = 5
const PORTFOLIOS = Array.from({ length: 60 }, (): DuePortfolio => ({ userId: randomUUID(), portfolioId: randomUUID() }))
const nobody = () => new Promise<never>(() => {})

let db: TestDatabase
let now = Date.parse('2026-11-20T22:00:00Z')
const clock = { now: () => new Date(now) }
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

/**
 * A night whose processes all list the same portfolios in the same order.
 *
 * @param together so many processes have a batch in hand before the first is done with one
 */
function createNight(together = 1) {
  const begun = new Set<string>()
  const { promise: allBegun, resolve: begin } = Promise.withResolvers<void>()
  const due = new Set(PORTFOLIOS.map(({ portfolioId }) => portfolioId))
  const inHand = new Set<string>()
  const judged: string[] = []
  const twice: string[] = []
  /** @param diesAt batch that it takes in hand and does not finish */
  async function runProcess(diesAt = Number.POSITIVE_INFINITY): Promise<string[]> {
    const holder = randomUUID()
    const own: string[] = []
    for (let first = 0; first < PORTFOLIOS.length; first += BATCH) {
      await withClaimed({ db, clock }, PORTFOLIOS.slice(first, first + BATCH), {
        holder,
        listDue: async (_tx, among) => PORTFOLIOS.filter(({ portfolioId: id }) => among.includes(id) && due.has(id)),
        async work(claimed) {
          const ids = claimed.map(({ portfolioId }) => portfolioId)
          twice.push(...ids.filter((id) => inHand.has(id)))
          if (own.length / BATCH >= diesAt) return nobody()
          for (const id of ids) inHand.add(id)
          if (begun.add(holder).size >= together) begin()
          await allBegun
          for (const id of ids) {
            await letOthersWork()
            due.delete(id)
          }
          judged.push(...ids)
          own.push(...ids)
          for (const id of ids) inHand.delete(id)
        },
      })
    }
    return own
  }
  return { runProcess, judged, twice, due }
}

test('processes share the portfolios of a night, and each is judged once', async () => {
  const { runProcess, judged, twice } = createNight(2)
  const shares = await Promise.all([runProcess(), runProcess(), runProcess()])
  expect(twice).toEqual([])
  expect(new Set(judged).size).toBe(PORTFOLIOS.length)
  expect(judged).toHaveLength(PORTFOLIOS.length)
  expect(shares.filter((own) => own.length > 0).length).toBeGreaterThan(1)
  expect(await db.asOwner("select name from leases where name like 'policies of %'")).toEqual([])
})

test('what a process had in hand when it died is judged by another after five minutes, once', async () => {
  const { runProcess, judged, twice, due } = createNight()
  void runProcess(2)
  await expect.poll(() => judged.length).toBe(2 * BATCH)
  await runProcess()
  expect([...due]).toEqual(PORTFOLIOS.slice(2 * BATCH, 3 * BATCH).map(({ portfolioId }) => portfolioId))
  now += 5 * 60_000
  await Promise.all([runProcess(), runProcess()])
  expect(twice).toEqual([])
  expect(due.size).toBe(0)
  expect(judged.toSorted()).toEqual(PORTFOLIOS.map(({ portfolioId }) => portfolioId).toSorted())
})
