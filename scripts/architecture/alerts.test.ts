/** @module-tag full */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../launch/repository.mjs'
import { findOrUnpackPromtool } from '../test/promtool.ts'

const ALERTS = path.join(ROOT, 'docs/operations/alerts.yaml')

test('Prometheus itself loads the alerts, and would not load a broken one', { timeout: 600_000 }, () => {
  const promtool = findOrUnpackPromtool()
  if (promtool === undefined) {
    console.warn('THE ALERTS WERE NOT LOADED by Prometheus: promtool is not installed and could not be fetched.')
    return
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'ballast-alerts-'))
  const check = (file: string) => {
    const { status, stdout, stderr } = spawnSync(promtool.path, ['check', 'rules', file], { encoding: 'utf8' })
    return { status, output: stdout + stderr }
  }
  try {
    const rules = readFileSync(ALERTS, 'utf8').match(/- alert:/g)?.length
    expect(check(ALERTS)).toEqual({ status: 0, output: expect.stringContaining(`SUCCESS: ${rules} rules found`) })
    const broken = path.join(folder, 'broken.yaml')
    writeFileSync(broken, readFileSync(ALERTS, 'utf8').replace('rate(', 'rat('))
    expect(check(broken)).toMatchObject({ status: 1, output: expect.stringContaining('unknown function') })
  } finally {
    rmSync(folder, { recursive: true })
    promtool.remove()
  }
})
