import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { toolPath } from '../launch/tools.ts'
import { runProgram } from './child-processes.ts'
import { makeRunFolder } from './run-folder.ts'
import { type Counts, type SuiteResult, timeSuite } from './suite.ts'

export interface VitestSuite {
  name: string
  /** Projects of `vitest.config.ts`. */
  projects: readonly string[]
  /** Only these test files. */
  files?: readonly string[] | undefined
  /** Only tests whose tags fit, e.g. `!full`. */
  tagsFilter?: string | undefined
  env?: NodeJS.ProcessEnv
  /** Its output is printed when it has ended, because another suite is printing. */
  isAside?: boolean
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[]
}

/** Runs some projects of vitest and counts what its machine-readable report says. */
export function runVitest({
  name,
  projects,
  files = [],
  tagsFilter,
  env = {},
  isAside = false,
}: VitestSuite): Promise<SuiteResult> {
  return timeSuite(name, async () => {
    const folder = await makeRunFolder('vitest')
    const report = path.join(folder, 'report.json')
    const exitCode = await runProgram(
      [
        toolPath('vitest'),
        'run',
        ...files,
        ...projects.map((project) => `--project=${project}`),
        ...(tagsFilter ? [`--tags-filter=${tagsFilter}`] : []),
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${report}`,
        '--silent=passed-only',
      ],
      // Whatever the tests leave in the temporary folder goes with it.
      { TMPDIR: folder, ...env },
      isAside ? 'at the end' : 'at once',
    )
    return countTests(JSON.parse(await readFile(report, 'utf8')) as VitestReport, exitCode, tagsFilter !== undefined)
  })
}

/**
 * A test that a tags filter left out belongs to another run. Otherwise one that did not run is a failure, as is a file
 * that could not be loaded (it has no tests to fail) and a stray error outside a test (it fails none).
 */
function countTests(report: VitestReport, exitCode: number, isFiltered: boolean): Counts {
  const notRun = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed').length
  const skipped = isFiltered ? 0 : notRun
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
