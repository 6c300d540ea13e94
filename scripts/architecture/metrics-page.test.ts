import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { writeMetricsPage } from '../generate-metrics-page.ts'
import { ROOT } from '../launch/repository.mjs'

test('the page of metrics says what the screens say; scripts/generate-metrics-page.ts writes it', () => {
  expect(readFileSync(path.join(ROOT, 'docs/metrics.md'), 'utf8')).toBe(writeMetricsPage())
})
