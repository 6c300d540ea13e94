/**
 * `npm run simulate -- --seed 7` lets three users work on a real server while its database, provider, model and payments fail
 * and it is killed, as the seed says, and then counts what is really stored. `--rounds` and `--seconds` bound it; `--seeds 100`
 * runs so many seeds from that one on. Code 1 when a promise was broken; the same words run it again.
 */
import { parseArgs } from 'node:util'
import { simulate } from '../e2e/support/simulation/simulate.ts'
import { findOrInstallPostgres, startPostgres } from './test/postgres.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '120' },
  },
})
const first = Number(values.seed)
const count = Number(values.seeds)
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)

const binaries = findOrInstallPostgres()
if (binaries === undefined) {
  console.error('A simulation needs PostgreSQL 15 or newer. Install it and try again.')
  process.exit(2)
}
const postgres = await startPostgres(binaries)
process.env.TEST_DATABASE_URL = postgres.url
let broken = 0
for (let seed = first; seed < first + count; seed += 1) {
  const verdict = await simulate({ seed, rounds, seconds, print: console.log })
  if (verdict.wrong.length > 0) broken += 1
  console.log(JSON.stringify(verdict, null, 2))
}
await postgres.stop()
console.log(
  broken === 0
    ? 'Every promise was kept.'
    : `Broken in ${broken} of ${count} seeds. Again: npm run simulate -- --seed <seed> --rounds ${rounds}`,
)
process.exit(broken === 0 ? 0 : 1)
