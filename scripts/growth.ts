/**
 * `npm run growth -- --scale 1` fills a PostgreSQL of its own with 100,000 users, 100,000 portfolios, 2,000,000 positions and
 * 5,000,000 rows of the ledger, and compares calls with those on an empty database. `--scale 0.01` takes a hundredth of that.
 * `--writes 50` measures instead what that many writes a second on each of four processes take, with a disk that is waited for.
 * `docs/scale.md` has the last results.
 */
import { parseArgs } from 'node:util'
import { createRandomSource } from '@ballast/quant'
import { createTestDatabase } from '../server/src/database/test-database.ts'
import { fillDatabase } from '../server/src/database/testing/fill-database.ts'
import { compareQuantiles } from './growth/compare-quantiles.ts'
import { measureGrowth } from './growth/measure-growth.ts'
import { measureJobs } from './growth/measure-jobs.ts'
import { measureWrites } from './growth/measure-writes.ts'
import { findOrInstallPostgres, startPostgres } from './test/postgres.ts'

const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '0.01' },
    rounds: { type: 'string', default: '200' },
    writes: { type: 'string' },
    seconds: { type: 'string', default: '20' },
  },
})
const binaries = findOrInstallPostgres()
if (binaries === undefined) {
  console.error('Growth is measured on PostgreSQL 15 or newer. Install it and try again.')
  process.exit(2)
}
const postgres = await startPostgres(binaries, { isDurable: values.writes !== undefined })
process.env.TEST_DATABASE_URL = postgres.url
const databases = { empty: await createTestDatabase(), full: await createTestDatabase() }
const urls = { empty: databases.empty.url ?? '', full: databases.full.url ?? '' }
await fillDatabase(urls.full, Number(values.scale), (step, rows, seconds) =>
  console.log(`${step.padEnd(20)} ${String(rows).padStart(9)} rows ${seconds.toFixed(1).padStart(7)} s`),
)
if (values.writes !== undefined) {
  console.log('\n| Writes | a second, each process | p50, ms | p99, ms | done a second |\n|---|---|---|---|---|')
  for (const kind of ['preferences', 'portfolios', 'recommendations'] as const) {
    const order = { kind, rate: Number(values.writes), seconds: Number(values.seconds) }
    const { rate, p50, p99, done } = await measureWrites(urls.full, order)
    console.log(`| ${kind} | ${rate} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${done.toFixed(0)} |`)
  }
  await Promise.all(Object.values(databases).map((one) => one.close()))
  await postgres.stop()
  process.exit(0)
}
const { calls, blocks, adminPages } = await measureGrowth(urls, postgres.pid, Number(values.rounds))
const ms = (milliseconds: number) => milliseconds.toFixed(1)
for (const [title, series] of [
  ['waited', 'waited'],
  ['processor', 'computed'],
] as const) {
  console.log(
    `\n| Call, ${title} | p50 empty, ms | p50 full | ratio | p99 empty | p99 full | ratio | likely |\n|---|---|---|---|---|---|---|---|`,
  )
  for (const call of calls) {
    const columns = [0.5, 0.99].map((share) => compareQuantiles(call[series], share, createRandomSource(1)))
    const texts = columns.map(({ empty, full, ratio }) => `${ms(empty)} | ${ms(full)} | ${ratio.toFixed(2)}`)
    const likely = columns[1]?.interval.map((one) => one.toFixed(2)).join(' to ')
    console.log(`| ${call.name} | ${texts.join(' | ')} | ${likely} |`)
  }
}
console.log(`\nBlocks for a call: ${blocks.empty.toFixed(0)} empty, ${blocks.full.toFixed(0)} full`)
console.log('\n| Page of admins | ms |\n|---|---|')
for (const { name, slowest } of adminPages) console.log(`| ${name} | ${ms(slowest)} |`)
console.log('\n| Job | outcome | first, s | again, s |\n|---|---|---|---|')
for (const { name, outcome, seconds } of await measureJobs(urls.full)) {
  console.log(`| ${name} | ${outcome} | ${seconds.map((one) => one.toFixed(2)).join(' | ')} |`)
}
await Promise.all(Object.values(databases).map((one) => one.close()))
await postgres.stop()
process.exit(0)
