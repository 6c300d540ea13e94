// Tests: ../features/overview/risk-figures.test.ts

import {
  alignPrices,
  computeReturns,
  computeSimpleReturns,
  getRow,
  type PriceMatrix,
  type ReturnMatrix,
  TRADING_DAYS,
} from '@ballast/quant'
import type { RiskInput } from './holding.ts'

/** One year of a portfolio's holdings on the benchmark's calendar; one row per holding, in their order. */
export interface RiskWindow {
  /** Day numbers of the last 253 closes of the benchmark; empty without a benchmark. */
  days: Int32Array
  prices: PriceMatrix
  returns: ReturnMatrix
  /** True for holdings that have a close on every one of the days. */
  isComplete: boolean[]
  /** What the complete holdings and the cash of today were worth on each day; empty when no holding is complete. */
  path: Float64Array
  benchmark: Float64Array
  benchmarkReturns: Float64Array
}

/** Puts the holdings of today on the last 253 days on which the benchmark has a close. */
export function toRiskWindow({ holdings, cash, benchmark }: RiskInput): RiskWindow {
  const days = benchmark?.days.slice(-(TRADING_DAYS + 1)) ?? new Int32Array()
  const prices = alignPrices(
    holdings.map(({ ticker, history }) => ({
      ticker,
      days: history?.days ?? new Int32Array(),
      closes: history?.closes ?? new Float64Array(),
    })),
    days,
  )
  const isComplete = holdings.map((_, row) => days.length > 1 && !getRow(prices, row).includes(Number.NaN))
  const closes = benchmark?.closes.slice(-(TRADING_DAYS + 1)) ?? new Float64Array()
  return {
    days,
    prices,
    returns: computeReturns(prices),
    isComplete,
    path: isComplete.includes(true) ? toPath({ holdings, cash }, prices, isComplete) : new Float64Array(),
    benchmark: closes,
    benchmarkReturns: closes.length < 2 ? new Float64Array() : computeSimpleReturns(closes),
  }
}

function toPath(
  { holdings, cash }: Pick<RiskInput, 'holdings' | 'cash'>,
  prices: PriceMatrix,
  isComplete: readonly boolean[],
): Float64Array {
  const path = new Float64Array(prices.columns).fill(cash)
  for (const [row, { units }] of holdings.entries()) {
    if (!isComplete[row]) continue
    const closes = getRow(prices, row)
    for (let t = 0; t < path.length; t++) path[t] = (path[t] ?? 0) + units * (closes[t] ?? 0)
  }
  return path
}
