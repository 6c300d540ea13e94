import { expect, test } from 'vitest'
import { readSource } from './read-source.ts'

const read = (text: string) => readSource({ name: 'Pasted text', text })

/** What is held, a line each: ticker, shares, cost of a share, currency where it is no dollar, and the fields in doubt. */
const heldIn = async (text: string) =>
  (await read(text)).positions.map(({ ticker, shares, avgCost, currency, doubts }) =>
    [
      ticker,
      shares ?? '-',
      avgCost ?? '-',
      ...(currency === 'USD' ? [] : [currency]),
      ...doubts.map(({ field }) => `${field}?`),
    ].join(' '),
  )

test.each([
  ['a sentence about something else', 'I have 10 apples… I own 100 AAPL bought at 150', ['AAPL 100 150']],
  [
    'a number that a mark calls the cost, behind two that none calls anything',
    'I have 10 apples I own 100 AAPL bought at 150',
    ['AAPL 100 150'],
  ],
  ['a sentence of cost behind that of the shares', 'I own 100 AAPL. I paid $150 a share.', ['AAPL 100 150']],
  [
    'sentences of a holding each',
    'I own 100 AAPL at 150. My wife has 20 MSFT at 300!',
    ['AAPL 100 150', 'MSFT 20 300'],
  ],
  [
    'decimals behind a comma in a list',
    '10.5 shares VOO, 3.25 shares QQQ, and about $2,000 in cash',
    ['VOO 10.5 -', 'QQQ 3.25 -', 'CASH 2000 1'],
  ],
  ['a price that belongs to the second only', '100 AAPL and MSFT at $300', ['AAPL 100 -', 'MSFT - 300 shares?']],
  [
    'numbers in a list within the line',
    'My holdings: 1) Apple – 100 shs, cost 150.25 2) Ford – 200 shs, cost 11.40',
    ['APPLE 100 150.25 ticker?', 'FORD 200 11.4 ticker?'],
  ],
  [
    'bars between holdings',
    'NVDA: 30 (avg 118.50) | AMD: 40 (avg 95) | INTC: 100 (avg 38.43)',
    ['NVDA 30 118.5', 'AMD 40 95', 'INTC 100 38.43'],
  ],
  [
    'a total behind them',
    'We hold: Alphabet (GOOGL) 40 shares; Amazon (AMZN) 55 shares; total value $20,000',
    ['GOOGL 40 -', 'AMZN 55 -'],
  ],
  [
    'an ISIN',
    '1.234,56 Stück ISHARES CORE MSCI WORLD (IE00B4L5Y983) zu 85,10 EUR',
    ['IE00B4L5Y983 1234.56 85.1 EUR ticker?'],
  ],
  [
    'labels below each other',
    'Holding: VTI\nUnits: 12.5\nAvg price: EUR 220.10\n\nHolding: BND\nUnits: 40\nAvg price: EUR 75.00',
    ['VTI 12.5 220.1 EUR', 'BND 40 75 EUR'],
  ],
  ['a list of numbers that begins the line', '1. AAPL 100 2. MSFT 50', ['AAPL 100 -', 'MSFT 50 -']],
  ['what all of it is worth', 'My wife has 20 VTI, and I have 30 VXUS. Total about $9,000.', ['VTI 20 -', 'VXUS 30 -']],
  ['what it is worth now', 'I own 100 AAPL. They are worth $23,000 now.', ['AAPL 100 -']],
  ['pence', 'VOD.L 1000 sh @ 71p\nBP.L 200 at 440.5 pence', ['VOD.L 1000 0.71 GBP', 'BP.L 200 4.405 GBP']],
  [
    'pence in thousands',
    'SHEL.L 100 @ 2,550p\nAZN.L 10 at 11,205.5 pence\nULVR.L 5 at GBX 4,501',
    ['SHEL.L 100 25.5 GBP', 'AZN.L 10 112.055 GBP', 'ULVR.L 5 45.01 GBP'],
  ],
  [
    'thousands behind a number with a comma of the sentence',
    'AAPL 1,000 @ 150, GOOG 25 @ 2,800',
    ['AAPL 1000 150', 'GOOG 25 2800'],
  ],
  [
    'thousands behind a number with the point of the sentence',
    'Ich habe 1.500 Stück SAP zu 120,50 EUR und 1.200 Stück BMW zu 85. Mehr nicht.',
    ['SAP 1500 120.5 EUR', 'BMW 1200 85'],
  ],
  [
    'a decimal comma before the comma or the point of the sentence',
    'NVDA 12 shares @ 118,50, AMD 3 shares @ 95,25.',
    ['NVDA 12 118.5', 'AMD 3 95.25'],
  ],
  ['the year of a purchase', '100 AAPL bought in 2019', ['AAPL 100 -']],
  ['the year of a purchase in a sentence of its own', '100 VTI, 30 BND. Started in 2019.', ['VTI 100 -', 'BND 30 -']],
  ['as many shares as a year has', 'invested in 2000 shares of AAPL at 15', ['AAPL 2000 15']],
  ['blanks between thousands', '1 000 AAPL @ 150,25', ['AAPL 1000 150.25']],
  [
    'a greeting before a list',
    'Hi John, here is what I hold: 100 AAPL at 150, 50 MSFT at 280 and 20 KO at 60',
    ['AAPL 100 150', 'MSFT 50 280', 'KO 20 60'],
  ],
  ['the sign of "and"', '100 AAPL @ $150 & 50 MSFT @ $280', ['AAPL 100 150', 'MSFT 50 280']],
  ['that it was put somewhere in a month', 'I put 100 AAPL at 150 into my IRA in May', ['AAPL 100 150']],
  [
    'a word that begins like a month, beside calls',
    'I own 100 AAPL at 150 and decided against calls',
    ['AAPL 100 150'],
  ],
])('%s', async (_name, text, held) => expect(await heldIn(text)).toEqual(held))

test.each([
  [
    'shares that were sold again',
    'bought 50 shares of KO at 60.10 in march, sold 10 of them in june at 70',
    ['KO 50 60.1 shares?'],
  ],
  ['shares that were sold, by somebody who may hold none', 'Sold 50 AAPL at 200', ['AAPL -50 200 shares?']],
  [
    'thousands beside shares that nothing calls a cost',
    '12.345 shares VFIAX, 10 shares $5,000.00 VTI',
    ['VFIAX 12.345 -', 'VTI 10 5000 avgCost?'],
  ],
  ['plans', "I'd like to buy 10 AAPL at 150 next week", ['AAPL 10 150 shares?']],
  ['thousands before shares in brackets', 'AAPL: $23,120 (100 shares)', ['AAPL 100 23120 avgCost?']],
  ['all that was sold', 'Sold 10 AAPL at 200, 5 MSFT at 300', ['AAPL -10 200 shares?', 'MSFT 5 300 shares?']],
  [
    'all that is planned, and nothing else',
    "I'd like to buy 10 AAPL, 5 MSFT and own 20 KO",
    ['AAPL 10 - shares?', 'MSFT 5 - shares?', 'KO 20 -'],
  ],
  ['what is only watched', 'My watch list: AAPL 100 @ 150', ['AAPL 100 150 shares?']],
  ['two purchases of one security', '15 AAPL bought @ $140; 10 more at $160', ['AAPL 15 140 shares?']],
  [
    'numbers of which none is nearer to the security',
    '10 or 12 shares maybe 15 of AAPL at 150',
    ['AAPL 12 150 shares?'],
  ],
])('%s are doubted', async (_name, text, held) => expect(await heldIn(text)).toEqual(held))

test.each([
  ['an option that lacks the day of its expiry', 'Long 2 NVDA Jan 2027 150C 25.00'],
  ['prose with the number of a telephone', 'Please call me at 555 123 4567. The meeting is on 12/11/2026 at 10:00.'],
])('%s is no holding', async (_name, text) => {
  const { positions, problems } = await read(text)
  expect(positions).toEqual([])
  expect(problems.length).toBeGreaterThan(0)
})

test('money that was put into something is no cost of a share', async () => {
  expect(await heldIn('I put $5,000 into VOO last year and $2,500 into QQQ')).toEqual([
    'VOO - - shares?',
    'QQQ - - shares?',
  ])
  expect(await heldIn('15k in VOO, 2.5k worth of QQQ and 10k in cash')).toEqual([
    'VOO - - shares?',
    'QQQ - - shares?',
    'CASH 10000 1',
  ])
  expect(await heldIn('1.5k AAPL at 150')).toEqual(['AAPL 1500 150'])
})

test('what is left of a line beside its holding is told', async () => {
  const { lines } = await read('I have 10 apples… I own 100 AAPL bought at 150')
  expect(lines[0]?.note).toContain('10 apples')
})
