import { isTradingDay, parseIsoDate } from '@ballast/quant'
import { expect, test } from 'vitest'
import { createSimulatedChain } from './simulated-chain.ts'
import { createSimulatedMarket } from './simulated-market.ts'

const market = createSimulatedMarket()

/** Contracts that were listed on a trading day of the span and are missing on the next one, though they had not expired. */
function listDropped(ticker: string, from: string, to: string): string[] {
  const dropped: string[] = []
  let before = new Map<string, string>()
  for (let day = parseIsoDate(from); day <= parseIsoDate(to); day++) {
    if (!isTradingDay(day)) continue
    const { contracts = [] } = createSimulatedChain(market, ticker, day, (expiries) => expiries) ?? {}
    const quoted = new Map(
      contracts.filter(({ ask }) => ask !== null && ask > 0).map((one) => [one.symbol, one.expiry]),
    )
    for (const [symbol, expiry] of before) {
      if (parseIsoDate(expiry) > day && !quoted.has(symbol)) dropped.push(symbol)
    }
    expect(quoted.size).toBe(contracts.length)
    before = quoted
  }
  return dropped
}

test('what was listed once is quoted until it expires, however far the price runs away', { tags: 'full' }, () => {
  expect(listDropped('SPY', '2020-02-14', '2020-04-30')).toEqual([])
})

const YEARS = [
  ['SPY', '2008-09-02', '2009-06-30'],
  // Falls from above 100 to below 25 and rises again, so that the distance of its strikes changes.
  ['NVDA', '2022-01-03', '2023-06-30'],
  ['VXX', '2020-02-03', '2020-06-30'],
  ['TLT', '2025-06-02', '2026-03-31'],
] as const
// Through the first of these; the long run goes through all.
test.each(YEARS.slice(0, process.env.BALLAST_LONG ? YEARS.length : 1))(
  'so it is for %s from %s to %s',
  {
    tags: ['full'],
  },
  (ticker, from, to) => {
    expect(listDropped(ticker, from, to)).toEqual([])
  },
)
