import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importText } from './import-text.ts'

const SHARED = resolve(import.meta.dirname, '../../../..', process.env.BALLAST_SHARED ?? '../shared')
const FOLDER = join(SHARED, 'data/broker-exports/synthetic')

interface Expected {
  rows: { ticker: string; shares: number; avgCost: number | null; sector?: string | null }[]
}

const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8')

if (!existsSync(FOLDER)) {
  console.warn(`Recorded broker files are absent (looked in ${FOLDER}): they were NOT tested.`)
  test('recorded broker files are absent and were not tested', () => expect(existsSync(FOLDER)).toBe(false))
} else {
  describe('files in our own format that others wrote', () => {
    test.each(['generic-app-format.csv', 'generic-tab-excel.txt.csv', 'positions-array.json'])('%s', (file) => {
      const { rows } = JSON.parse(read(`${file}.expected.json`)) as Expected
      const result = importText(read(file))
      if (!result.ok) throw new Error(result.problems[0]?.message)
      expect(
        result.positions.map(({ ticker, shares, avgCost, sector }) => ({
          ticker,
          shares: Number(shares),
          avgCost: avgCost === null ? null : Number(avgCost),
          sector,
        })),
      ).toEqual(rows.map((row) => ({ ...row, sector: row.sector ?? null })))
    })

    test('generic-bad-rows.csv is refused whole, with each bad row named', () => {
      const result = importText(read('generic-bad-rows.csv'))
      if (result.ok) throw new Error('it was accepted')
      // Ten, missing ticker, zero, NaN, negative cost, short row, long row; -5 and 1e3 are numbers, TOOLONGTICKER is a ticker.
      expect(result.problems.map(({ row, column }) => [row, column])).toEqual([
        [2, 'shares'],
        [3, 'ticker'],
        [5, 'shares'],
        [7, 'shares'],
        [8, 'avgCost'],
        [10, 'avgCost'],
        [11, undefined],
      ])
    })
  })
}
