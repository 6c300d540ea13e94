/** @module-tag full */

import { expect, test } from 'vitest'
import type { Call } from '../support/simulation/plan.ts'
import { type Mail, runRound, settle } from '../support/simulation/run-round.ts'
import { startWorld } from '../support/simulation/world.ts'

const LONG = process.env.BALLAST_LONG !== undefined
const KILLS = LONG ? 40 : 4
const USERS = 2
const WORK: readonly Call['what'][] = ['upload', 'analyse', 'look', 'buy', 'price', 'repeat', 'delete', 'look']

const callsOfAll = (): Call[] => WORK.flatMap((what) => Array.from({ length: USERS }, (_, user) => ({ user, what })))
const endsOf = (what: Call['what'], ends: readonly unknown[]) =>
  callsOfAll().flatMap((call, index) => (call.what === what ? [ends[index]] : []))

test(`two servers behind a balancer, killed in turn ${KILLS} times amid uploads, analyses and purchases, lose nothing acknowledged and charge nothing twice`, async () => {
  const world = await startWorld(USERS, 'sample', 2)
  const mail: Mail = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const weather = { kind: 'kill' as const, afterMilliseconds: 40 + ((kill * 137) % 900) }
    const { wrong, ends } = await runRound(world, { weather, calls: callsOfAll() }, mail)
    expect(wrong).toEqual([])
    // What only reads is asked of the other server: nobody who looks learns of the kill.
    expect(endsOf('look', ends)).not.toContain(502)
    expect(endsOf('price', ends)).not.toContain(502)
  }
  expect(await settle(world, mail)).toEqual([])
  await world.close()
})
