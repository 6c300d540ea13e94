import { MARKET_INDEX } from '@ballast/contract'
import {
  alignPrices,
  type Coverage,
  type CrisisWindow,
  findRow,
  findScenarioWindow,
  getScenario,
  MAXIMUM_EXCLUDED_WEIGHT,
  type PriceMatrix,
  type PriceSeries,
  prepareHoldings,
} from '@ballast/quant'
import { createBetaEstimator } from '../../holdings/replay/replay-portfolio.ts'
import { toWholeCoverage } from '../../holdings/replay/whole-coverage.ts'
import type { BookInput } from './book-input.ts'
import { CRISES } from './index-sectors.ts'

/** A crisis that the book can be sent through, and how much of it by proxies. */
export interface CrisisBasis {
  id: string
  name: string
  window: CrisisWindow
  /** Share of the gross value of everything, cash and options included, that did not trade at its start or has no closes. */
  proxyShare: number
}

/** Latest days on which betas to proxies are estimated. */
const BETA_DAYS = 505

/**
 * The crises as paths of the book's holdings. Where neither a holding nor its proxies traded, the benchmark at the
 * holding's beta stands in: a bond fund must not be taken to have fallen as shares did.
 *
 * @param betas hedging betas by ticker
 */
export function buildCrises(
  { book, calendar, series, diversifiers, volatility, request }: BookInput,
  betas: ReadonlyMap<string, number>,
): CrisisBasis[] {
  const gross = book.shares.reduce((sum, { value }) => sum + Math.abs(value), 0)
  if (gross === 0) return []
  const betaOf = createBetaEstimator({ series, recentDays: calendar.slice(-BETA_DAYS) })
  const holdings = book.shares.map(({ ticker, value, proxies }) => ({
    ticker,
    weight: value / gross,
    proxies: [
      ...proxies.map((proxy) => ({ ...proxy, beta: betaOf(ticker, proxy) })),
      { method: 'market' as const, ticker: MARKET_INDEX, beta: betas.get(ticker) ?? 1 },
    ],
  }))
  // Cash has a path of its own, which no series is read for; whatever is left out here is replayed by the benchmark.
  const options = book.contracts.map(({ contracts, multiplier, price }) => ({ value: contracts * multiplier * price }))
  const toProxyShare = (coverage: Coverage) => {
    const { gross: whole } = toWholeCoverage(coverage, { holdings: book.shares, cash: book.cash, options })
    return ((coverage.proxiedWeight + coverage.excludedWeight) * gross) / whole
  }
  const held = new Set(book.shares.map(({ ticker }) => ticker))
  const funds = diversifiers.map(({ ticker }) => ticker).filter((ticker) => !held.has(ticker))
  const asked = request.crisis ?? null
  const ids = asked === null || CRISES.includes(asked) ? CRISES : [asked, ...CRISES]
  return ids.flatMap((id): CrisisBasis[] => {
    const scenario = getScenario(id)
    const found = findScenarioWindow(scenario, calendar)
    if (found.status !== 'ok') return []
    const prices = alignPrices(series, calendar.slice(found.first, found.last + 1))
    const index = findRow(prices, MARKET_INDEX)
    if (index === undefined || index.includes(Number.NaN)) return []
    const { prices: paths, coverage } = prepareHoldings(prices, holdings)
    if (coverage.excludedWeight > MAXIMUM_EXCLUDED_WEIGHT || paths.rows === 0) return []
    return [
      {
        id,
        name: scenario.name,
        window: {
          scenario: id,
          index,
          prices: addRows(paths, prices, funds),
          ...findVolatility(volatility, calendar.slice(found.first, found.last + 1)),
        },
        proxyShare: toProxyShare(coverage),
      },
    ]
  })
}

/** The index of volatility through a window, as fractions, where it is known on every day of it. */
function findVolatility(series: PriceSeries | null | undefined, days: Int32Array): Pick<CrisisWindow, 'volatility'> {
  const latest = series?.closes.at(-1)
  if (!series || latest === undefined) return {}
  const closes = findRow(alignPrices([series], days), series.ticker)
  if (!closes?.every((close) => close > 0)) return {}
  return { volatility: { closes: closes.map((close) => close / 100), latest: latest / 100 } }
}

/** Funds that money may be moved into, where they traded throughout. */
function addRows(paths: PriceMatrix, prices: PriceMatrix, funds: readonly string[]): PriceMatrix {
  const complete = funds.flatMap((ticker) => {
    const row = findRow(prices, ticker)
    return row === undefined || row.includes(Number.NaN) ? [] : [{ ticker, row }]
  })
  const { dates, columns } = paths
  const values = new Float64Array((paths.rows + complete.length) * columns)
  values.set(paths.values)
  for (const [place, { row }] of complete.entries()) values.set(row, (paths.rows + place) * columns)
  const tickers = [...paths.tickers, ...complete.map(({ ticker }) => ticker)]
  return { dates, columns, tickers, values, rows: tickers.length }
}
