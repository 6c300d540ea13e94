import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDataFiles } from '../conformance/data-files.ts'
import { formatReport, formatSummary, isConformant, isFaultless, runConformance } from '../conformance/run.ts'
import { SCHEMAS } from '../conformance/schemas.ts'

const REFERENCE = resolve(import.meta.dirname, '../reference')

test('every figure that travels with the library is met', () => {
  const reports = runConformance(REFERENCE, [], SCHEMAS)
  const failures = reports.filter((report) => !isFaultless(report)).map(formatReport)
  expect(failures).toEqual([])
  const compared = reports.reduce((sum, { recorder }) => sum + recorder.comparisons, 0)
  // The number is a floor: a schema that silently compares nothing would pass everything above.
  expect(compared).toBeGreaterThan(26_000)
})

test('only cases on recorded prices are left unchecked without a folder of prices', () => {
  const skipped = runConformance(REFERENCE, [], SCHEMAS).filter(({ recorder }) => recorder.skipped.length > 0)
  for (const { file } of skipped) expect(file).toMatch(/^recorded-prices/)
})

let directory = ''
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'conformance-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

const runOn = (name: string, content: unknown) => {
  const own = mkdtempSync(join(directory, 'case-'))
  writeFileSync(join(own, name), JSON.stringify(content))
  return runConformance(own, [], SCHEMAS)
}
const edgeCase = (expected: Record<string, unknown>) => ({
  schema: 'risk-metrics-edge/1',
  cases: [{ id: 'two', values: [100, 110], dates: ['2024-01-01', '2024-01-02'], rf: 0, expected }],
})

test('a wrong figure fails, and is shown with what was expected', () => {
  const reports = runOn('edge.json', edgeCase({ totalReturn: 0.1, winRate: 0.5 }))
  expect(isConformant(reports)).toBe(false)
  expect(formatReport(reports[0]!)).toContain('two winRate: found 1, expected 0.5')
  expect(formatSummary(reports)).toContain('NOT CONFORMANT: 1 files, 1 cases, 2 figures compared, 1 wrong')
})

test('a figure that the library does not compute fails', () => {
  expect(isConformant(runOn('edge.json', edgeCase({ treynor: 1 })))).toBe(false)
})

test('a case that throws fails, and does not hide the others', () => {
  const content = edgeCase({ totalReturn: 0.1 })
  content.cases.unshift({ ...content.cases[0]!, id: 'negative', values: [100, -1] })
  const [report] = runOn('edge.json', content)
  expect(report!.recorder).toMatchObject({ cases: 2, failedCases: 1 })
})

test('a file of an unknown schema fails', () => {
  const reports = runOn('mystery.json', { schema: 'mystery/1' })
  expect(isConformant(reports)).toBe(false)
  expect(formatReport(reports[0]!)).toMatch(/^UNKNOWN mystery\.json/)
})

test('a file cut short fails by its name, and does not hide the others', () => {
  const own = mkdtempSync(join(directory, 'case-'))
  writeFileSync(join(own, 'cut.json'), '{"schema": "options-european/1", "rows": [[')
  writeFileSync(join(own, 'whole.json'), JSON.stringify(edgeCase({ totalReturn: 0.1 })))
  const [cut, whole] = runConformance(own, [], SCHEMAS)
  expect(formatReport(cut!)).toMatch(/^BROKEN {2}cut\.json: .*JSON/)
  expect(isConformant([cut!, whole!])).toBe(false)
  expect(isConformant([whole!])).toBe(true)
})

test.each([{ schema: 'backtest/1' }, { schema: 'options-european/1', columns: [], rows: [] }])(
  'a file of a known schema without a case fails',
  (content) => {
    const [report] = runOn('empty.json', content)
    expect(isConformant([report!])).toBe(false)
    expect(formatReport(report!)).toMatch(/^BROKEN {2}empty\.json/)
  },
)

test('data are found in the folder named, then in those beside it', () => {
  const own = mkdtempSync(join(directory, 'case-'))
  for (const folder of ['prices', 'chains', 'chains/deep', 'chains/deep/deeper']) mkdirSync(join(own, folder))
  for (const path of ['prices/a.csv', 'chains/a.csv', 'chains/deep/b.json', 'chains/deep/deeper/c.json']) {
    writeFileSync(join(own, path), '')
  }
  const data = createDataFiles([join(own, 'prices')])
  expect(data.find('shared/a.csv')).toBe(join(own, 'prices/a.csv'))
  expect(data.find('b.json')).toBe(join(own, 'chains/deep/b.json'))
  expect(data.find('c.json')).toBeUndefined()
})

test('a missing price file is said, and is no pass of its cases', () => {
  const [report] = runOn('risk.json', {
    schema: 'risk-metrics/1',
    cases: [{ id: 'x', prices: 'nowhere.csv', column: 'X', rf: 0, benchmark: null, expected: {} }],
  })
  expect(report!.recorder).toMatchObject({ cases: 0, skipped: [{ caseId: 'x' }] })
  expect(formatReport(report!)).toMatch(/^NOT RUN[\s\S]*needs nowhere\.csv/)
  expect(isConformant([report!])).toBe(false)
})
