/** @module-tag full */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { FAULTS } from '../support/fault-proxy.ts'
import { CALLS, describeWeather, LINKS, planRounds, type Round, type Weather } from '../support/simulation/plan.ts'
import { type Mail, runRound, settle } from '../support/simulation/run-round.ts'
import { simulate } from '../support/simulation/simulate.ts'
import { type SimulatedWorld, startWorld } from '../support/simulation/world.ts'

const LONG = process.env.BALLAST_LONG !== undefined
const SEEDS = Array.from({ length: LONG ? 100 : 5 }, (_, index) => index + 1)

test('a seed plans the same rounds at every run, and another seed others', () => {
  const take = (seed: number) => {
    const rounds = planRounds(seed)
    return Array.from({ length: 50 }, () => rounds.next().value as Round)
  }
  expect(take(7)).toEqual(take(7))
  expect(take(7)).not.toEqual(take(8))
  const weathers = new Set(take(7).map(({ weather }) => weather.kind))
  expect(weathers).toEqual(new Set(['calm', 'fault', 'kill']))
})

test.each(SEEDS)('seed %i: users, faults and kills break no promise', async (seed) => {
  const { wrong, rounds } = await simulate({ seed, rounds: LONG ? 12 : 2, seconds: 120 })
  expect(wrong).toEqual([])
  expect(rounds).toBeGreaterThanOrEqual(2)
})

/** Those that are waited for until a time limit ends them are left to the long run. */
const QUICK: readonly string[] = ['reset', 'garbage', 'cut']
const WEATHERS: Weather[] = LINKS.flatMap((link) =>
  FAULTS.filter((fault) => LONG || QUICK.includes(fault)).map((fault) => ({ kind: 'fault' as const, link, fault })),
)

for (const market of ['sample', 'yahoo'] as const) {
  const weathers = WEATHERS.filter(
    (weather) => LONG || (weather.kind === 'fault' && (weather.link === 'provider') === (market === 'yahoo')),
  )
  let world: SimulatedWorld
  const mail: Mail = []
  beforeAll(async () => {
    world = await startWorld(1, market)
  })
  afterAll(() => world.close())

  test.each(weathers.map((weather) => ({ weather, name: describeWeather(weather) })))(
    `every main call with $name, prices from ${market}: the books are right, nothing is lost or stored by half`,
    async ({ weather }) => {
      const calls = CALLS.map((what) => ({ user: 0, what }))
      const { wrong } = await runRound(world, { weather, calls }, mail)
      expect(wrong).toEqual([])
    },
  )

  test(`with all faults gone everything is served and credited, prices from ${market}`, async () => {
    expect(await settle(world, mail)).toEqual([])
  })
}
