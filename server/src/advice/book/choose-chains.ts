// Tests: ../../features/hedges/hedges.test.ts, ../../features/hedges/hedge-runs.test.ts

import { MARKET_INDEX, toBondTerms } from '@ballast/contract'
import {
  alignPrices,
  computePortfolioReturns,
  computeReturns,
  type DriverFit,
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
import { letOthersWork, workInParts } from '../../other-work.ts'
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
export async function chooseChains(frame: Frame): Promise<ChainChoice> {
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
    const measured = await measureMarket(frame)
    for (const ticker of chooseIndexes(frame, measured)) add(ticker, 'other-index')
    for (const { ticker, sector } of chooseSectorFunds(frame)) add(ticker, 'sector-fund', sector)
    const large = chooseNames(frame)
    const names = large.filter(({ isForeign }) => !isForeign).map(({ ticker }) => ticker)
    abroad = large.filter(({ isForeign }) => isForeign).map(({ ticker }) => ticker)
    const isFloor = request.objective === 'floor'
    const most = isFloor ? MOST_FLOORS : MOST_SINGLE_NAMES
    for (const ticker of names.slice(0, most)) add(ticker, 'single-name')
    unread = isFloor ? names.slice(most) : []
    const driver = await chooseDriver(frame, measured)
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

/** Daily returns of the last year, and the portfolio's dollars of the index by beta. */
interface MeasuredMarket {
  returns: ReturnMatrix
  dollarBeta: number
}

/** So many holdings take some two milliseconds; between them others have their turn. */
const PART = 50

/** Measures the returns of what is held, its proxies, indexes and drivers, and every beta once. */
async function measureMarket({ shares, series, calendar, drivers }: Frame): Promise<MeasuredMarket> {
  const proxies = shares.flatMap((share) => share.proxies.map(({ ticker }) => ticker))
  const named = [...shares, ...drivers].map(({ ticker }) => ticker)
  const used = new Set([...named, ...proxies, MARKET_INDEX, ...OTHER_INDEXES])
  const wanted = series.filter(({ ticker }) => used.has(ticker))
  const days = calendar.slice(-YEAR)
  const columns = Math.max(0, days.length - 1)
  const values = new Float64Array(wanted.length * columns)
  await workInParts([...wanted.keys()], PART, async (places) => {
    const [first = 0] = places
    const part = alignPrices(wanted.slice(first, first + places.length), days)
    values.set(computeReturns(part).values, first * columns)
  })
  const tickers = wanted.map(({ ticker }) => ticker)
  const returns: ReturnMatrix = {
    kind: 'returns',
    dates: days.slice(1),
    tickers,
    values,
    rows: tickers.length,
    columns,
  }
  const missing = new Float64Array(columns).fill(Number.NaN)
  const index = findRow(returns, MARKET_INDEX) ?? missing
  let dollarBeta = 0
  await workInParts(shares, PART, async (part) => {
    for (const { ticker, value, usualBeta, closesElsewhere } of part) {
      const own = findRow(returns, ticker) ?? missing
      dollarBeta += value * estimateHedgingBeta(own, index, usualBeta, { isAsynchronous: closesElsewhere }).beta
    }
  })
  return { returns, dollarBeta }
}

/** The fund of what costs the portfolio more than the shock of the market does. */
async function chooseDriver(
  { shares, drivers, request }: Frame,
  { returns, dollarBeta }: MeasuredMarket,
): Promise<string | null> {
  const held = shares.map((share) => ({ ...share, proxies: share.proxies.map(({ ticker }) => ticker) }))
  let main: DriverFit | null = null
  for (const driver of drivers) {
    await letOthersWork()
    const fit = findMainDriver(held, returns, [driver])
    if (fit !== null && fit.loss > (main?.loss ?? 0)) main = fit
  }
  return main !== null && main.loss > -request.shock * dollarBeta ? main.driver.ticker : null
}

function chooseIndexes({ shares, series }: Frame, { returns, dollarBeta }: MeasuredMarket): readonly string[] {
  const price = series.find(({ ticker }) => ticker === MARKET_INDEX)?.closes.at(-1) ?? Number.NaN
  if (findRow(returns, MARKET_INDEX) === undefined) return OTHER_INDEXES
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
