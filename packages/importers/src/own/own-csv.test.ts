import { expect, test } from 'vitest'
import { importText } from './import-text.ts'

const ROWS = 20_000
const row = (n: number) => `T${n},${n + 1}.5,${n}.25,Information Technology`
const csv = (rows: string[]) => ['ticker,shares,avgCost,sector', ...rows].join('\n')
const rows = Array.from({ length: ROWS }, (_, n) => row(n))

test('a long text read in pieces gives what it gives in one pass, which a quote asks for', () => {
  const inPieces = importText(csv(rows))
  const inOnePass = importText(csv(rows.with(0, 'T0,"1.5",0.25,Information Technology')))
  expect(inPieces).toEqual(inOnePass)
  expect(inPieces.ok && inPieces.positions.length).toBe(ROWS)
  expect(inPieces.ok && inPieces.positions.at(-1)).toMatchObject({
    ticker: 'T19999',
    shares: '20000.5',
    avgCost: '19999.25',
  })
})

test('a mistake far down is told by its row', () => {
  const result = importText(csv(rows.with(15_000, 'T15000,ten,1,Information Technology')))
  // The header is row 1, so the row at index 15,000 is row 15,002.
  expect(result).toMatchObject({
    ok: false,
    problemCount: 1,
    problems: [{ row: 15_002, column: 'shares', found: 'ten' }],
  })
})

test('reading ends with the row that is one too many, in whichever piece', () => {
  expect(importText(csv(rows), { maxRows: ROWS - 1 })).toMatchObject({ ok: false, problemCount: 1 })
  expect(importText(csv(rows), { maxRows: 10 })).toMatchObject({ ok: false, problemCount: 1 })
})
