// Tests: ../../features/backtest/backtest.test.ts, ../../features/backtest/backtest-edges.test.ts, ../../features/backtest/backtest.shared.test.ts

import type { BacktestRequest } from '@ballast/contract'
import {
  alignPrices,
  type BacktestCurves,
  type Coverage,
  computeReturns,
  createCashPath,
  findRow,
  getRow,
  MAXIMUM_EXCLUDED_WEIGHT,
  type PreparedHoldings,
  type PriceMatrix,
  type PriceSeries,
  prepareHoldings,
  QuantInputError,
  runSharesBacktest,
  runWeightsBacktest,
  sliceColumns,
} from '@ballast/quant'
import { estimateProxyBeta } from '../../risk/proxy-beta.ts'
import type { ProxyChoice } from '../../risk/proxy-ladder.ts'

/** One ticker as it is held now; amounts in the base currency, negative for what is owed. */
export interface ReplayHolding {
  ticker: string
  value: number
  units: number
  proxies: ProxyChoice[]
}

export interface ReplayInput {
  holdings: ReplayHolding[]
  cash: number
  /** Own histories and those of the proxies, from the window's start to the last close. */
  series: PriceSeries[]
  /** The market's trading days from the window's first close to the last close that exists. */
  days: Int32Array
  /** The benchmark's closes on the days of the window; NaN where it has none, and after the window. */
  benchmark: Float64Array
  /** How many of these days make up the window. */
  windowDays: number
  /** The latest days on which betas are estimated. */
  recentDays: Int32Array
  basis: NonNullable<BacktestRequest['basis']>
  rebalance: NonNullable<BacktestRequest['rebalance']>
}

export type Replay =
  | { status: 'ok'; curves: BacktestCurves; coverage: Coverage }
  | { status: 'excluded'; coverage: Coverage }
  | { status: 'insolvent'; message: string }

/** The row of cash; no ticker has a bracket in it. */
export const CASH_ROW = '(cash)'
/** Betas of proxies are estimated on at most so many of the latest common days. */
export const BETA_DAYS = 504

/**
 * Sends what is held today through a window of the past.
 *
 * @returns `excluded` when more than half of the value had neither a history nor a proxy, `insolvent` when the
 *          portfolio is worth nothing or less at some point, so that it has no return
 */
export function replayPortfolio(input: ReplayInput): Replay {
  const { holdings, cash } = input
  const total = holdings.reduce((sum, { value }) => sum + value, cash)
  if (!(total > 0)) {
    return { status: 'insolvent', message: 'The portfolio owes as much as it holds or more, so it has no return.' }
  }
  // Shares have to be worth at the window's start what leads to their price when they were first traded.
  const lastDay = input.basis === 'actual-shares' ? input.days.length : input.windowDays
  const prices = withCash(alignPrices(input.series, input.days.slice(0, lastDay)), cash)
  const betas = createBetaEstimator(input)
  const all = cash === 0 ? holdings : [...holdings, { ticker: CASH_ROW, value: cash, units: cash, proxies: [] }]
  const prepared = prepareHoldings(
    prices,
    all.map(({ ticker, value, proxies }) => ({
      ticker,
      weight: value / total,
      proxies: proxies.map((proxy) => ({ ...proxy, beta: betas(ticker, proxy) })),
    })),
  )
  const { coverage } = prepared
  if (coverage.excludedWeight > MAXIMUM_EXCLUDED_WEIGHT || prepared.prices.rows === 0) {
    return { status: 'excluded', coverage }
  }
  try {
    return { status: 'ok', curves: run(input, prepared, prices, all), coverage }
  } catch (error) {
    if (error instanceof QuantInputError) return { status: 'insolvent', message: error.message }
    throw error
  }
}

function run(
  { basis, rebalance, benchmark, windowDays }: ReplayInput,
  prepared: PreparedHoldings,
  prices: PriceMatrix,
  holdings: readonly ReplayHolding[],
): BacktestCurves {
  const window = benchmark.slice(0, windowDays)
  if (basis === 'weights-today') {
    return runWeightsBacktest({ prices: prepared.prices, weights: prepared.weights, benchmark: window, rebalance })
  }
  const units = new Map(holdings.map((holding) => [holding.ticker, holding]))
  const scaled = scaleToOwnPrices(prepared.prices, prices, units)
  return runSharesBacktest({
    prices: sliceColumns(scaled, 0, windowDays - 1),
    shares: Float64Array.from(scaled.tickers, (ticker) => units.get(ticker)?.units ?? 0),
    benchmark: window,
  })
}

/** Paths of proxies, which begin at any level, brought to the level at which the holding itself began to trade. */
function scaleToOwnPrices(
  paths: PriceMatrix,
  prices: PriceMatrix,
  holdings: ReadonlyMap<string, ReplayHolding>,
): PriceMatrix {
  const values = new Float64Array(paths.values)
  for (const [row, ticker] of paths.tickers.entries()) {
    const own = findRow(prices, ticker)
    const path = getRow(paths, row)
    const first = own?.findIndex((close) => close > 0) ?? -1
    const holding = holdings.get(ticker)
    const level = first >= 0 ? own?.[first] : holding && holding.value / holding.units
    const at = path[first >= 0 ? first : path.length - 1] ?? 1
    const factor = (level ?? at) / at
    for (let t = 0; t < path.length; t++) values[row * paths.columns + t] = (path[t] ?? 0) * factor
  }
  return { ...paths, values }
}

function withCash(prices: PriceMatrix, cash: number): PriceMatrix {
  if (cash === 0) return prices
  const values = new Float64Array((prices.rows + 1) * prices.columns)
  values.set(prices.values)
  values.set(createCashPath(prices.columns), prices.rows * prices.columns)
  const { dates, columns } = prices
  return { dates, columns, values, rows: prices.rows + 1, tickers: [...prices.tickers, CASH_ROW] }
}

/** Betas of holdings to their proxies over their latest common days; those to a twin are 1. */
export function createBetaEstimator({
  series,
  recentDays,
}: Pick<ReplayInput, 'series' | 'recentDays'>): (ticker: string, proxy: ProxyChoice) => number {
  let returns: ReturnType<typeof computeReturns> | undefined
  return (ticker, { method, ticker: proxy }) => {
    if (method === 'predecessor') return 1
    returns ??= computeReturns(alignPrices(series, recentDays))
    return estimateProxyBeta(findRow(returns, ticker), findRow(returns, proxy))
  }
}
