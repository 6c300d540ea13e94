// Tests: ../features/overview/risk-figures.test.ts

import { alignPrices, computeReturns, getRow, type PriceMatrix, type ReturnMatrix, TRADING_DAYS } from '@ballast/quant'
import { describeCover, placeOn } from './benchmark-series.ts'
import type { RiskHolding, RiskInput } from './holding.ts'

/** One year of a portfolio's holdings on the market's calendar; one row per holding, in their order. */
export interface RiskWindow {
  /** Day numbers of the last 253 closes of the market's index; empty without them. */
  days: Int32Array
  prices: PriceMatrix
  returns: ReturnMatrix
  /** True for holdings that are in the path: those with a close on every one of the days, their own or a proxy's. */
  isComplete: boolean[]
  /** Proxy that a Treasury follows in the path, null for every other position; prices and returns hold own closes only. */
  proxies: (string | null)[]
  /** Value on each day of the complete positions and the cash of today; empty when no position is complete. */
  path: Float64Array
  /** NaN on days without a close of the benchmark, which are at the beginning or at the end. */
  benchmark: Float64Array
  benchmarkReturns: Float64Array
  /** Null when the benchmark has a close on every day. */
  benchmarkCover: string | null
}

/** Puts the holdings of today on the last 253 days on which the market's index has a close. */
export function toRiskWindow({ holdings, cash, calendar, benchmark }: RiskInput): RiskWindow {
  const days = calendar.slice(-(TRADING_DAYS + 1))
  const prices = alignPrices(
    holdings.map(({ ticker, history }) => ({
      ticker,
      days: history?.days ?? new Int32Array(),
      closes: history?.closes ?? new Float64Array(),
    })),
    days,
  )
  const rows = holdings.map((holding, row) => toPathRow(holding, getRow(prices, row), days))
  const isComplete = rows.map((row) => row !== null)
  const closes = placeOn(days, benchmark)
  return {
    days,
    prices,
    returns: computeReturns(prices),
    isComplete,
    proxies: holdings.map(({ proxy }, row) => (rows[row]?.isProxied && proxy ? proxy.ticker : null)),
    path: isComplete.includes(true) ? toPath(cash, rows, days.length) : new Float64Array(),
    benchmark: closes,
    benchmarkReturns: toReturns(closes),
    benchmarkCover: describeCover(benchmark, days),
  }
}

const toReturns = (closes: Float64Array) => closes.slice(1).map((close, t) => close / (closes[t] ?? Number.NaN) - 1)

/** Which holdings follow which fund in the path, by ticker: the order of holdings differs between calls. */
export function listPathProxies(
  holdings: readonly RiskHolding[],
  { proxies }: Pick<RiskWindow, 'proxies'>,
): { ticker: string; proxy: string }[] {
  const replaced = holdings.flatMap(({ ticker }, row) => {
    const proxy = proxies[row]
    return proxy ? [{ ticker, proxy }] : []
  })
  return replaced.sort((a, b) => (a.ticker < b.ticker ? -1 : 1))
}

/** Value of one unit on each day, and how many units are held. */
interface PathRow {
  closes: Float64Array
  units: number
  isProxied: boolean
}

/** Null for a holding that is not in the path. What follows a proxy ends at what it is worth now. */
function toPathRow(
  { units, value, proxy, followsProxy }: RiskHolding,
  own: Float64Array,
  days: Int32Array,
): PathRow | null {
  if (days.length < 2) return null
  if (!own.includes(Number.NaN)) return { closes: own, units, isProxied: false }
  if (!followsProxy || !proxy) return null
  const closes = getRow(alignPrices([{ ticker: proxy.ticker, ...proxy.history }], days), 0)
  return closes.includes(Number.NaN) ? null : { closes, units: value / (closes.at(-1) ?? 1), isProxied: true }
}

function toPath(cash: number, rows: readonly (PathRow | null)[], length: number): Float64Array {
  const path = new Float64Array(length).fill(cash)
  for (const row of rows) {
    if (row === null) continue
    for (let t = 0; t < path.length; t++) path[t] = (path[t] ?? 0) + row.units * (row.closes[t] ?? 0)
  }
  return path
}
