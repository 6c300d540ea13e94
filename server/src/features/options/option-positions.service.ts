import { MARKET_BENCHMARK, MARKET_INDEX, type PortfolioOptions, toOptionTerms } from '@ballast/contract'
import {
  type BookPosition,
  computeBookGreeks,
  fitRegression,
  getRow,
  MINIMUM_PAIR_RETURNS,
  shrinkBeta,
} from '@ballast/quant'
import { loadPrices } from '../../holdings/load-prices.ts'
import { loadRisk } from '../../holdings/load-risk.ts'
import { mergeLots } from '../../holdings/merge-lots.ts'
import { type PricedLots, valueLots } from '../../holdings/value-lots.ts'
import { toNewYorkTime } from '../../market-data/calendar.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import { isExpired } from '../../market-data/options/chain-time.ts'
import type { OptionMark, OptionMarks } from '../../market-data/options/option-marks.ts'
import type { Parts } from '../../parts.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import { toRiskWindow } from '../../risk/risk-window.ts'
import { toUsualBeta } from '../../risk/usual-beta.ts'
import { assessCoverage, type Coverage, type OptionHolding } from './coverage.ts'
import { toCalendar } from './expiry-calendar.ts'
import { type MergedOption, mergeOptionLots, toOptionPosition } from './option-position.ts'
import { UNAUTHORIZED } from './options.service.ts'

export type OptionPositionDependencies = Pick<Parts, 'portfolioReader' | 'marketData' | 'clock'>

/**
 * Options as positions: what they are worth, what they are sensitive to, what covers them, when they expire, and what the
 * whole book moves with the market's index, whatever the portfolio is compared with: hedges are sized by it.
 *
 * @throws AppError 404 when the user has no such portfolio
 */
export async function getOptionPositions(
  { portfolioReader, marketData, clock }: OptionPositionDependencies,
  userId: string,
  portfolioId: string,
): Promise<PortfolioOptions> {
  const { lots } = await portfolioReader.getHeld(userId, portfolioId)
  const merged = mergeOptionLots(lots)
  const [prices, marks] = await Promise.all([
    loadPrices(marketData, lots),
    marketData.getOptionMarks({ symbols: merged.map(({ symbol }) => symbol) }),
  ])
  const { priced, unpriced } = valueLots(lots, prices)
  const now = clock.now()
  const today = toNewYorkTime(now).day
  const betas = await loadBetas(marketData, lots, priced, now)
  const coverage = assessCoverage(
    merged.map((option) => toHolding(option, now)),
    toMeans(lots, priced),
  )
  const positions = merged.map((option) => {
    const mark = marks.found.get(option.symbol)
    const frame = {
      today,
      coverage: coverage.get(option.symbol) ?? NOTHING_OWED,
      ...betas,
      beta: betas.of(underlyingOf(option)),
    }
    return toOptionPosition(option, mark ?? marks.missing.get(option.symbol) ?? 'not-listed', frame)
  })
  const source = marketData.optionSource()
  return {
    positions,
    calendar: toCalendar(positions),
    ...toBook(priced, unpriced, marks, betas),
    ...describeMarks(marks),
    source,
    simulated: source === 'sample',
  }
}

const NOTHING_OWED: Coverage = { coverage: 'long', uncoveredContracts: 0, coverageReason: 'Bought: it owes nothing.' }

const underlyingOf = ({ symbol }: MergedOption) => toOptionTerms(symbol)?.underlying ?? symbol

function toHolding({ symbol, terms, contracts, multiplier }: MergedOption, now: Date): OptionHolding {
  const { underlying, type, strike, expiry, isAdjusted } = terms
  const what = { symbol, underlying, type, strike, expiry, contracts, multiplier, isAdjusted }
  return { ...what, isExpired: isExpired(expiry, now) }
}

function toMeans(lots: readonly StoredLot[], priced: readonly PricedLots[]) {
  const shares = new Map<string, number>()
  for (const { kind, ticker, shares: held } of mergeLots(lots)) {
    if (kind === 'security') shares.set(ticker, (shares.get(ticker) ?? 0) + held)
  }
  const cash = priced.reduce((sum, { kind, value }) => (kind === 'cash' ? sum + value : sum), 0)
  return { shares, cash }
}

interface Betas {
  /** Price of the market's index; null when there is none. */
  benchmarkPrice: number | null
  /** Beta of a ticker to that index, shrunk towards what is usual for its kind. */
  of(ticker: string): number
}

async function loadBetas(
  marketData: MarketData,
  lots: readonly StoredLot[],
  priced: readonly PricedLots[],
  now: Date,
): Promise<Betas> {
  const [risk, quotes] = await Promise.all([
    loadRisk(marketData, { lots, benchmark: MARKET_BENCHMARK }, priced, now),
    marketData.getQuotes({ tickers: [MARKET_INDEX] }),
  ])
  const { holdings } = risk.input
  const { returns, benchmarkReturns } = toRiskWindow(risk.input)
  const betas = new Map<string, number>()
  for (const [row, { ticker }] of holdings.entries()) {
    const line = benchmarkReturns.length === 0 ? null : fitRegression(getRow(returns, row), benchmarkReturns)
    const isUsable = line !== null && line.observations >= MINIMUM_PAIR_RETURNS && line.slopeStandardError !== null
    const estimate = isUsable ? { beta: line.slope, standardError: line.slopeStandardError ?? 0 } : null
    betas.set(ticker, shrinkBeta(estimate, toUsualBeta(risk.instruments.get(ticker))).beta)
  }
  betas.set(MARKET_INDEX, 1)
  return {
    benchmarkPrice: quotes.found.get(MARKET_INDEX)?.price ?? null,
    of: (ticker) => betas.get(ticker) ?? toUsualBeta(risk.instruments.get(ticker)),
  }
}

function toBook(
  priced: readonly PricedLots[],
  unpriced: Readonly<Record<string, string>>,
  { found }: OptionMarks,
  { benchmarkPrice, of }: Betas,
): Pick<PortfolioOptions, 'book' | 'notCounted'> {
  const notCounted = Object.keys(unpriced).map((ticker) => ({ ticker, reason: 'It has no price.' }))
  const stocks: BookPosition[] = []
  const options: BookPosition[] = []
  for (const { ticker, kind, units, price } of priced) {
    const mark = found.get(ticker)
    if (kind === 'security' && price > 0) stocks.push({ spot: price, beta: of(ticker), quantity: units })
    if (kind === 'bond' && !notCounted.some((one) => one.ticker === ticker)) {
      notCounted.push({ ticker, reason: 'It is a Treasury: yields move it, not the market.' })
    }
    if (kind !== 'option') continue
    if (!mark?.valuation || mark.underlyingPrice === null) {
      notCounted.push({ ticker, reason: 'Its quote gives no volatility, so its delta is not known.' })
      continue
    }
    const { valuation, underlyingPrice: spot, terms } = mark
    options.push({ spot, beta: of(terms.underlying), quantity: units, option: valuation, multiplier: 1 })
  }
  if (benchmarkPrice === null || stocks.length + options.length === 0) return { book: null, notCounted }
  const all = computeBookGreeks([...stocks, ...options], benchmarkPrice)
  const ofOptions = computeBookGreeks(options, benchmarkPrice)
  return {
    book: {
      benchmark: MARKET_INDEX,
      benchmarkPrice,
      ...all,
      optionsBetaWeightedDelta: ofOptions.betaWeightedDelta,
    },
    notCounted,
  }
}

function describeMarks({ found, missing }: OptionMarks): Pick<PortfolioOptions, 'asOf' | 'stale' | 'unauthorized'> {
  const marks: OptionMark[] = [...found.values()]
  return {
    asOf: marks.reduce<string | null>((latest, { asOf }) => (latest === null || asOf > latest ? asOf : latest), null),
    stale: marks.some(({ stale }) => stale),
    unauthorized: [...missing.values()].includes('unauthorized') ? UNAUTHORIZED : null,
  }
}
