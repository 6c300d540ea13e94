import { Big } from 'big.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { importText, recogniseFormat } from './import-text.ts'
import { mergeLots } from './merge-lots.ts'

const RUNS = process.env.BALLAST_LONG ? 2_000 : 150
const LOT = {
  kind: 'security',
  shares: '1',
  avgCost: '2',
  currency: 'USD',
  multiplier: 1,
  sector: null,
  account: null,
} as const
const HEADER = 'ticker,shares,avgCost,sector\n'

describe('hostile text', { tags: 'full' }, () => {
  const grammar = fc.constantFrom(
    ...[',', ';', '\t', '\n', '\r', '\r\n', '"', "'", '=', '-', '.', '(', ')', '$', '€', '\u0000', '\ufeff', '\ud800'],
    ...['ticker', 'shares', 'avgCost', 'AAPL', '1e3', '1.234', '12,5', '__proto__', '[', ']', '{', '}', ':', 'null'],
  )
  const soup = fc
    .array(fc.oneof(grammar, fc.string({ maxLength: 5 })), { maxLength: 60 })
    .map((parts) => parts.join(''))

  test('never throws, never stores what is not finite, and always says something', () => {
    fc.assert(
      fc.property(soup, fc.constantFrom('', HEADER, '[{"ticker":"A","shares":1}', '[{"ticker":'), (text, start) => {
        const result = importText(start + text)
        if (!result.ok) {
          expect(result.problems.length).toBeGreaterThan(0)
          expect(result.problemCount).toBeGreaterThanOrEqual(result.problems.length)
          return
        }
        for (const { shares, avgCost } of result.positions) {
          expect(Number.isFinite(Number(shares)) && Number(shares) !== 0).toBe(true)
          expect(avgCost === null || (Number.isFinite(Number(avgCost)) && Number(avgCost) >= 0)).toBe(true)
        }
      }),
      { numRuns: RUNS },
    )
    expect(({} as { shares?: unknown }).shares).toBeUndefined()
  })

  const MEGABYTE = 1024 * 1024
  test.each([
    ['blanks', ' '.repeat(8 * MEGABYTE)],
    ['blank lines', '\n'.repeat(8 * MEGABYTE)],
    ['a header and blank lines', HEADER + '\n'.repeat(8 * MEGABYTE)],
    ['an open quote', `${HEADER}AAPL,1,1,"${'x\n'.repeat(4 * MEGABYTE)}`],
    ['quotes', HEADER + '"'.repeat(8 * MEGABYTE)],
    ['commas', HEADER + ','.repeat(8 * MEGABYTE)],
    ['one cell', `${HEADER}${'9'.repeat(8 * MEGABYTE)}`],
    ['a wide header', 'ticker,'.repeat(MEGABYTE)],
    ['whitespace in a number', `${HEADER}AAPL,1${' '.repeat(80_000)}x,1,x\n`],
    ['brackets', '['.repeat(8 * MEGABYTE)],
    ['a number without end', `[${'1'.repeat(8 * MEGABYTE)}`],
    ['many keys', `[{${'"a":1,'.repeat(MEGABYTE)}"b":1}]`],
    ['an open string', `["${'\\'.repeat(8 * MEGABYTE)}`],
  ])('eight megabytes of %s are refused in seconds', (_name, text) => {
    const before = process.cpuUsage()
    expect(importText(text).ok).toBe(false)
    // Time on the processor, so that a busy machine does not fail it; quadratic time would be minutes.
    expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(4)
  })
})

describe('merging', () => {
  const cents = fc.integer({ min: 1, max: 1_000_000 }).map((n) => new Big(n).div(100).toFixed())
  const row = fc.record({ ticker: fc.constantFrom('AAPL', 'KO', 'MSFT'), shares: cents, cost: cents })

  test('rows of one ticker keep their shares exactly and their total cost to less than half a cent', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), (rows) => {
        const text = rows.map(({ ticker, shares, cost }) => `${ticker},${shares},${cost}`).join('\n')
        const result = importText(`ticker,shares,avgCost\n${text}\n`)
        if (!result.ok) throw new Error(result.problems[0]?.message)
        const total = (list: { ticker: string; shares: string; cost: string | null }[], ticker: string) =>
          list
            .filter((one) => one.ticker === ticker)
            .reduce(
              ([shares, cost], one) =>
                [shares.plus(one.shares), cost.plus(new Big(one.shares).times(one.cost ?? 0))] as const,
              [new Big(0), new Big(0)] as const,
            )
        for (const ticker of ['AAPL', 'KO', 'MSFT']) {
          const [shares, cost] = total(rows, ticker)
          const stored = result.positions.map((one) => ({ ...one, cost: one.avgCost }))
          const [storedShares, storedCost] = total(stored, ticker)
          expect(storedShares.eq(shares)).toBe(true)
          expect(storedCost.minus(cost).abs().lt('0.005')).toBe(true)
        }
      }),
      { numRuns: RUNS },
    )
  })

  test('lots stay apart when their average would move the total by half a cent', () => {
    // (2·100 + 1·101) / 3 = 100.333…: ten decimals of it, times 300,000,000,000 shares, are 10 dollars short.
    const result = importText('ticker,shares,avgCost\nAAPL,200000000000,100\nAAPL,100000000000,101\n')
    expect(result.ok && result.positions.length).toBe(2)
  })

  test.each([
    ['in another account', 'AAPL,1,100,IRA,USD'],
    ['in another currency', 'AAPL,1,100,Taxable,EUR'],
    ['that are owed', 'AAPL,-1,100,Taxable,USD'],
    ['of unknown cost', 'AAPL,1,,Taxable,USD'],
  ])('rows of one ticker %s stay apart', (_what, row) => {
    const result = importText(`ticker,shares,avgCost,account,currency\nAAPL,2,100,Taxable,USD\n${row}\n`)
    expect(result.ok && result.positions.map(({ shares }) => Number(shares))).toEqual([2, row.includes('-1') ? -1 : 1])
  })
})

test('a ticker is merged with none but itself, short or long', () => {
  const ticker = fc.stringMatching(/^[A-C.]{1,6}$/)
  fc.assert(
    fc.property(fc.array(ticker, { maxLength: 40 }), (tickers) => {
      const lots = tickers.map((one) => ({ ...LOT, ticker: one }))
      expect(mergeLots(lots, [...lots.keys()]).positions.length).toBe(new Set(tickers).size)
    }),
    { numRuns: RUNS },
  )
})

test('JSON begins with a bracket or a brace', () => {
  expect(['[]', ' \n{', '\ufeff[', 'ticker,shares', '', '"[x]",shares'].map(recogniseFormat)).toEqual([
    'json',
    'json',
    'json',
    'csv',
    'csv',
    'csv',
  ])
})
