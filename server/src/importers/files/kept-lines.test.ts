import { describe, expect, test } from 'vitest'
import { readSource } from './read-source.ts'

/** Layouts in which the name comes first or later; what a line with a ticker and shares says is a holding. */
const LAYOUTS: readonly [string, string, (symbol: string, name: string) => string][] = [
  ['a name behind the ticker', 'Symbol,Name,Quantity,Price,Value', (s, n) => `${s},"${n}",5,10.5,52.5`],
  ['a name first', 'Name,Symbol,Quantity,Price,Value', (s, n) => `"${n}",${s},5,10.5,52.5`],
  [
    'Fidelity',
    'Account Number,Account Name,Symbol,Description,Quantity,Last Price,Current Value,Percent Of Account,Type',
    (s, n) => `Z12345678,*IRA,${s},"${n}",5,$10.50,$52.50,10%,Cash`,
  ],
  [
    'Schwab',
    '"Symbol","Description","Qty (Quantity)","Price","Mkt Val (Market Value)","Asset Type"',
    (s, n) => `"${s}","${n}","5","$10.50","$52.50","Equity"`,
  ],
]
const NAMES = [
  ...['Total Return Fund', 'TOTAL SA', 'Total Stock Market Index', 'Security Total', 'Grand Total Ltd', 'Totals Inc'],
  ...['Cash America Intl', 'CASH CONVERTERS', 'Pending Corp', 'Account Growth Co', 'Generated Power', 'As of Growth'],
  ...['Source: Capital', 'Date Downloaded Inc', 'Brokerage Services Corp', '*Star Bulk', '(c) Corp', 'Price Group'],
  ...[
    'Bond Street Holdings',
    'iShares 20+ Year Treasury Bond ETF',
    'Due Diligence',
    'Balances Inc',
    'Exported Goods',
    'Money Market Corp',
  ],
  ...[
    'Symbol Technologies',
    'Quantity Inc',
    'Footnotes Inc',
    'Securities are Us',
    'Deposit Sweep Tech',
    'Net Cash Systems',
  ],
]

describe.each(LAYOUTS)('%s', (_name, header, toLine) => {
  test.each(NAMES)('"%s" with a ticker, shares and a price is held', async (name) => {
    const text = [header, toLine('KO', 'Coca-Cola'), toLine('XYZ', name), toLine('PG', 'Procter')].join('\n')
    const { positions } = await readSource({ name: 'x', bytes: Buffer.from(text) })
    expect(positions.map(({ kind, ticker, shares }) => [kind, ticker, shares])).toEqual([
      ['security', 'KO', '5'],
      ['security', 'XYZ', '5'],
      ['security', 'PG', '5'],
    ])
  })

  test('the company whose ticker is CASH is told by its price', async () => {
    const text = [header, toLine('CASH', 'Pathward Financial')].join('\n')
    const { positions } = await readSource({ name: 'x', bytes: Buffer.from(text) })
    expect(positions.map(({ kind, ticker, shares }) => [kind, ticker, shares])).toEqual([['security', 'CASH', '5']])
  })
})

test('a fund without a ticker may be called total, a sum has no price', async () => {
  const text = 'Fund,Units,Unit price,Value\nTotal Bond Index,10,12.50,125\nStable Value,5,10,50\nTotal,15,,175\n'
  const { positions, lines } = await readSource({ name: 'x', bytes: Buffer.from(text) })
  expect(positions.map(({ name, shares }) => [name, shares])).toEqual([
    ['Total Bond Index', '10'],
    ['Stable Value', '5'],
  ])
  expect(lines.map(({ verdict }) => verdict)).toEqual(['header', 'position', 'position', 'total'])
})
