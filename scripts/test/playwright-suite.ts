import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { toolPath } from '../launch/tools.ts'
import { findOrInstallChromium } from './chromium.ts'
import { REMOVE_FOLDER, runProgram, type SuiteResult, timeSuite } from './suite.ts'

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message?: string }[]
}

/** Run the browser suite in a Chromium that is found or installed; without one it fails and says so. */
export function runBrowserSuite(name: string): Promise<SuiteResult> {
  return timeSuite(name, async () => {
    const executable = await findOrInstallChromium()
    const folder = await mkdtemp(path.join(tmpdir(), 'ballast-report-'))
    const file = path.join(folder, 'playwright.json')
    try {
      const exitCode = await runProgram([toolPath('playwright'), 'test', '--reporter=dot,json'], {
        CHROMIUM: executable,
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        // It decides about colour by itself and tells its workers so; being told as well, Node warns of a contradiction.
        NO_COLOR: undefined,
      })
      return countTests(JSON.parse(await readFile(file, 'utf8')) as PlaywrightReport, exitCode)
    } finally {
      await rm(folder, REMOVE_FOLDER)
    }
  })
}

function countTests({ stats, errors }: PlaywrightReport, exitCode: number) {
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
