// Tests: ../../features/hedges/hedges.test.ts, ../../features/hedges/hedge-runs.test.ts

import { MARKET_INDEX, toBondTerms } from '@ballast/contract'
import {
  alignPrices,
  computePortfolioReturns,
  computeReturns,
  estimateHedgingBeta,
  findBetterIndex,
  findMainDriver,
  findRow,
  fitIndex,
  type HedgeRequest,
  type OptionMarketRole,
  type PriceSeries,
  type ReturnMatrix,
  type RiskDriver,
} from '@ballast/quant'
import type { HeldContract, HeldShare, IndexSectors } from './book-input.ts'
import { OTHER_INDEXES, SECTOR_FUNDS, VOLATILITY_INDEX } from './index-sectors.ts'

/** A chain that an analysis has a use for. */
export interface WantedChain {
  ticker: string
  role: OptionMarketRole
  sector: string | null
  /** Expiries that are held, which the usual slice may not hold. */
  expiries: string[]
}

export interface ChainChoice {
  wanted: WantedChain[]
  /** Holdings that a floor was asked for and whose chains are too many to be read. */
  unread: string[]
  /** Holdings large enough to be hedged by themselves that are listed abroad. */
  abroad: string[]
}

interface Frame {
  shares: readonly HeldShare[]
  contracts: readonly HeldContract[]
  cash: number
  series: readonly PriceSeries[]
  calendar: Int32Array
  indexSectors: IndexSectors
  drivers: readonly RiskDriver[]
  request: HedgeRequest
}

const YEAR = 253
const LEAST_WEIGHT = 0.08
const LOT = 100
const MOST_SINGLE_NAMES = 5
/** A floor under each holding needs the chain of each. */
const MOST_FLOORS = 25
const OVERWEIGHT = 0.15
/** One contract that covers more than twice the exposure cannot be used: see `searchIndexHedges`. */
const MOST_COVER = 2

/**
 * The chains worth reading for a book, so that nobody waits for those that no rule of the engine would look at: the
 * benchmark's and the volatility index's always; another index's when it fits clearly better or one contract of the
 * benchmark is too large; funds of overweight sectors; the largest five holdings of a hundred shares and 8 %; the fund of
 * a risk that costs more than the market's; and whatever options are held on.
 */
export function chooseChains(frame: Frame): ChainChoice {
  const { contracts, request } = frame
  const held = new Map<string, string[]>()
  for (const { underlying, expiry } of contracts) {
    held.set(underlying, [...new Set([...(held.get(underlying) ?? []), expiry])])
  }
  const roles = new Map<string, Pick<WantedChain, 'role' | 'sector'>>()
  const add = (ticker: string, role: OptionMarketRole, sector: string | null = null) => {
    if (!roles.has(ticker)) roles.set(ticker, { role, sector })
  }
  let unread: string[] = []
  let abroad: string[] = []
  if (request.allowOptions) {
    add(MARKET_INDEX, 'index')
    for (const ticker of chooseIndexes(frame)) add(ticker, 'other-index')
    for (const { ticker, sector } of chooseSectorFunds(frame)) add(ticker, 'sector-fund', sector)
    const large = chooseNames(frame)
    const names = large.filter(({ isForeign }) => !isForeign).map(({ ticker }) => ticker)
    abroad = large.filter(({ isForeign }) => isForeign).map(({ ticker }) => ticker)
    const isFloor = request.objective === 'floor'
    const most = isFloor ? MOST_FLOORS : MOST_SINGLE_NAMES
    for (const ticker of names.slice(0, most)) add(ticker, 'single-name')
    unread = isFloor ? names.slice(most) : []
    const driver = chooseDriver(frame)
    if (driver !== null) add(driver, 'driver')
    add(VOLATILITY_INDEX, 'volatility')
  }
  for (const ticker of held.keys()) add(ticker, roleOf(ticker), sectorOf(ticker))
  return {
    wanted: [...roles].map(([ticker, one]) => ({ ticker, ...one, expiries: held.get(ticker) ?? [] })),
    unread,
    abroad,
  }
}

/** Returns the role of a ticker's options for a portfolio that holds some of them. */
export function roleOf(ticker: string): OptionMarketRole {
  if (ticker === MARKET_INDEX) return 'index'
  if (ticker === VOLATILITY_INDEX) return 'volatility'
  if (OTHER_INDEXES.includes(ticker) || ticker.startsWith('^')) return 'other-index'
  return sectorOf(ticker) === null ? 'single-name' : 'sector-fund'
}

/** Sector of a fund that stands for one; null for every other ticker. */
export const sectorOf = (ticker: string) => SECTOR_FUNDS.find((fund) => fund.ticker === ticker)?.sector ?? null

/** Funds of sectors that weigh far more in the book than in the index. */
function chooseSectorFunds({ shares, indexSectors }: Frame) {
  const gross = shares.reduce((sum, { value }) => sum + Math.abs(value), 0)
  return SECTOR_FUNDS.filter(({ sector }) => {
    const own = shares.reduce((sum, one) => (one.sector === sector ? sum + one.value : sum), 0)
    return gross > 0 && own / gross - (indexSectors.weights[sector] ?? 0) >= OVERWEIGHT
  })
}

function chooseNames({ shares, contracts, cash, request }: Frame): HeldShare[] {
  const options = contracts.reduce((sum, one) => sum + one.contracts * one.multiplier * one.price, 0)
  const value = shares.reduce((sum, one) => sum + one.value, cash + options)
  const isFloor = request.objective === 'floor'
  return (
    shares
      // Nobody writes options on a single Treasury.
      .filter((one) => toBondTerms(one.ticker) === undefined)
      .filter(
        (one) => one.shares >= LOT && one.ticker !== MARKET_INDEX && (isFloor || one.value >= LEAST_WEIGHT * value),
      )
      .sort((a, b) => b.value - a.value || (a.ticker < b.ticker ? -1 : 1))
  )
}

/** The fund of what costs the portfolio more than the shock of the market does. */
function chooseDriver({ shares, series, calendar, drivers, request }: Frame): string | null {
  const proxies = shares.flatMap((share) => share.proxies.map(({ ticker }) => ticker))
  const used = new Set([...shares.map(({ ticker }) => ticker), ...proxies, ...drivers.map(({ ticker }) => ticker)])
  const returns = measureReturns({ series, calendar }, [...used, MARKET_INDEX])
  const held = shares.map((share) => ({ ...share, proxies: share.proxies.map(({ ticker }) => ticker) }))
  const fit = findMainDriver(held, returns, drivers)
  if (fit === null) return null
  return fit.loss > -request.shock * sumDollarBeta(shares, returns) ? fit.driver.ticker : null
}

function chooseIndexes({ shares, series, calendar }: Frame): readonly string[] {
  const returns = measureReturns({ series, calendar }, [
    ...shares.map(({ ticker }) => ticker),
    MARKET_INDEX,
    ...OTHER_INDEXES,
  ])
  const price = series.find(({ ticker }) => ticker === MARKET_INDEX)?.closes.at(-1) ?? Number.NaN
  if (findRow(returns, MARKET_INDEX) === undefined) return OTHER_INDEXES
  const dollarBeta = sumDollarBeta(shares, returns)
  if (LOT * price > MOST_COVER * dollarBeta) return OTHER_INDEXES
  const values = new Map(shares.map((one) => [one.ticker, one.value]))
  const weights = Float64Array.from(returns.tickers, (ticker) => values.get(ticker) ?? 0)
  const own = computePortfolioReturns(returns, weights).returns
  const fits = [MARKET_INDEX, ...OTHER_INDEXES].flatMap((ticker) => {
    const row = findRow(returns, ticker)
    return (row && fitIndex(ticker, own, row)) ?? []
  })
  const better = findBetterIndex(fits)
  return better === null ? [] : [better.ticker]
}

/** Daily returns of the last year. */
function measureReturns({ series, calendar }: Pick<Frame, 'series' | 'calendar'>, tickers: readonly string[]) {
  const used = new Set(tickers)
  return computeReturns(
    alignPrices(
      series.filter(({ ticker }) => used.has(ticker)),
      calendar.slice(-YEAR),
    ),
  )
}

function sumDollarBeta(shares: readonly HeldShare[], returns: ReturnMatrix): number {
  const missing = new Float64Array(returns.columns).fill(Number.NaN)
  const index = findRow(returns, MARKET_INDEX) ?? missing
  return shares.reduce((sum, { ticker, value, usualBeta, closesElsewhere }) => {
    const own = findRow(returns, ticker) ?? missing
    return sum + value * estimateHedgingBeta(own, index, usualBeta, { isAsynchronous: closesElsewhere }).beta
  }, 0)
}
