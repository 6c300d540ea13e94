import { describe, expect, test } from 'vitest'
import { findTreasury } from './meaning/bond-holding.ts'
import { readSource } from './read-source.ts'

const read = async (lines: readonly string[]) => {
  const source = await readSource({ name: 'x.csv', bytes: Buffer.from(lines.join('\n')) })
  const found = source.positions.map(({ ticker, kind, shares, avgCost, statedPrice, statedValue, doubts }) => ({
    ticker,
    kind,
    shares,
    avgCost,
    statedPrice,
    statedValue,
    doubts: doubts.length,
  }))
  return { found, outside: source.valuesOutside ?? [], verdicts: source.lines.map(({ verdict }) => verdict) }
}

describe('the terms in a line of a broker', () => {
  test.each([
    ['912797KS5 UNITED STATES TREAS BILLS ZERO CPN 0.00000% 03/18/2027', 'T0-20270318'],
    ['91282CLW9 UNITED STATES TREAS SER F-2034 4.25000% 11/15/2034 NTS NOTE', 'T4.25-20341115'],
    ['912797KS5 US TREASURY BILL27 U S T BILL DUE 03/18/27', 'T0-20270318'],
    ['912810TM0 US TREASURY 4%52 BOND DUE 11/15/52', 'T4-20521115'],
    ['U S TREASURY NOTE 4.125% 11/15/2032', 'T4.125-20321115'],
    ['UNITED STATES TREASURY 4.125 11/15/2032', 'T4.125-20321115'],
    ['U.S. TREASURY NOTE 4 1/8% Nov 15, 2032', 'T4.125-20321115'],
    ['US TREASURY NOTE 4.5% DTD 11/15/2023 DUE 11/15/2033', 'T4.5-20331115'],
    ['US91282CLW90 US TREASURY N/B 4.25% 2034-11-15', 'T4.25-20341115'],
  ])('%s', (text, ticker) => {
    expect(findTreasury(text)).toBe(ticker)
  })

  test.each([
    'UNITED STATES TREAS INFL INDEX NOTE 1.125% 01/15/2033',
    'US TREASURY FLOATING RATE NOTE 4.1% 07/31/2027',
    'US TREASURY NOTE 4 1/8 2032',
    'APPLE INC 3.25% 02/15/2029',
    'VANGUARD SHORT-TERM TREASURY ETF',
  ])('%s says no terms of a fixed Treasury', (text) => {
    expect(findTreasury(text)).toBeUndefined()
  })
})

describe('as people type it', () => {
  test.each([
    ['US Treasury note 4.25% 11/15/2034 40000 face at 99.5', 'T4.25-20341115', '400', 99.5],
    ['$50,000 T-bill due 3/18/2027 @ 98.7', 'T0-20270318', '500', 98.7],
    ['50k US Treasury bills due Mar 18, 2027', 'T0-20270318', '500', null],
    ['T4.25-20341115 400 @ 99', 'T4.25-20341115', '400', 99],
  ])('%s', async (line, ticker, shares, statedPrice) => {
    const { found } = await read(['VTI 800 shares', line, 'cash 45000'])
    expect(found.map((one) => one.ticker)).toEqual(['VTI', ticker, 'CASH'])
    expect(found[1]).toMatchObject({ kind: 'bond', shares, statedPrice })
  })

  test('with a word that nobody understands it is left to the person', async () => {
    const { found, verdicts } = await read([
      'VTI 800 shares',
      'half of the US Treasury note 4.25% 11/15/2034 40000',
      'KO 5',
    ])
    expect(found.map((one) => one.ticker)).toEqual(['VTI', 'KO'])
    expect(verdicts[1]).toBe('not-understood')
  })
})

describe('a line', () => {
  const HEADER = 'Symbol,Description,Quantity,Last Price,Current Value,Cost Basis Total'

  test('of a bill is a position of its face value, at its price and cost per $100', async () => {
    const line = '912797KS5,UNITED STATES TREAS BILLS ZERO CPN 0.00000% 03/18/2027,50000,98.70,49350.00,49000.00'
    const { found, outside, verdicts } = await read([HEADER, 'KO,Coca-Cola,5,10.5,52.5,50', line])
    expect(found[1]).toEqual({
      ticker: 'T0-20270318',
      kind: 'bond',
      shares: '500',
      avgCost: '98',
      statedPrice: 98.7,
      statedValue: 49_350,
      doubts: 0,
    })
    expect(outside).toEqual([])
    expect(verdicts[2]).toBe('bond')
  })

  test('that counts bonds of $1,000 is read so, for its value says it', async () => {
    const line = '91282CLW9,UNITED STATES TREAS 4.25000% 11/15/2034,25,101.5,25375.00,25000.00'
    const { found } = await read([HEADER, 'KO,Coca-Cola,5,10.5,52.5,50', line])
    expect(found[1]).toMatchObject({ ticker: 'T4.25-20341115', shares: '250', avgCost: '100', doubts: 0 })
  })

  test('whose figures do not agree is doubted', async () => {
    const line = '91282CLW9,UNITED STATES TREAS 4.25000% 11/15/2034,25000,101.5,11111.00,25000.00'
    const { found } = await read([HEADER, 'KO,Coca-Cola,5,10.5,52.5,50', line])
    expect(found[1]).toMatchObject({ shares: '250', doubts: 1 })
  })
})

test.each([
  ['', 'SERIES I SAVINGS BOND 05/2023', '10,105.2,1052'],
  ['', 'JPMORGAN CHASE BANK NA CD FDIC INS 4.500% 08/09/28'],
  ['', 'APPLE INC NOTE CALL MAKE WHOLE 3.25000% 02/23/2026'],
  ['037833AK6', 'APPLE INC SR GLBL NT 2.4%23'],
  ['DE0001102580', 'Deutschland Anl.V.2021 (2031) 0%'],
  ['--', 'FNMA POOL #MA4123 2.000% 09/01/50'],
])('debt without a ticker is debt, "%s" %s', async (symbol, name, figures = '8000,98,7840') => {
  const { found, verdicts } = await read([
    'Symbol,Description,Quantity,Price,Market Value',
    `${symbol},${name},${figures}`,
  ])
  expect([found, verdicts[1]]).toEqual([[], 'bond'])
})

test('columns of coupon and maturity tell debt from shares, and a Treasury from other debt', async () => {
  const { found, outside, verdicts } = await read([
    'CUSIP,Security,Coupon,Maturity,Par,Price,Market value,Cost basis',
    '912828YV6,UNITED STATES TREAS NTS,1.500,11/30/2028,25000,95.31,23827.50,24100.00',
    '38141GYM0,GOLDMAN SACHS GROUP INC,3.850,01/26/2027,10000,99.80,9980.00,10120.50',
    ',CITY OF AUSTIN TX REV,5.000,11/15/2035,15000,108.22,16233.00,16010.00',
  ])
  expect(verdicts).toEqual(['header', 'bond', 'bond', 'bond'])
  expect(found).toMatchObject([{ ticker: 'T1.5-20281130', kind: 'bond', shares: '250', avgCost: '96.4', doubts: 0 }])
  expect(outside.map(({ value }) => value)).toEqual([9980, 16233])
})
