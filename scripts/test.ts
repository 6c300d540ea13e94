/**
 * The test run.
 *
 *     scripts/test.ts             what everybody waits for: something of every kind
 *     scripts/test.ts --full      the rest
 *     scripts/test.ts --all       both, one after the other, with one sum
 *     scripts/test.ts --long      both, with the full counts of slow properties and fault tests
 *     scripts/test.ts <part>…     every test whose path holds a part, whichever run it belongs to
 */
// First, because Playwright asks for the temporary folder when it is loaded.
import './test/run-folder.ts'
import { parseArgs } from 'node:util'
import { runChecks } from './check/checks.ts'
import { buildWebIfStale } from './launch/web-build.mjs'
import { stopPrograms } from './test/child-processes.ts'
import { runBrowserSuite } from './test/playwright-suite.ts'
import { findOrInstallPostgres, type PostgresServer, startPostgres } from './test/postgres.ts'
import { report } from './test/report.ts'
import { type SuiteResult, timeSuite } from './test/suite.ts'
import { findDatabaseFiles, findTaggedFiles, findTestFiles, type TestFiles } from './test/test-files.ts'
import { runVitest } from './test/vitest-suite.ts'

const UNIT_PROJECTS = ['architecture', 'quant', 'contract', 'importers', 'server', 'web-views', 'web']
const NO_POSTGRES =
  'The PostgreSQL half did NOT run: no PostgreSQL is installed and none could be. Install PostgreSQL 15 or newer and run the tests again.'

const { values, positionals } = parseArgs({
  options: { full: { type: 'boolean' }, all: { type: 'boolean' }, long: { type: 'boolean' } },
  allowPositionals: true,
})
if (values.long) process.env.BALLAST_LONG = '1'

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
for (const [signal, code] of Object.entries(EXIT_CODES)) {
  process.once(signal, () => void stopPrograms().finally(() => process.exit(code)))
}

const results: SuiteResult[] = []
const notes = new Set<string>()
let postgres: Promise<PostgresServer | undefined> | undefined

if (positionals.length > 0) await runFiles(findTestFiles(positionals))
else {
  if (!values.full) await runShort()
  if (values.full || values.all || values.long) await runRest()
}
await (await postgres)?.stop()
report(results, { notes, isShort: positionals.length === 0 && !values.full && !values.all && !values.long })

async function runShort(): Promise<void> {
  await buildWebIfStale(process.execPath)
  // What behaves differently on PostgreSQL is tried there, and on the embedded database by the rest; without one it is the other way.
  const tagsFilter = (await findPostgres()) ? '!full && !postgres' : '!full'
  await Promise.all([
    run('Units, house rules, HTTP on the embedded database', () =>
      runVitest({ name: 'units and HTTP', projects: UNIT_PROJECTS, tagsFilter }),
    ),
    inTurn(
      () => run('Types, lint, dead code', () => timeSuite('check', runChecks)),
      () => runProcesses({ tagsFilter: '!full', isAside: true }),
      () => runOnPostgres({ tagsFilter: 'postgres && !full', files: findTaggedFiles('postgres'), isAside: true }),
    ),
  ])
  await run('Browser: the main journeys', () => runBrowserSuite({ name: 'browser', journeys: 'only' }))
}

async function runRest(): Promise<void> {
  await buildWebIfStale(process.execPath)
  const hasPostgres = (await findPostgres()) !== undefined
  const butLong = values.long ? '' : ' && !long'
  // The long tests that open a database compute for long: one engine is enough for them, but in the long run.
  const isThere = hasPostgres && !values.long ? findDatabaseFiles() : []
  const files = [
    ...findTaggedFiles('full').filter((file) => !isThere.includes(file)),
    ...(hasPostgres ? findTaggedFiles('postgres') : []),
  ]
  await Promise.all([
    inTurn(
      () =>
        run('Long properties and fault matrices', () =>
          runVitest({
            name: 'units and HTTP',
            projects: UNIT_PROJECTS,
            tagsFilter: `${hasPostgres ? '(full || postgres)' : 'full'}${butLong}`,
            files: [...new Set(files)],
          }),
        ),
      () => runOnPostgres({ tagsFilter: `(!postgres || full)${butLong}`, files: findDatabaseFiles() }),
    ),
    runProcesses({ tagsFilter: `full${butLong}`, isAside: true }),
  ])
  await run('Recorded data', () => runVitest({ name: 'recorded data', projects: ['shared'] }))
  await run('Browser: the rest', () => runBrowserSuite({ name: 'browser', journeys: 'left-out' }))
}

async function runFiles({ unit, shared, process: processes, browser }: TestFiles): Promise<void> {
  if (unit.length > 0) {
    await run('Units and HTTP', () => runVitest({ name: 'units and HTTP', projects: UNIT_PROJECTS, files: unit }))
    const files = findTaggedFiles('postgres').filter((file) => unit.includes(file))
    await runOnPostgres({ tagsFilter: 'postgres', files })
  }
  if (shared.length > 0) {
    await run('Recorded data', () => runVitest({ name: 'recorded data', projects: ['shared'], files: shared }))
  }
  if (processes.length + browser.length > 0) await buildWebIfStale(process.execPath)
  if (processes.length > 0) await runProcesses({ files: processes })
  if (browser.length > 0) await run('Browser', () => runBrowserSuite({ name: 'browser', files: browser }))
  if (unit.length + shared.length + processes.length + browser.length === 0) {
    console.error(`No test file's path holds ${positionals.map((part) => `"${part}"`).join(' or ')}.`)
  }
}

/** Real servers wait more than they compute: with one suite beside another two cores are busy, and three take turns. */
async function inTurn(...suites: readonly (() => Promise<void>)[]): Promise<void> {
  for (const suite of suites) await suite()
}

interface Selection {
  tagsFilter?: string
  files?: readonly string[]
  isAside?: boolean
}

async function runOnPostgres({ files = [], ...selection }: Selection): Promise<void> {
  if (files.length === 0) return
  const env = await findPostgres()
  if (!env) return
  await run('Storage and HTTP on PostgreSQL', () =>
    runVitest({ name: 'PostgreSQL', projects: ['server'], files, env, ...selection }),
  )
}

async function runProcesses(selection: Selection): Promise<void> {
  const env = await findPostgres()
  const projects = env ? ['process', 'process-postgres'] : ['process']
  await run('Real processes', () => runVitest({ name: 'processes', projects, env: env ?? {}, ...selection }))
}

/** Starts the PostgreSQL of this run when it is first needed; without one the run goes on, and says so in its last lines. */
async function findPostgres(): Promise<NodeJS.ProcessEnv | undefined> {
  postgres ??= tryPostgres()
  const server = await postgres
  return server && { TEST_DATABASE_URL: server.url }
}

async function tryPostgres(): Promise<PostgresServer | undefined> {
  const binaries = findOrInstallPostgres()
  if (!binaries) notes.add(NO_POSTGRES)
  return binaries === undefined ? undefined : startPostgres(binaries)
}

async function run(title: string, suite: () => Promise<SuiteResult>): Promise<void> {
  console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 100 - title.length))}`)
  results.push(await suite())
}
