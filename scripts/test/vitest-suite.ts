import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { toolPath } from '../launch/tools.ts'
import { REMOVE_FOLDER, runProgram, type SuiteResult, timeSuite } from './suite.ts'

export interface VitestSuite {
  name: string
  /** Projects of `vitest.config.ts`. */
  projects: readonly string[]
  /** Only test files whose path contains one of these. */
  filters?: readonly string[]
  env?: NodeJS.ProcessEnv
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; status: string; assertionResults: unknown[] }[]
}

/** Run some projects of vitest and count what its machine-readable report says. */
export function runVitest({ name, projects, filters = [], env = {} }: VitestSuite): Promise<SuiteResult> {
  return timeSuite(name, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ballast-report-'))
    const file = path.join(folder, 'vitest.json')
    try {
      const exitCode = await runProgram(
        [
          toolPath('vitest'),
          'run',
          ...filters,
          ...projects.map((project) => `--project=${project}`),
          '--reporter=dot',
          '--reporter=json',
          `--outputFile.json=${file}`,
          '--silent=passed-only',
        ],
        // Whatever the tests leave in the temporary folder goes with it.
        { TMPDIR: folder, ...env },
      )
      return countTests(JSON.parse(await readFile(file, 'utf8')) as VitestReport, exitCode)
    } finally {
      await rm(folder, REMOVE_FOLDER)
    }
  })
}

/** A file that could not be loaded has no tests to fail, and a stray error outside a test fails none: both count as one. */
function countTests(report: VitestReport, exitCode: number) {
  const skipped = report.numPendingTests + report.numTodoTests
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const counted = report.numFailedTests + skipped + unloaded.length
  const strayErrors = exitCode !== 0 && counted === 0 ? 1 : 0
  const notes = [
    ...(skipped > 0 ? [`${skipped} tests were skipped and count as failed`] : []),
    ...unloaded.map(({ name }) => `${name} could not be loaded`),
    ...(strayErrors > 0 ? [`vitest ended with exit code ${exitCode} although no test failed`] : []),
  ]
  return { passed: report.numPassedTests, failed: counted + strayErrors, notes }
}
