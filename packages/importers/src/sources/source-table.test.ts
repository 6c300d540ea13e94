import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { toTable } from './source-table.ts'

test('a line with quotes has the cells that papaparse finds in it', () => {
  const part = fc.constantFrom('"', '""', ',', ';', 'a', ' ', 'A B', '1', '"x,y"', '"a ""b"""')
  const line = fc.array(part, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(line, fc.constantFrom(',', ';'), (text, delimiter) => {
      const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\n', fastMode: false })
      const [row] = toTable([text], delimiter).rows
      if (errors.length === 0) expect(row).toEqual({ line: 1, span: 1, cells: data[0] })
      else expect(row?.quotes).toBeDefined()
    }),
    { numRuns: 500 },
  )
})

test('each row says what is wrong with its quotes, and the next one is read', () => {
  const { rows } = toTable(['"a"x,1', 'b,"2', 'c,3', '"d', 'e",5'], ',')
  expect(rows.map(({ line, span, quotes }) => [line, span, quotes])).toEqual([
    [1, 1, 'text-behind'],
    [2, 1, 'not-closed'],
    [3, 1, undefined],
    [4, 2, undefined],
  ])
  expect(rows[3]?.cells).toEqual(['d\ne', '5'])
})
