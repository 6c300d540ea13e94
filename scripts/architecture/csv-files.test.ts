import { describe, expect, test } from 'vitest'
import { isTestFile, listSourceFiles } from './source-files.ts'

const GUARD = 'packages/contract/src/csv-text.ts'
const product = ['server/src', 'web/src', 'packages'].flatMap(listSourceFiles).filter(({ path }) => !isTestFile(path))
const USES_GUARD = /\b(?:toCsvLine|toChartCsv|guardCsvText)\b/

/** A file that hands CSV out: over HTTP, or to the browser's downloads or its clipboard. */
const HANDS_OUT = /contentType: 'text\/csv|downloadFile\([^)]*\.csv|\bto\w*Csv\(/

/** Names of relative imports, as they are written. */
const importsOf = (text: string) =>
  [...text.matchAll(/from '(\.[^']+)'/g)].map(([, name = '']) => name.split('/').at(-1) ?? '')

describe('CSV files', () => {
  test('what a spreadsheet would run is decided in one place', () => {
    const deciding = product.filter(({ text }) => /\[=\+\\?-@|['"]=\+-@/.test(text)).map(({ path }) => path)
    expect(deciding).toEqual([GUARD])
  })

  test('who hands one out has its cells guarded, by itself or by who makes the lines', () => {
    const guarded = new Set(
      product.filter(({ text }) => USES_GUARD.test(text)).map(({ path }) => path.split('/').at(-1)),
    )
    const handing = product.filter(({ path, text }) => path !== GUARD && HANDS_OUT.test(text))
    expect(handing.length).toBeGreaterThan(8)
    const unguarded = handing.filter(
      ({ text }) => !USES_GUARD.test(text) && !importsOf(text).some((name) => guarded.has(name)),
    )
    expect(unguarded.map(({ path }) => path)).toEqual([])
  })
})
