/**
 * Everything that can be proved about the product, one suite after the other, and at the end one line with the sums.
 * `--long` runs the same code with the full counts of the slow properties and fault tests.
 */
import { parseArgs } from 'node:util'
import { CHECKS, runCheck } from './check/checks.ts'
import { buildWebIfStale } from './launch/web-build.mjs'
import { runBrowserSuite } from './test/playwright-suite.ts'
import { findOrInstallPostgres, startPostgres } from './test/postgres.ts'
import { type SuiteResult, timeSuite } from './test/suite.ts'
import { runVitest } from './test/vitest-suite.ts'

const SUITES = ['check', 'unit', 'recorded-data', 'postgresql', 'process', 'browser'] as const
type SuiteName = (typeof SUITES)[number]

const { values, positionals } = parseArgs({ options: { long: { type: 'boolean' } }, allowPositionals: true })
const unknown = positionals.filter((name) => !SUITES.includes(name as SuiteName))
if (unknown.length > 0) {
  console.error(`There is no suite "${unknown[0]}". Use any of: ${SUITES.join(', ')}; without a name all run.`)
  process.exit(2)
}
const isWanted = (name: SuiteName) => positionals.length === 0 || positionals.includes(name)
if (values.long) process.env.BALLAST_LONG = '1'
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const results: SuiteResult[] = []
const notRun: string[] = []

async function run(title: string, suite: () => Promise<SuiteResult>): Promise<void> {
  console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 100 - title.length))}`)
  results.push(await suite())
}

async function checkAll() {
  const outcomes = []
  // One after the other: each of them uses every core already.
  for (const check of CHECKS) {
    const outcome = await runCheck(check)
    console.log(`${outcome.passed ? '✓' : '✗'} ${outcome.name}`)
    if (!outcome.passed) console.log(outcome.output.trimEnd())
    outcomes.push(outcome)
  }
  const failures = outcomes.filter(({ passed }) => !passed)
  return { passed: outcomes.length - failures.length, failed: failures.length, notes: failures.map(({ name }) => name) }
}

async function runOnPostgres(): Promise<void> {
  const binaries = findOrInstallPostgres()
  if (!binaries) {
    notRun.push(
      'The PostgreSQL half was NOT run: no PostgreSQL is installed and none could be. Install PostgreSQL 15 or newer and run the tests again.',
    )
    return
  }
  const server = await startPostgres(binaries)
  try {
    const env = { TEST_DATABASE_URL: server.url }
    if (isWanted('postgresql')) {
      await run('Storage and HTTP on PostgreSQL', () => runVitest({ name: 'PostgreSQL', projects: ['server'], env }))
    }
    if (isWanted('process')) await runProcesses(['process', 'process-postgres'], env)
  } finally {
    await server.stop()
  }
}

const runProcesses = (projects: string[], env: NodeJS.ProcessEnv) =>
  run('Real processes', () => runVitest({ name: 'processes', projects, env }))

if (isWanted('check')) await run('Types, lint, dead code', () => timeSuite('check', checkAll))
if (isWanted('unit')) {
  await run('Units, rules of the house, HTTP on PGlite', () =>
    runVitest({ name: 'units and HTTP', projects: ['architecture', 'quant', 'contract', 'server', 'web'] }),
  )
}
if (isWanted('recorded-data')) {
  await run('Recorded data', () => runVitest({ name: 'recorded data', projects: ['shared'] }))
}
if (isWanted('process') || isWanted('browser')) await buildWebIfStale(process.execPath)
if (isWanted('postgresql') || isWanted('process')) {
  await runOnPostgres()
  if (isWanted('process') && notRun.length > 0) await runProcesses(['process'], {})
}
if (isWanted('browser')) await run('Browser', () => runBrowserSuite('browser'))

report()

function report(): void {
  const sum = (count: (result: SuiteResult) => number) => results.reduce((total, result) => total + count(result), 0)
  const passed = sum((result) => result.passed)
  const failed = sum((result) => result.failed)
  console.log('\n')
  for (const { name, notes, seconds, ...counts } of results) {
    const mark = counts.failed === 0 ? '✓' : '✗'
    console.log(
      `${mark} ${name.padEnd(16)} ${String(counts.passed).padStart(6)} passed ${String(counts.failed).padStart(5)} failed ${seconds.toFixed(1).padStart(7)} s`,
    )
    for (const note of notes) console.log(`    ${note}`)
  }
  for (const note of notRun) console.log(`\n!!! ${note}`)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}
