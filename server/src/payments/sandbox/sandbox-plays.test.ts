import { expect, test } from 'vitest'
import type { SandboxSubscription } from './sandbox-objects.ts'
import { createSandboxPlays } from './sandbox-plays.ts'
import type { SandboxObject, SandboxStore } from './sandbox-store.repository.ts'

/** As the database keeps them, without a database. */
function storeInMemory(): SandboxStore {
  const objects = new Map<string, SandboxObject>()
  return {
    find: async (id) => objects.get(id),
    list: async (kind, customer) =>
      [...objects.values()].filter((object) => object.object === kind && object.customer === customer),
    async add(object) {
      objects.set(object.id, objects.get(object.id) ?? object)
      return objects.get(object.id) ?? object
    },
    async change(id, change) {
      const known = objects.get(id)
      if (known) objects.set(id, change(known) ?? known)
      return objects.get(id)
    },
    forgetCustomer: async () => undefined,
  }
}

test.each([
  ['2027-01-31T10:00:00Z', ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
  ['2028-01-30T10:00:00Z', ['2028-02-29', '2028-03-30', '2028-04-30', '2028-05-30']],
  ['2026-12-15T10:00:00Z', ['2027-01-15', '2027-02-15', '2027-03-15', '2027-04-15']],
])('a subscription of %s keeps its day, or the last one of a shorter month', async (begin, ends) => {
  let now = new Date(begin)
  const store = storeInMemory()
  const plays = createSandboxPlays(store, { now: () => now }, () => undefined)
  await store.add({
    id: 'cs_1',
    object: 'checkout.session',
    mode: 'subscription',
    status: 'open',
    customer: 'cus_1',
    amount_total: 4_900,
    currency: 'usd',
    success_url: '/',
    sandbox: { name: 'PRO', trialDays: 0 },
  })
  await plays.pay('cs_1')
  const endOfPeriod = async () => {
    const [subscription] = (await store.list('subscription', 'cus_1')) as SandboxSubscription[]
    return new Date(subscription!.items.data[0].current_period_end * 1_000)
  }
  const told: string[] = []
  for (const _ of ends) {
    now = await endOfPeriod()
    told.push(now.toISOString().slice(0, 10))
    await plays.passTime('cus_1')
  }
  expect(told).toEqual(ends)
})
