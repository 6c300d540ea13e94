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

describe('a line of debt has no ticker, so it is no position and its value counts in the total only', () => {
  const BONDS = [
    ...['TREASURY NOTES 4 1/8 2032', 'US Treasuries 4.125 Nov 2032', 'T-NOTE 4.125'],
    ...['U.S. T-Bonds 4.5', 'APPLE INC 3,25% 15.02.2029', 'ACME 4 1/8% 2031-05-01'],
    ...['Bundesanleihe 2.3', 'UK Gilt 4.25', 'GOLDMAN SACHS CERTIFICATES OF DEPOSIT 4.5'],
  ]
  const HEADER = 'Symbol,Name,Quantity,Price,Value'
  const read = async (line: string) => {
    const text = [HEADER, 'KO,Coca-Cola,5,10.5,52.5', line].join('\n')
    const { positions, lines, valuesOutside } = await readSource({ name: 'x', bytes: Buffer.from(text) })
    return [positions.map(({ ticker }) => ticker), lines[2]?.verdict, valuesOutside?.map(({ value }) => value)]
  }

  test.each(BONDS)('%s', async (name) => {
    expect(await read(`,"${name}",10000,100.25,10025`)).toEqual([['KO'], 'bond', [10025]])
    expect(await read(`"${name}",,10000,100.25,10025`)).toEqual([['KO'], 'bond', [10025]])
  })

  test('whatever it is called, a value of a hundredth of quantity × price tells it', async () => {
    expect(await read(',Water District Series B,10000,98.5,9850')).toEqual([['KO'], 'bond', [9850]])
  })

  test('a fund is none, though it has no ticker, and neither is what has one', async () => {
    expect(await read(',Growth Pool,10000,98.5,985000')).toEqual([['KO', 'GROWTH POOL'], 'position', []])
    expect(await read(',Treasury Bond Index Fund,100,98.5,9850')).toEqual([
      ['KO', 'TREASURY BOND INDEX FUND'],
      'position',
      [],
    ])
    expect(await read('XYZ,Anything,10000,98.5,9850')).toEqual([['KO', 'XYZ'], 'position', []])
  })
})

describe('lots below a line that names what they are of', () => {
  const FILE = [
    'Security,Trade date,Shares,Cost/share,Total cost,Price,Market value',
    'APPLE INC (AAPL),,,,,,',
    ',03/02/2021,40,$121.10,"$4,844.00",$271.40,"$10,856.00"',
    ',08/19/2024,40,$226.40,"$9,056.00",$271.40,"$10,856.00"',
    ',,80,,"$13,900.00",,"$21,712.00"',
    'COSTCO WHOLESALE (COST),,,,,,',
    ',01/11/2023,6,$488.20,"$2,929.20",$921.70,"$5,530.20"',
    'US TREASURY NOTE 4.125% 08/15/2053,,,,,,',
    ',05/05/2025,10000,$93.12,"$9,312.00",$91.45,"$9,145.00"',
  ]

  test('are holdings of it, and what adds them up is none', async () => {
    const { lines, positions } = await readSource({ name: 'lots.csv', text: FILE.join('\n') })
    expect(lines.map(({ verdict }) => verdict)).toEqual([
      'header',
      'header',
      'position',
      'position',
      'total',
      'header',
      'position',
      'header',
      'bond',
    ])
    expect(positions.map(({ ticker, shares, avgCost }) => [ticker, shares, avgCost])).toEqual([
      ['AAPL', '40', '121.1'],
      ['AAPL', '40', '226.4'],
      ['COST', '6', '488.2'],
      ['T4.125-20530815', '100', '93.12'],
    ])
  })
})

test('a line that stands twice, letter by letter, is in doubt the second time', async () => {
  const rows = [
    'Symbol,Quantity,Price,Value',
    'AAPL,10,271.40,2714.00',
    'MSFT,4,478.20,1912.80',
    'AAPL,10,271.40,2714.00',
  ]
  const { positions } = await readSource({ name: 'twice.csv', text: rows.join('\n') })
  expect(positions.map(({ ticker, doubts }) => [ticker, doubts.length])).toEqual([
    ['AAPL', 0],
    ['MSFT', 0],
    ['AAPL', 1],
  ])
  expect(positions[2]?.doubts[0]?.reason).toContain('Line 4 says the same as line 2')
})

test('dollars beside a ticker of another country may be its own, and a number is no ticker of the United States', async () => {
  const rows = ['Code,Units,Purchase Price,Last Price,Mkt Value', 'CBA.AX,45,$98.40,$171.22,"$7,704.90"']
  const { positions } = await readSource({ name: 'asx.csv', text: rows.join('\n') })
  expect(positions[0]?.doubts.map(({ field }) => field)).toEqual(['currency'])
})
