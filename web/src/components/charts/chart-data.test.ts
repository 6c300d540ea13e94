import { expect, test } from 'vitest'
import { chartColour, sectorColour } from './chart-colours.ts'
import { toChartCsv, toFileName } from './chart-data.ts'

test('a file is named after the chart, its day and whether it is simulated', () => {
  const chart = { title: 'Asset Allocation', asOf: '2026-11-20T21:00:00.000Z', simulated: true }
  expect(toFileName(chart)).toBe('ballast-asset-allocation-2026-11-20-simulated')
  expect(toFileName({ ...chart, asOf: null, simulated: false })).toBe('ballast-asset-allocation')
})

test('the CSV holds plain numbers, quotes what needs it, and leaves unknown values empty', () => {
  const columns = [{ header: 'Name' }, { header: 'Value', format: () => '$never' }]
  const rows = [
    ['Alphabet, Inc. "A"', -1823.5],
    ['two\nlines', null],
  ]
  expect(toChartCsv({ columns, rows })).toBe('Name,Value\r\n"Alphabet, Inc. ""A""",-1823.5\r\n"two\nlines",\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', ' =1+1', '＝1+1', '\0=1'])(
  'a text that a spreadsheet would run is made text: %j',
  (text) => {
    expect(toChartCsv({ columns: [{ header: 'Name' }], rows: [[text]] })).toBe(`Name\r\n'${text}\r\n`)
  },
)

test('colours repeat paler: five of the chart, eight of the sectors, three rounds', () => {
  expect(chartColour(0)).toBe('var(--chart-1)')
  expect(chartColour(5)).toBe('color-mix(in oklab, var(--chart-1) 66%, var(--card))')
  expect(chartColour(11)).toBe('color-mix(in oklab, var(--chart-2) 44%, var(--card))')
  expect(chartColour(40)).toBe('color-mix(in oklab, var(--chart-1) 44%, var(--card))')
  expect(sectorColour(7)).toBe('var(--sector-8)')
  expect(sectorColour(8)).toBe('color-mix(in oklab, var(--sector-1) 66%, var(--card))')
})
