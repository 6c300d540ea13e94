/** @module-tag full */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../launch/repository.mjs'
import { findOrUnpackPromtool } from '../test/promtool.ts'

const ALERTS = path.join(ROOT, 'docs/operations/alerts.yaml')
const DASHBOARD = path.join(ROOT, 'docs/operations/grafana-dashboard.json')

/**
 * Reads the queries of the panels as rules that Prometheus would record: Grafana puts in the time that its variable
 * stands for.
 */
function readPanelsAsRules(): { rules: string; count: number } {
  const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as { panels: { targets: { expr: string }[] }[] }
  const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')))
  const rules = queries.map((expr, place) => ({ record: `panel:query_${place}`, expr }))
  return { rules: JSON.stringify({ groups: [{ name: 'dashboard', rules }] }), count: queries.length }
}

test('Prometheus itself loads the alerts and the queries of the dashboard, and would not load a broken one', {
  timeout: 600_000,
}, () => {
  const promtool = findOrUnpackPromtool()
  if (promtool === undefined) {
    console.warn(
      'ALERTS AND DASHBOARD WERE NOT LOADED by Prometheus: promtool is not installed and could not be fetched.',
    )
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
    const panels = path.join(folder, 'panels.yaml')
    const asked = readPanelsAsRules()
    writeFileSync(panels, asked.rules)
    expect(check(panels)).toEqual({ status: 0, output: expect.stringContaining(`SUCCESS: ${asked.count} rules found`) })
    const broken = path.join(folder, 'broken.yaml')
    for (const rules of [readFileSync(ALERTS, 'utf8'), asked.rules]) {
      writeFileSync(broken, rules.replace('rate(', 'rat('))
      expect(check(broken)).toMatchObject({ status: 1, output: expect.stringContaining('unknown function') })
    }
  } finally {
    rmSync(folder, { recursive: true })
    promtool.remove()
  }
})
