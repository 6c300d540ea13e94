import type { Covers, LeftOutReason } from '@ballast/contract'
import fc from 'fast-check'
import { expect } from 'vitest'

/** A line of a made book. */
export interface Line {
  ticker: string
  shares: number
  avgCost: number | null
  currency: string
  kind: 'security' | 'option' | 'bond' | 'cash'
  /** For a bond: what is stated of its price. */
  statedPrice?: number | undefined
  /** Why it has no price, by how it was made; null when it has one. */
  unpriced: LeftOutReason | null
}

const shares = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 900 }) }, fc.integer({ min: -40, max: -1 }))
const cost = fc.option(fc.integer({ min: 1, max: 700 }), { freq: 3 })

const security = (tickers: readonly string[], unpriced: LeftOutReason | null, currency = 'USD') =>
  fc.record<Line>({
    ticker: fc.constantFrom(...tickers),
    shares,
    avgCost: cost,
    currency: fc.constant(currency),
    kind: fc.constant('security'),
    unpriced: fc.constant(unpriced),
  })
const option = (tickers: readonly string[], unpriced: LeftOutReason | null) =>
  security(tickers, unpriced).map((line): Line => ({ ...line, kind: 'option', shares: Math.sign(line.shares) }))
const cash = (currency: string, unpriced: LeftOutReason | null) =>
  fc
    .integer({ min: 100, max: 90_000 })
    .map((amount): Line => ({ ticker: 'CASH', shares: amount, avgCost: null, currency, kind: 'cash', unpriced }))

const bond = (ticker: string, unpriced: LeftOutReason | null) =>
  fc.record({ line: security([ticker], unpriced), cents: fc.integer({ min: 6_000, max: 11_500 }) }).map(
    ({ line, cents }): Line => ({
      ...line,
      kind: 'bond',
      ...(unpriced !== 'no-price' && { statedPrice: cents / 100 }),
    }),
  )

const makeBooks = (abroad: readonly { weight: number; arbitrary: fc.Arbitrary<Line> }[]) =>
  fc
    .array(
      fc.oneof(
        ...abroad,
        { weight: 6, arbitrary: security(['VTI', 'BND', 'SCHD', 'VXUS', 'AAPL', 'KO', 'GLD', 'RIVN', 'FBTC'], null) },
        { weight: 2, arbitrary: security(['XYZQ', 'QQZZ', 'MMM'], 'not-simulated') },
        { weight: 2, arbitrary: option(['SPY270219P00700000', 'AAPL270219C00400000', 'GLD270219C00400000'], null) },
        { weight: 1, arbitrary: option(['SPY260618P00600000'], 'expired') },
        { weight: 2, arbitrary: bond('T4.25-20541115', null) },
        { weight: 1, arbitrary: bond('T0.5-20620630', null) },
        { weight: 1, arbitrary: bond('T3-20500515', 'no-price') },
        { weight: 1, arbitrary: bond('T2-20200315', 'matured') },
        { weight: 2, arbitrary: cash('USD', null) },
      ),
      { minLength: 1, maxLength: 9 },
    )
    // One side and one amount for each: an upload adds nothing up.
    .map((lines) => [...new Map(lines.map((line) => [`${line.ticker}${line.currency}`, line])).values()])

/** Books with holes of every kind: no price, no cost, short, an option alive or expired, a Treasury, abroad, cash. */
export const anyBook = makeBooks([
  { weight: 1, arbitrary: security(['SAP.DE', 'VOD.L'], 'not-simulated', 'EUR') },
  { weight: 1, arbitrary: cash('EUR', 'no-exchange-rate') },
])

/** The same where the market has euros and a listing in them (see `addFrankfurt`). */
export const anyBookAbroad = makeBooks([
  { weight: 1, arbitrary: security(['SAP.DE'], null, 'EUR') },
  { weight: 1, arbitrary: security(['VOD.L'], 'not-simulated', 'EUR') },
  { weight: 1, arbitrary: cash('EUR', null) },
])

export const toCsv = (lines: readonly Line[]) =>
  [
    'ticker,shares,avgCost,currency,statedPrice',
    ...lines.map((line) =>
      [line.ticker, line.shares, line.avgCost ?? '', line.currency, line.statedPrice ?? ''].join(','),
    ),
  ].join('\n')

/** Recounted from how the book was made, beside the way that the product counts. */
export function expectCounted(
  covers: Covers,
  lines: readonly Line[],
  findReason: (line: Line) => LeftOutReason | null,
): void {
  const leftOut = lines.filter((line) => findReason(line) !== null)
  const positions = lines.filter((line) => line.kind !== 'cash').length
  const lostCash = leftOut.filter(({ kind }) => kind === 'cash').length
  expect(covers.positions).toBe(positions + lostCash)
  expect(covers.covered).toBe(positions - (leftOut.length - lostCash))
  expect(covers.leftOut.map(({ reason }) => reason).sort()).toEqual(leftOut.map((line) => findReason(line)).sort())
}
