import { RISK_FREE_RATE } from './constants.ts'
import { inputErrors } from './errors.ts'
import { findRow, type PriceMatrix } from './price-matrix.ts'
import { type RiskFreeOption, toDailyRate } from './risk-free-rate.ts'

/** How a holding without history is stood in for, best first. */
export type ProxyMethod = 'predecessor' | 'sector' | 'market' | 'asset-class'

/** A series that may stand in for a holding before it was listed. */
export interface ProxyCandidate {
  readonly method: ProxyMethod
  /** Row of the price matrix. */
  readonly ticker: string
  /** Beta of the holding to the proxy; 1 for a predecessor or twin, which is taken as it is. */
  readonly beta: number
}

/** A holding as a backtest takes it: its weight, and who may stand in for it. */
export interface BacktestHolding {
  /** Row of the price matrix (it may be all NaN, or absent: then only proxies can help). */
  readonly ticker: string
  /** Signed fraction of the portfolio's value. */
  readonly weight: number
  /** In the order in which they are tried. */
  readonly proxies: readonly ProxyCandidate[]
}

/** How one holding was represented. */
export interface CoverageDetail {
  readonly ticker: string
  readonly method: 'own' | ProxyMethod | 'excluded'
  readonly proxy: string | null
  readonly beta: number | null
  /** Day numbers between which the proxy stood in, both included; null with `own` and `excluded`. */
  readonly from: number | null
  readonly to: number | null
}

/** Coverage of a backtest; weights are shares of gross weight and sum to 1. */
export interface Coverage {
  readonly ownWeight: number
  /** Holdings for which a proxy stood in at least at the start. */
  readonly proxiedWeight: number
  readonly excludedWeight: number
  readonly details: readonly CoverageDetail[]
}

/** A portfolio ready to be backtested: one complete price path per remaining holding. */
export interface PreparedHoldings {
  readonly prices: PriceMatrix
  /** Weights of the remaining holdings, scaled up to the gross weight of all; where no weight is negative, to their sum too. */
  readonly weights: Float64Array
  readonly coverage: Coverage
}

/** Above this share of weight without any history a backtest says nothing about the portfolio. */
export const MAXIMUM_EXCLUDED_WEIGHT = 0.5

/**
 * Gives every holding a complete price path over a window, by a fixed ladder: its own history where it reaches back to
 * the first day; else the first proxy candidate that does, until the holding's own first close, and its own returns
 * from there on (spliced); else it is left out and the others' weights are scaled up to the same gross weight. (Scaled
 * to the same net weight, a book that loses a long would have its shorts geared many times, or turned into longs.)
 *
 * A proxy's returns are adjusted to the holding's beta,  r = rf_d + β·(r_proxy − rf_d);  a predecessor's are taken as
 * they are. A path that ends before the window does (delisting, halt) stays at its last close. Every proxy is
 * listed in `coverage`, because it understates what was particular to the holding.
 *
 * @param prices the window's closes, holdings and proxies as rows; cut them from a matrix that was aligned over a longer
 *        time, or a holiday on the first day looks like a missing history
 * @throws QuantInputError naming the first weight that is not finite, or when a ticker occurs twice
 */
export function prepareHoldings(
  prices: PriceMatrix,
  holdings: readonly BacktestHolding[],
  { riskFreeRate = RISK_FREE_RATE }: { readonly riskFreeRate?: number } = {},
): PreparedHoldings {
  const { columns, dates } = prices
  const dailyRate = toDailyRate(riskFreeRate)
  const paths = holdings.map((holding, index) => {
    if (!Number.isFinite(holding.weight))
      throw inputErrors.badNumber('holdings.weight', index, holding.weight, 'a finite weight')
    return buildPath(prices, holding, dailyRate)
  })
  const kept = paths.flatMap((path, i) =>
    path.values === null ? [] : [{ values: path.values, holding: holdings[i]! }],
  )
  const scale = sumSizes(holdings) / (sumSizes(kept.map(({ holding }) => holding)) || 1)
  const values = new Float64Array(kept.length * columns)
  kept.forEach((one, i) => {
    values.set(one.values, i * columns)
  })
  return {
    prices: { dates, tickers: kept.map(({ holding }) => holding.ticker), values, rows: kept.length, columns },
    weights: Float64Array.from(kept, ({ holding }) => holding.weight * scale),
    coverage: summarize(
      holdings,
      paths.map(({ detail }) => detail),
    ),
  }
}

interface Path {
  readonly values: Float64Array | null
  readonly detail: CoverageDetail
}

function buildPath(prices: PriceMatrix, { ticker, proxies }: BacktestHolding, dailyRate: number): Path {
  const own = findRow(prices, ticker)
  const firstOwn = own === undefined ? -1 : own.findIndex((value) => value > 0)
  const plain = { ticker, proxy: null, beta: null, from: null, to: null }
  if (own !== undefined && firstOwn === 0) return { values: carryForward(own), detail: { ...plain, method: 'own' } }
  const until = firstOwn < 0 ? prices.columns - 1 : firstOwn
  const candidate = proxies.find((one) => reachesBack(findRow(prices, one.ticker)))
  const stand = candidate && findRow(prices, candidate.ticker)
  if (candidate === undefined || stand === undefined) return { values: null, detail: { ...plain, method: 'excluded' } }
  const adjustment = candidate.method === 'predecessor' ? null : candidate.beta
  return {
    values: splice(carryForward(stand), own, firstOwn, until, adjustment, dailyRate),
    detail: {
      ticker,
      method: candidate.method,
      proxy: candidate.ticker,
      beta: adjustment,
      from: prices.dates[0] ?? null,
      to: prices.dates[until] ?? null,
    },
  }
}

function reachesBack(row: Float64Array | undefined): boolean {
  return row !== undefined && row[0]! > 0
}

/** The same prices with every missing cell after the first at the last close before it. */
function carryForward(row: Float64Array): Float64Array {
  const filled = new Float64Array(row)
  for (let t = 1; t < filled.length; t++) if (!(filled[t]! > 0)) filled[t] = filled[t - 1]!
  return filled
}

/** A path that grows with the proxy up to column `until` and with the own closes after it. */
function splice(
  proxy: Float64Array,
  own: Float64Array | undefined,
  firstOwn: number,
  until: number,
  beta: number | null,
  dailyRate: number,
): Float64Array {
  const path = new Float64Array(proxy.length)
  path[0] = 100
  for (let t = 1; t <= until; t++) {
    const proxyReturn = proxy[t]! / proxy[t - 1]! - 1
    const adjusted = beta === null ? proxyReturn : dailyRate + beta * (proxyReturn - dailyRate)
    // A beta of 3 on a day of −40 % would leave less than nothing; a holding cannot lose more than all.
    path[t] = path[t - 1]! * Math.max(1e-6, 1 + adjusted)
  }
  if (own === undefined || firstOwn < 0) return path
  const closes = carryForward(own.subarray(firstOwn))
  for (let t = until + 1; t < path.length; t++) path[t] = (path[until]! * closes[t - firstOwn]!) / closes[0]!
  return path
}

function sumSizes(holdings: readonly BacktestHolding[]): number {
  return holdings.reduce((sum, { weight }) => sum + Math.abs(weight), 0)
}

function summarize(holdings: readonly BacktestHolding[], details: readonly CoverageDetail[]): Coverage {
  const gross = sumSizes(holdings) || 1
  const share = (isIn: (detail: CoverageDetail) => boolean) =>
    holdings.reduce((sum, { weight }, i) => sum + (isIn(details[i]!) ? Math.abs(weight) : 0), 0) / gross
  return {
    ownWeight: share(({ method }) => method === 'own'),
    proxiedWeight: share(({ method }) => method !== 'own' && method !== 'excluded'),
    excludedWeight: share(({ method }) => method === 'excluded'),
    details,
  }
}

/**
 * A path of cash for a row of the price matrix: 1 growing by rf/252 a day,  (1 + rf/252)^t.
 * @throws QuantInputError for a risk-free rate that is no number
 */
export function createCashPath(columns: number, { riskFreeRate = RISK_FREE_RATE }: RiskFreeOption = {}): Float64Array {
  const growth = 1 + toDailyRate(riskFreeRate)
  return Float64Array.from({ length: columns }, (_, t) => growth ** t)
}
