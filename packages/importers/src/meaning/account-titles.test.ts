import { expect, test } from 'vitest'
import { readSource } from '../read-source.ts'
import { toWorkbook } from '../testing/workbook-fixture.ts'

const read = async (raw: { text: string } | { bytes: Uint8Array }) => {
  const { positions, statedTotals, lines } = await readSource(
    'text' in raw ? { name: 'x', text: raw.text } : { name: 'x', bytes: raw.bytes },
  )
  return { held: positions.map(({ account, ticker, shares }) => `${account} ${ticker} ${shares}`), statedTotals, lines }
}
const HEADER = 'Symbol,Shares,Avg Cost,Value'

test.each([
  ['that a line labels', 'Account: Roth IRA 1234-5678', 'Account: Joint 9999-1111', ['Roth IRA …5678', 'Joint …1111']],
  [
    'whose line is a name',
    'Individual (xxxx-4321)',
    'Roth IRA (xxxx-8765)',
    ['Individual (…4321)', 'Roth IRA (…8765)'],
  ],
])('holdings below two accounts %s stay apart, and so do their totals', async (_name, first, second, [one, two]) => {
  const text = [
    first,
    HEADER,
    'AAPL,10,100,1500',
    'Total,,,1500',
    '',
    second,
    HEADER,
    'AAPL,1,120,150',
    'Total,,,150',
    'Grand total,,,1650',
  ]
  const { held, statedTotals, lines } = await read({ text: text.join('\n') })
  expect(held).toEqual([`${one} AAPL 10`, `${two} AAPL 1`])
  expect(statedTotals.map(({ account, value }) => [account, value])).toEqual([
    [one, 1500],
    [two, 150],
    [null, 1650],
  ])
  expect([lines[0]?.verdict, lines[5]?.verdict]).toEqual(['account', 'account'])
})

test('a group of one kind above its header is no account', async () => {
  const text = `Account: Roth 5678\n${HEADER}\nAAPL,10,100,1500\n\nMutual funds\n${HEADER}\nVTSAX,1,100,150`
  expect((await read({ text })).held).toEqual(['Roth 5678 AAPL 10', 'Roth 5678 VTSAX 1'])
})

test('sheets that are called like accounts are such, and others are not', async () => {
  const table = [
    ['Symbol', 'Shares'],
    ['VTI', 3.5],
  ]
  const sheets = {
    Summary: [
      ['Account', 'Value'],
      ['IRA', 1000],
    ],
    IRA: table,
    Taxable: table,
  }
  const { held, lines } = await read({ bytes: toWorkbook(sheets) })
  expect(held).toEqual(['IRA VTI 3.5', 'Taxable VTI 3.5'])
  expect(lines.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6])
  expect(
    (
      await read({
        bytes: toWorkbook({
          Stocks: table,
          More: [
            ['Symbol', 'Shares'],
            ['KO', 1],
          ],
        }),
      })
    ).held,
  ).toEqual(['null VTI 3.5', 'null KO 1'])
})

test('interest that has accrued is a part of the total and no position', async () => {
  const { held, lines } = await read({ text: `${HEADER}\nAAPL,10,100,1500\nAccrued Interest,,,12.34\nTotal,,,1512.34` })
  expect(held).toEqual(['null AAPL 10'])
  expect(lines[2]?.verdict).toBe('pending')
})

test('an account that is numbered in groups of four is cut to its end in every line that is shown', async () => {
  const { lines } = await read({ text: `IBAN: DE89 3704 0044 0532 0130 00\n${HEADER}\nAAPL,10,100,1500` })
  expect(lines[0]?.text).toBe('IBAN: …3000')
})
