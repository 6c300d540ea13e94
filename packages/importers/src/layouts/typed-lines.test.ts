import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSource } from '../read-source.ts'

const read = (text: string) => readSource({ name: 'Pasted text', text })

/** Positions, a line each: ticker, shares, cost of a share, currency where it is not the dollar, and the fields in doubt. */
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
  ['10 shares of AAPL at $150', ['AAPL 10 150']],
  ['AAPL 10 @ 150', ['AAPL 10 150']],
  ['AAPL: 10', ['AAPL 10 -']],
  ['NVDA: 30 (avg 118.50) | AMD: 40 (avg 95)', ['NVDA 30 118.5', 'AMD 40 95']],
  ['AAPL 1,000 @ 150, GOOG 25 @ 2,800', ['AAPL 1000 150', 'GOOG 25 2800']],
  ['100 AAPL @ $150 & 50 MSFT @ $280; 3 KO', ['AAPL 100 150', 'MSFT 50 280', 'KO 3 -']],
  ['NVDA 12 shares @ 118,50, AMD 3 shares @ 95,25.', ['NVDA 12 118.5', 'AMD 3 95.25']],
  ['AAPL: $150 x 10', ['AAPL 10 150']],
  ['2 AAPL 12/18/2026 250 calls @ 3.50', ['AAPL261218C00250000 2 3.5']],
  ['Short 1 TSLA Dec 18 2026 300 put at 9.10', ['TSLA261218P00300000 -1 9.1']],
  ['SPY 12/18/26 600 Put x -2 @ 5.10', ['SPY261218P00600000 -2 5.1']],
  ['TSLA short 20 @ 340', ['TSLA -20 340']],
  ['$15k of VOO', ['VOO - - shares?']],
  ['15k in VOO, 2.5k worth of QQQ and 10k in cash', ['VOO - - shares?', 'QQQ - - shares?', 'CASH 10000 1']],
  ['Cash: $5,000', ['CASH 5000 1']],
  ['SPAXX $2,000.15', ['CASH 2000.15 1']],
  ['1.5k AAPL at 150', ['AAPL 1500 150']],
  ['10 Aktien SAP zu 120,50 €', ['SAP 10 120.5 EUR']],
  ['VOD.L 1000 sh @ 71p\nBP.L 200 at 440.5 pence', ['VOD.L 1000 0.71 GBP', 'BP.L 200 4.405 GBP']],
  ['ticker: AAPL, shares: 10, avg cost: 150', ['AAPL 10 150']],
  ['AAPL 10 $1,500 total', ['AAPL 10 150']],
])('%s', async (text, held) => expect(await heldIn(text)).toEqual(held))

test.each([
  ['what "for" and "cost" were paid for', '10 shares of AAPL for $4,500', ['AAPL 10 4500 avgCost?']],
  ['an amount behind the word "shares"', 'AAPL – 20 shares – $95.50', ['AAPL 20 95.5 avgCost?']],
  ['a figure that may be a price with its value', 'AAPL 10 150.00 1,500.00', ['AAPL 10 150 avgCost?']],
  ['a name in place of a ticker', 'Apple 10 150', ['APPLE 10 150 ticker?']],
])('%s is doubted', async (_name, text, held) => expect(await heldIn(text)).toEqual(held))

describe('what no pattern fits is not understood, nothing of it lost and nothing misread', () => {
  test.each([
    ['I have 10 apples… I own 100 AAPL bought at 150', 'AAPL'],
    ['I own 100 AAPL. I paid $150 a share.', 'AAPL'],
    ['100 AAPL bought in 2019', 'AAPL'],
    ["I'd like to buy 10 AAPL at 150 next week", 'AAPL'],
    ['Sold 50 AAPL at 200', 'AAPL'],
    ['My watch list: AAPL 100 @ 150', 'AAPL'],
    ['15 AAPL bought @ $140; 10 more at $160', 'AAPL'],
    ['AAPL 10.00 150.00 230.00 2300.00 +800.00 +53.3%', 'AAPL'],
    ['Long 2 NVDA Jan 2027 150C 25.00', 'NVDA'],
    ['NVDA 20 shares @ 450 pre-split', 'NVDA'],
    ['AAPL 25%', 'AAPL'],
    ['bought $TSLA on a whim, 3 of them', 'TSLA'],
    ['VTI Vanguard Total Stock Market ETF 120.5 290.10 34957.05 25305.00', 'VTI'],
    ['Please call me at 555 123 4567. The meeting is on 12/11/2026 at 10:00.', undefined],
    ['1.500 shares of something', undefined],
  ])('%s', async (text, ticker) => {
    const { positions, lines, problems } = await read(`${text}\nKO 5 @ 60`)
    expect(positions.map((position) => position.ticker)).toEqual(['KO'])
    expect(lines[0]).toMatchObject({ verdict: 'not-understood', text })
    expect(lines[0]?.note?.includes('it names')).toBe(ticker !== undefined)
    if (ticker !== undefined) expect(lines[0]?.note).toContain(`it names ${ticker}`)
    expect(problems.map(({ row }) => row)).toEqual([1])
  })
})

test('words around a holding never change what is read of it: it is read as it stands, or not at all', async () => {
  const words = fc.array(
    fc.constantFrom('sold', 'maybe', '5', 'or', '10%', 'today', 'of', 'not', 'worth', '3/14', 'by'),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  await fc.assert(
    fc.asyncProperty(words, words, async (before, after) => {
      const [held, ...more] = await heldIn(`${before.join(' ')} AAPL 100 @ 150 ${after.join(' ')}`)
      expect([undefined, 'AAPL 100 150']).toContain(held)
      expect(more).toEqual([])
    }),
    { numRuns: 200 },
  )
})

test('any list of plain holdings is read whole, whatever separates it', async () => {
  const holding = fc.record({
    ticker: fc.constantFrom('AAPL', 'MSFT', 'BRK.B', 'VOO', 'F'),
    shares: fc.integer({ min: 1, max: 9_999 }),
    cost: fc.integer({ min: 1, max: 99_999 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(holding, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(', ', '; ', ' | ', ' and ', ' & ', '\n'),
      fc.boolean(),
      async (list, separator, isTickerFirst) => {
        const typed = list.map(({ ticker, shares, cost }) =>
          isTickerFirst ? `${ticker} ${shares} @ ${cost / 100}` : `${shares} ${ticker} at $${cost / 100}`,
        )
        expect(await heldIn(typed.join(separator))).toEqual(
          list.map(({ ticker, shares, cost }) => `${ticker} ${shares} ${cost / 100}`),
        )
      },
    ),
    { numRuns: 60 },
  )
})
