/** @module-tag full */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../scripts/launch/repository.mjs'
import { isAlive, listDescendants } from '../../scripts/test/child-processes.ts'
import { makeDataFolder } from '../support/server-process.ts'

/** npm, the launcher's child, Playwright, the server, a worker and its browser. */
const PROCESSES_OF_A_BROWSER_RUN = 6

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a run of tests that is ended by %s leaves no process and no folder behind',
  async (signal) => {
    const folder = await makeDataFolder()
    const run = spawn(process.execPath, [path.join(ROOT, 'scripts/run.mjs'), 'test', 'e2e/landing'], {
      cwd: ROOT,
      stdio: 'ignore',
      env: { ...process.env, TMPDIR: folder, BALLAST_E2E_PORT: undefined, BALLAST_E2E_DATA_DIR: undefined },
    })
    const pid = run.pid ?? Number.NaN
    await expect
      .poll(() => listDescendants([pid]).length, { timeout: 120_000 })
      .toBeGreaterThanOrEqual(PROCESSES_OF_A_BROWSER_RUN)
    const started = listDescendants([pid])
    const ended = once(run, 'exit')
    run.kill(signal)
    const [code] = await ended
    expect(code).toBe(signal === 'SIGINT' ? 130 : 143)
    await expect.poll(() => started.filter(isAlive)).toEqual([])
    expect(await readdir(folder)).toEqual([])
  },
)
