// Tests: hedge-caveats.test.ts, holding-hedges.test.ts

import { computeVolatilityScale, type SimulatedPaths, simulateBlockPaths } from '../bootstrap-paths.ts'
import { MINIMUM_PAIR_RETURNS } from '../constants.ts'
import { inputErrors } from '../errors.ts'
import { computePortfolioReturns } from '../portfolio-returns.ts'
import { findRow } from '../price-matrix.ts'
import { createRandomSource, seedFromText } from '../random.ts'
import { computeEwmaVolatility, computeVolatility } from '../volatility.ts'
import { type AccountRoom, createAccountRoom } from './account-room.ts'
import type { CrisisWindow } from './crisis-replay.ts'
import { chooseTerm, type HedgeDate, listLossDays, toHedgeDate } from './hedge-dates.ts'
import type { OptionMarket } from './hedge-market.ts'
import { DEFAULT_HEDGE_REQUEST, type HedgeRequest } from './hedge-request.ts'
import type { HedgeSituation } from './hedge-situation.ts'
import { computeLegValuation } from './leg-greeks.ts'
import { listHedgeExpiries, toHedgeUnderlying } from './option-lines.ts'
import type { HedgeBook, HedgeUnderlying } from './priced-hedge.ts'
import { createLegLookup, type LegLookup } from './reprice-hedge.ts'
import { computeSettledDelta, findShareSettlements, markSettlements } from './share-settlement.ts'
import { forecastVolatility, type VolatilityForecast } from './volatility-forecast.ts'

/** A situation made ready for computing: what every kind of hedge needs, found once. */
export interface HedgeContext {
  readonly situation: HedgeSituation
  /** The request with the trading days of the term. */
  readonly request: HedgeRequest
  /** The last day of protection, and the one that was asked for (see `chooseTerm`). */
  readonly term: HedgeDate
  readonly asked: HedgeDate
  /** Trading days on which the market may fall (see `listLossDays`). */
  readonly lossDays: readonly number[]
  /** The crisis that is asked about; null where a fall on one day is. */
  readonly crisis: CrisisWindow | null
  readonly book: HedgeBook
  readonly underlyings: readonly HedgeUnderlying[]
  readonly lookup: LegLookup
  /** Σ V·β of shares and of the deltas of options held. */
  readonly dollarBeta: number
  /** The most of it on any day of the term, options gone by then as they were settled: what there is to cover. */
  readonly largestBeta: number
  /** Daily returns of the shares at today's weights, and of the index; empty without history. */
  readonly bookReturns: Float64Array
  readonly indexReturns: Float64Array
  /** Simulated total returns over so many trading days; null with too little history. The same days, the same paths. */
  readonly simulate: (days: number) => SimulatedPaths | null
  /** Volatility forecast of a ticker over so many trading days; null without enough history. */
  readonly forecast: (ticker: string, days: number) => VolatilityForecast | null
  /** Accounts that a ticket has to fit into; null where nobody has said what they may hold. */
  readonly room: AccountRoom | null
  /** The options of a ticker and what they are written on; null where no chain is known. */
  readonly findMarket: (
    ticker: string,
  ) => { readonly market: OptionMarket; readonly underlying: HedgeUnderlying } | null
}

/** History that paths are drawn from: ten years. */
const PATH_HISTORY = 2520
const PATHS = 2000

/** Value of all that is held less all that is owed, options at their premiums, in dollars; it may be negative. */
export const measureValue = ({ holdings, cash, options }: HedgeSituation): number =>
  holdings.reduce((sum, { value }) => sum + value, cash) +
  options.reduce((sum, leg) => sum + leg.contracts * leg.multiplier * leg.premium, 0)

/**
 * Makes a situation ready for computing.
 *
 * @throws QuantInputError when what is held and owed is worth nothing or less, so that there are no fractions of it, or
 *         an option is held whose market is not given, or a crisis is asked about that the situation does not have
 */
export function prepareHedging(situation: HedgeSituation, request: HedgeRequest): HedgeContext {
  const { holdings, options, index, returns } = situation
  const indexMarket = situation.markets.find(({ role }) => role === 'index')
  const indexVolatility30 = indexMarket === undefined ? null : (toHedgeUnderlying(indexMarket)?.volatility30 ?? null)
  const known = situation.markets.flatMap((market) => {
    const underlying = toHedgeUnderlying(market, indexVolatility30)
    return underlying === null ? [] : [{ market, underlying }]
  })
  const underlyings = known.map(({ underlying }) => underlying)
  const lookup = createLegLookup(underlyings)
  const value = measureValue(situation)
  if (!(value > 0)) throw inputErrors.badNumber('value of the book', null, value, 'more held than owed')
  const { today } = situation
  const crisis = findCrisis(situation, request)
  const asked = toHedgeDate(today, request.horizonDays)
  const term = chooseTerm(today, asked, indexMarket === undefined ? [] : listHedgeExpiries(indexMarket))
  const lossDays = listLossDays(term.tradingDays)
  const exposures = holdings.map(({ value: amount, beta }) => ({ value: amount, beta }))
  const settlements = findShareSettlements(situation, underlyings)
  const book = { value, exposures, options: markSettlements(options, settlements) }
  const bookReturns = computeBookReturns(situation, value)
  const indexReturns = findRow(returns, index.ticker) ?? new Float64Array(returns.columns).fill(Number.NaN)
  const seed = seedFromText(holdings.map(({ ticker, shares }) => `${ticker}:${shares}`).join(' '))
  return {
    situation,
    request: {
      // One that was recorded before a field could be said has none.
      ...DEFAULT_HEDGE_REQUEST,
      ...request,
      horizonDays: term.tradingDays,
      crisis: crisis?.scenario ?? null,
      ...(crisis !== null && { shock: Math.max(LARGEST_SHOCK, Math.min(SMALLEST_SHOCK, findDeepestFall(crisis))) }),
    },
    term,
    asked,
    lossDays,
    crisis,
    book,
    underlyings,
    lookup,
    dollarBeta: computeDollarBeta(book, lookup),
    largestBeta: Math.max(
      ...lossDays.map((days) => {
        const { date } = toHedgeDate(today, days)
        return computeDollarBeta(book, lookup, date)
      }),
    ),
    bookReturns,
    indexReturns,
    simulate: remember((days) => simulate(bookReturns, indexReturns, days, seed)),
    forecast: remember((ticker: string, days: number) => {
      const row = findRow(returns, ticker)
      return row === undefined ? null : forecastVolatility(row, days)
    }),
    room: createAccountRoom(situation.accounts, request),
    findMarket: (ticker) => known.find(({ market }) => market.ticker === ticker) ?? null,
  }
}

/** Falls that a loss curve can be drawn for. */
const [LARGEST_SHOCK, SMALLEST_SHOCK] = [-0.8, -0.01]

/** In thousandths: a fall of 56.775 % is one of 56.8 %. */
const findDeepestFall = ({ index }: CrisisWindow) => Math.round(1000 * (Math.min(...index) / index[0]! - 1)) / 1000

/** A request that was recorded before crises could be asked about names none. */
function findCrisis({ crises }: HedgeSituation, { crisis = null }: Partial<HedgeRequest>): CrisisWindow | null {
  if (crisis === null) return null
  const found = crises.find(({ scenario }) => scenario === crisis)
  if (found !== undefined) return found
  throw inputErrors.unknownName(
    'crisis',
    crisis,
    crises.map(({ scenario }) => scenario),
  )
}

function computeBookReturns({ holdings, returns }: HedgeSituation, value: number): Float64Array {
  const values = new Map(holdings.map((holding) => [holding.ticker, holding.value]))
  const weights = Float64Array.from(returns.tickers, (ticker) => (values.get(ticker) ?? 0) / value)
  return computePortfolioReturns(returns, weights).returns
}

/** @param date day by which options are gone, or shares stand in their place (see `computeSettledDelta`) */
function computeDollarBeta(book: HedgeBook, lookup: LegLookup, date = ''): number {
  const shares = book.exposures.reduce((sum, { value, beta }) => sum + value * beta, 0)
  return book.options.reduce((sum, leg) => {
    const { spot, beta } = lookup.find(leg).underlying
    const delta = leg.expiry < date ? computeSettledDelta(leg, spot) : computeLegValuation(leg, lookup).delta
    return sum + leg.contracts * leg.multiplier * spot * beta * delta
  }, shares)
}

function simulate(book: Float64Array, index: Float64Array, days: number, seed: number): SimulatedPaths | null {
  const [own, other] = [book.slice(-PATH_HISTORY), index.slice(-PATH_HISTORY)]
  const common = own.filter((value, t) => !Number.isNaN(value) && !Number.isNaN(other[t]!))
  if (common.length < MINIMUM_PAIR_RETURNS) return null
  const now = computeEwmaVolatility(common) ?? 0
  const usual = computeVolatility(common) ?? 0
  const volatilityScale = now > 0 && usual > 0 ? computeVolatilityScale(now, usual) : 1
  const random = createRandomSource(seed + days)
  return simulateBlockPaths({ portfolio: own, benchmark: other, horizon: days, random, paths: PATHS, volatilityScale })
}

function remember<Arguments extends readonly (string | number)[], Result>(
  compute: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  const known = new Map<string, Result>()
  return (...args) => {
    const key = args.join(' ')
    const found = known.get(key)
    if (found !== undefined || known.has(key)) return found as Result
    const result = compute(...args)
    known.set(key, result)
    return result
  }
}
