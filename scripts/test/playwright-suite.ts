import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { toolPath } from '../launch/tools.ts'
import { runProgram } from './child-processes.ts'
import { findOrInstallChromium } from './chromium.ts'
import { makeRunFolder } from './run-folder.ts'
import { type Counts, type SuiteResult, timeSuite } from './suite.ts'

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message?: string }[]
}

export interface BrowserSuite {
  name: string
  /** Only these test files. */
  files?: readonly string[] | undefined
  /** Only the main journeys, or all but them. */
  journeys?: 'only' | 'left-out' | undefined
}

/** Runs the browser suite in a Chromium that is found or installed; without one it fails and says so. */
export function runBrowserSuite({ name, files = [], journeys }: BrowserSuite): Promise<SuiteResult> {
  return timeSuite(name, async () => {
    const executable = await findOrInstallChromium()
    const folder = await makeRunFolder('browser')
    const report = path.join(folder, 'report.json')
    const exitCode = await runProgram([toolPath('playwright'), 'test', '--reporter=dot,json', ...files], {
      CHROMIUM: executable,
      BALLAST_JOURNEYS: journeys,
      TMPDIR: folder,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      // It decides about colour by itself and tells its workers so; being told as well, Node warns of a contradiction.
      NO_COLOR: undefined,
    })
    return countTests(JSON.parse(await readFile(report, 'utf8')) as PlaywrightReport, exitCode)
  })
}

function countTests({ stats, errors }: PlaywrightReport, exitCode: number): Counts {
  const counted = stats.unexpected + stats.flaky + stats.skipped + errors.length
  return {
    passed: stats.expected,
    failed: counted === 0 && exitCode !== 0 ? 1 : counted,
    notes: [
      ...(stats.skipped > 0 ? [`${stats.skipped} tests did not run and count as failed`] : []),
      ...errors.map(({ message }) => message ?? 'an error outside the tests'),
    ],
  }
}
