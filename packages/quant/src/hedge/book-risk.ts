// Tests: evaluate-proposal.test.ts, hedge-caveats.test.ts, share-settlement.test.ts

import { estimateTailLosses, type TailLosses } from '../bootstrap-paths.ts'
import { type Concentration, computeConcentration } from '../concentration.ts'
import { TRADING_DAYS } from '../constants.ts'
import { computeDiversification, type Diversification } from '../diversification.ts'
import type { BookGreeks } from '../options/book-greeks.ts'
import { computeShockReturn } from '../options/book-greeks.ts'
import { computePortfolioReturns } from '../portfolio-returns.ts'
import { findRow, type ReturnMatrix } from '../price-matrix.ts'
import { createRandomSource, seedFromText } from '../random.ts'
import { computeRiskShares } from '../risk-contributions.ts'
import { sliceLastYear } from './book-effects.ts'
import { listMoving, sumBeside, sumGross, toWeights } from './book-weights.ts'
import { accrueInterest, type CrisisWindow, replayOptions, replayShares } from './crisis-replay.ts'
import type { HedgeContext } from './hedge-context.ts'
import { countHedgeDays } from './hedge-dates.ts'
import { findBetterIndex, fitIndex, fitSector, type IndexFit, type SectorFit } from './index-fit.ts'
import { computeHedgedGreeks, computeLegValuation } from './leg-greeks.ts'
import { findWorstLoss } from './loss-limits.ts'
import type { HedgeLeg } from './priced-hedge.ts'
import { computeSettledDelta } from './share-settlement.ts'

/** Loss of the book in one fall (or gain in a rise) of the market, as fractions of its value. */
export interface ShockLoss {
  readonly marketReturn: number
  /** Return of the book at hedging betas, its options on the worst day of the term (see `findWorstLoss`). */
  readonly bookReturn: number
  /** With each holding's downside beta where that makes it worse. */
  readonly stressedReturn: number
}

/** The book in one past crisis, as fractions of its value. */
export interface CrisisLoss {
  readonly scenario: string
  readonly bookReturn: number
  readonly indexReturn: number
  /** Deepest point against the start. */
  readonly worst: number
}

/** A sector's weight in the book against the index. */
export interface SectorTilt {
  readonly sector: string
  /** Share of the gross value of everything, cash and options included; what is sold short is taken off. */
  readonly weight: number
  /** True where something of it is held and something else sold short, so that the weight is a net one. */
  readonly isNet: boolean
  /** Null when the index's sectors are not known. */
  readonly indexWeight: number | null
}

/** Losses that a book could take, and their sources. Fractions unless a unit says otherwise. */
export interface BookRisk {
  readonly value: number
  readonly dollarBeta: number
  /** dollarBeta over value. */
  readonly beta: number
  readonly greeks: BookGreeks
  readonly shocks: readonly ShockLoss[]
  /** Fit on the index, then on other indexes; empty without enough history. */
  readonly fits: readonly IndexFit[]
  /** Another index that explains clearly more than the usual one; null if none does. */
  readonly betterIndex: IndexFit | null
  /**
   * 1.65 standard deviations over the horizon of what the index does not explain, options that are held gone once they
   * end; null without a fit.
   */
  readonly residualMove: number | null
  /** Simulated losses over 21 trading days and over the horizon; empty without enough history. */
  readonly tails: readonly { readonly days: number; readonly losses: TailLosses }[]
  readonly crises: readonly CrisisLoss[]
  /** Weight in the gross value of everything, and share of variance, per holding; the largest share first, those of
   *  hedges negative. */
  readonly contributions: readonly { readonly ticker: string; readonly weight: number; readonly share: number }[]
  readonly concentration: Concentration | null
  readonly diversification: Diversification | null
  /** Sectors of companies, as the index has them: bonds and gold are beside it, not too much of it. Largest excess first. */
  readonly tilts: readonly SectorTilt[]
  /** Sectors that are overweight and have a fund, and what they add to the market in explaining the book. */
  readonly sectorFits: readonly SectorFit[]
}

const MONTH = 21
const SHOWN_SHOCKS = [-0.1, -0.2, -0.3, 0.1] as const
const OVERWEIGHT = 0.15
/** One-sided 95 %: how far the unexplained part may move against a hedged book. */
const UNEXPLAINED_DEVIATIONS = 1.65

/**
 * The risk facts of a book: what each market move does, how much of the risk an index explains, what the tails of
 * simulated paths and past crises look like, and where the risk comes from. Everything that history is needed for is
 * empty or null without it.
 */
export function assessBookRisk(context: HedgeContext): BookRisk {
  const { situation, request, book, lookup, dollarBeta } = context
  const ownReturns = measureReturns(context)
  const recent = sliceLastYear(situation.returns)
  const fits = [situation.index.ticker, ...situation.otherIndexes].flatMap((ticker) => {
    const row = findRow(situation.returns, ticker)
    const fit = row === undefined ? null : fitIndex(ticker, ownReturns, row)
    return fit === null ? [] : [fit]
  })
  const usual = fits.find(({ ticker }) => ticker === situation.index.ticker) ?? null
  const tilts = computeTilts(context)
  return {
    value: book.value,
    dollarBeta,
    beta: dollarBeta / book.value,
    greeks: computeHedgedGreeks(book, [], situation.index.price, lookup),
    shocks: [...new Set([...SHOWN_SHOCKS, request.shock])].map((shock) => computeShockLoss(context, shock)),
    fits,
    betterIndex: usual === null ? null : findBetterIndex(fits),
    residualMove: usual === null ? null : UNEXPLAINED_DEVIATIONS * measureResidual(context, usual),
    tails: [...new Set([MONTH, request.horizonDays])].flatMap((days) => estimateTail(context, days)),
    crises: situation.crises.map((window) => replayBook(context, window)),
    contributions: computeContributions(context, recent),
    concentration: concentrate(situation),
    diversification: diversify(context, recent),
    tilts,
    sectorFits: fitSectors(context, tilts),
  }
}

/** At today's values with cash and options beside them, so that a weight is one of everything; null without a holding. */
function concentrate(situation: HedgeContext['situation']): Concentration | null {
  const { holdings } = situation
  const beside = sumBeside(situation)
  const held = holdings.map(({ ticker, value, instrumentClass, sector }) => ({
    ticker,
    marketValue: value,
    instrumentClass,
    sector,
  }))
  if (held.length === 0 || beside === 0) return computeConcentration(held)
  // No ticker is written in lower case, so this one meets no other.
  return computeConcentration([...held, { ticker: 'cash', marketValue: beside, instrumentClass: 'cash', sector: null }])
}

function computeShockLoss({ situation, book, lossDays, lookup }: HedgeContext, marketReturn: number): ShockLoss {
  const profit = -findWorstLoss(book, lossDays, marketReturn, lookup).loss * book.value
  const worse = situation.holdings.reduce((sum, { value, beta, downsideBeta }) => {
    const usual = value * computeShockReturn(beta, marketReturn)
    const stressed = value * computeShockReturn(downsideBeta ?? beta, marketReturn)
    return sum + Math.min(0, stressed - usual)
  }, 0)
  return { marketReturn, bookReturn: profit / book.value, stressedReturn: (profit + worse) / book.value }
}

function estimateTail(context: HedgeContext, days: number): { days: number; losses: TailLosses }[] {
  const paths = context.simulate(days)
  if (paths === null) return []
  const random = createRandomSource(seedFromText(`tail ${days}`))
  return [{ days, losses: estimateTailLosses(paths.portfolio, random) }]
}

function replayBook({ situation, book, lookup }: HedgeContext, window: CrisisWindow): CrisisLoss {
  const options = replayOptions(book.options, window, lookup, 0).profit
  const interest = accrueInterest(situation.cash, window)
  const path = replayShares(situation.holdings, window).map(
    (amount, t) => (amount + options[t]! + interest[t]!) / book.value,
  )
  const { index } = window
  return {
    scenario: window.scenario,
    bookReturn: path.at(-1) ?? 0,
    indexReturn: (index.at(-1) ?? 1) / (index[0] ?? 1) - 1,
    worst: path.reduce((worst, value) => Math.min(worst, value), 0),
  }
}

function computeContributions({ situation, book }: HedgeContext, recent: ReturnMatrix): BookRisk['contributions'] {
  const weights = toWeights(listMoving(situation), recent, book.value)
  const values = new Map(situation.holdings.map(({ ticker, value }) => [ticker, value]))
  const shares = recent.columns < 2 ? null : computeRiskShares(recent, weights)
  if (shares === null) return []
  const gross = sumGross(situation)
  return recent.tickers
    .map((ticker, row) => ({ ticker, weight: (values.get(ticker) ?? 0) / gross, share: shares[row]! }))
    .filter((_, row) => weights[row] !== 0)
    .sort((a, b) => b.share - a.share || (a.ticker < b.ticker ? -1 : 1))
}

function diversify({ situation, book }: HedgeContext, recent: ReturnMatrix): Diversification | null {
  const moving = listMoving(situation)
  const ratios = new Map(moving.map((holding) => [holding.ticker, holding.internalDiversification]))
  return computeDiversification({
    returns: recent,
    weights: toWeights(moving, recent, book.value),
    internalDiversification: Float64Array.from(recent.tickers, (ticker) => ratios.get(ticker) ?? 1),
  })
}

/** Daily returns of everything at today's weights, options by delta. */
function measureReturns({ situation, book, bookReturns }: HedgeContext): Float64Array {
  if (!situation.optionExposures?.length) return bookReturns
  const { returns } = situation
  return computePortfolioReturns(returns, toWeights(listMoving(situation), returns, book.value)).returns
}

/**
 * Standard deviation over the horizon of what the index does not explain. From the day on which an option ends the shares
 * that moved against it move alone, or are gone themselves.
 */
function measureResidual(context: HedgeContext, usual: IndexFit): number {
  const { situation, request, book, lookup, indexReturns } = context
  const { returns, today, index, optionExposures = [] } = situation
  const endOf = ({ expiry }: HedgeLeg) => countHedgeDays(today, expiry).tradingDays
  const options = optionExposures.length > 0 ? book.options.filter((leg) => endOf(leg) < request.horizonDays) : []
  const days = [...new Set(options.map(endOf))].sort((a, b) => a - b)
  const deviationFrom = (day: number): number => {
    const values = new Map(listMoving(situation).map(({ ticker, value }) => [ticker, value]))
    for (const leg of options.filter((one) => endOf(one) <= day)) {
      const { spot, kind } = lookup.find(leg).underlying
      if (kind !== 'price') continue
      const change = computeSettledDelta(leg, spot) - computeLegValuation(leg, lookup).delta
      values.set(leg.underlying, (values.get(leg.underlying) ?? 0) + leg.contracts * leg.multiplier * spot * change)
    }
    const moving = [...values].map(([ticker, value]) => ({ ticker, value }))
    const left = computePortfolioReturns(returns, toWeights(moving, returns, book.value)).returns
    return fitIndex(index.ticker, left, indexReturns)?.residualVolatility ?? usual.residualVolatility
  }
  const variance = [0, ...days].reduce((sum, day, place) => {
    const length = (days[place] ?? request.horizonDays) - day
    return sum + (length * (place === 0 ? usual.residualVolatility : deviationFrom(day)) ** 2) / TRADING_DAYS
  }, 0)
  return Math.sqrt(variance)
}

function computeTilts({ situation }: HedgeContext): SectorTilt[] {
  const { holdings, indexSectors } = situation
  const gross = sumGross(situation)
  const own = new Map<string, number[]>()
  for (const { sector, value } of holdings) {
    if (sector !== null && gross > 0) own.set(sector, [...(own.get(sector) ?? []), value / gross])
  }
  const isKnown = Object.keys(indexSectors).length > 0
  return [...own]
    .filter(([sector]) => !isKnown || sector in indexSectors)
    .map(([sector, weights]) => ({
      sector,
      weight: weights.reduce((sum, weight) => sum + weight, 0),
      isNet: weights.some((weight) => weight > 0) && weights.some((weight) => weight < 0),
      indexWeight: isKnown ? (indexSectors[sector] ?? 0) : null,
    }))
    .sort((a, b) => excessOf(b) - excessOf(a) || (a.sector < b.sector ? -1 : 1))
}

function excessOf({ weight, indexWeight }: SectorTilt): number {
  return weight - (indexWeight ?? 0)
}

function fitSectors(context: HedgeContext, tilts: readonly SectorTilt[]): SectorFit[] {
  const { situation, indexReturns } = context
  const bookReturns = measureReturns(context)
  return tilts.flatMap((tilt) => {
    const fund = situation.sectorFunds.find(({ sector }) => sector === tilt.sector)
    const row = fund && findRow(situation.returns, fund.ticker)
    if (tilt.indexWeight === null || excessOf(tilt) < OVERWEIGHT || !fund || !row) return []
    const fit = fitSector(fund, { book: bookReturns, index: indexReturns, fund: row })
    return fit === null ? [] : [fit]
  })
}
