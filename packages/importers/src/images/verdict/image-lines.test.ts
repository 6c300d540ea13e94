import { expect, test } from 'vitest'
import { readTables } from '../layout/table-layout.ts'
import { toRows } from '../layout/text-rows.ts'
import { toWholeCells } from '../layout/whole-cells.ts'
import { placeRows, placeText, toContext } from '../testing/placed-cells.ts'
import { describeLines, findLines } from './image-lines.ts'

test('a line is that of its position also where its pieces were parted or cleaned, and what was not understood is told', () => {
  const rows = [
    ['Symbol |', 'Qty |', 'Avg cost |', 'Value'],
    ['KO |', '10 |', '50.00 |', '600.00 |'],
    ['V |', '12 |', '90.00 |', '1,092.00 |'],
  ]
  const cells = [
    ...placeRows(rows, [50, 300, 500, 700]),
    placeText('Something', 50, 400),
    placeText('1,234.50', 700, 400),
  ]
  const context = toContext(cells)
  const layout = readTables({ ...context, cells: toWholeCells(context, 2000) })
  const lines = describeLines(toRows(cells), layout, 'point')
  expect(lines.map(({ verdict }) => verdict)).toEqual(['header', 'position', 'position', 'not-understood'])
  expect(layout?.candidates.map((candidate) => findLines(candidate, toRows(cells)))).toEqual([[2], [3]])
})
