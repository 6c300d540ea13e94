// Tests: ../../features/hedges/hedges.test.ts, ../../features/hedges/hedge-verdicts.test.ts

import { MARKET_INDEX, OPTION_RATE, toBondTerms } from '@ballast/contract'
import {
  alignPrices,
  computeReturns,
  estimateHedgingBeta,
  findRow,
  formatIsoDate,
  type HedgeHolding,
  type HedgeLeg,
  type HedgeSituation,
  type OptionMarket,
  type PriceSeries,
  type ReturnMatrix,
  toHedgeUnderlying,
} from '@ballast/quant'
import { BoundedCache } from '../../bounded-cache.ts'
import { toNewYorkTime } from '../../market-data/calendar.ts'
import { type AnalysedChain, analyseChain } from '../../market-data/options/analyse-chain.ts'
import { decodeChain, type ListedContract, type OptionChain } from '../../market-data/options/option-chain.ts'
import type { BookInput, HeldShare, LeftOut, LoadedChain } from './book-input.ts'
import { buildCrises, type CrisisBasis } from './build-crises.ts'
import { HISTORY_DAYS } from './index-sectors.ts'

/** A portfolio and its market, ready for the engine, with what the engine does not need to know. */
export interface BookModel {
  situation: HedgeSituation
  leftOut: LeftOut[]
  crises: readonly CrisisBasis[]
  /** The provider's row of each contract, by underlying, expiry, type and strike: see `toContractKey`. */
  listings: Listings
  /** When the quotes of each chain were made, and how many there are. */
  quotes: ReadonlyMap<string, { asOf: string; contracts: number }>
}

/** False for a portfolio that owes as much as it holds, or of which nothing has a price. */
export function hasValue({ situation: { holdings, options, cash } }: BookModel): boolean {
  const contracts = options.reduce((sum, one) => sum + one.contracts * one.multiplier * one.premium, 0)
  return holdings.reduce((sum, { value }) => sum + value, cash + contracts) > 0
}

/** Contracts as their exchange lists them, by `toContractKey`. */
export type Listings = Pick<ReadonlyMap<string, ListedContract>, 'get'>

export const toContractKey = (underlying: string, expiry: string, type: string, strike: number) =>
  `${underlying} ${expiry} ${type} ${strike}`

/** Puts what was loaded together: betas, chains that were read, crises, and options held whose chain can price them. */
export function buildBookModel(input: BookInput): BookModel {
  const { book, calendar, series, sectorFunds, otherIndexes, chains } = input
  const wanted = new Set(listMeasured(input))
  const measured = [...series.filter(({ ticker }) => wanted.has(ticker)), ...followFunds(input)]
  const returns = computeReturns(alignPrices(measured, calendar.slice(-(HISTORY_DAYS + 1))))
  const index = findRow(returns, MARKET_INDEX) ?? new Float64Array(returns.columns).fill(Number.NaN)
  const betas = createBetas(returns, index)
  const holdings = book.shares.map((share) => toHedgeHolding(share, betas(share.ticker, share.usualBeta, share)))
  const held = new Map(book.shares.map((share) => [share.ticker, share.value / share.shares]))
  const priceOf = (ticker: string) =>
    held.get(ticker) ?? series.find((one) => one.ticker === ticker)?.closes.at(-1) ?? null
  const listed: Listings[] = []
  const quotes = new Map<string, { asOf: string; contracts: number }>()
  const markets = chains.flatMap((loaded) => {
    const chain = mergeSlices(loaded)
    quotes.set(loaded.ticker, { asOf: chain.asOf, contracts: chain.contracts.length })
    listed.push(listOnce(loaded.ticker, chain))
    const isIndex = loaded.role === 'index'
    const beta = isIndex ? 1 : betas(loaded.ticker, loaded.usualBeta).beta
    return toMarket(loaded, chain, beta).map((market) => ({ ...market, spotElsewhere: priceOf(loaded.ticker) }))
  })
  const { options, exposures, leftOut } = keepPriceable(input, markets)
  const lastIndexPrice = series.find(({ ticker }) => ticker === MARKET_INDEX)?.closes.at(-1) ?? 0
  const crises = buildCrises(input, new Map(holdings.map(({ ticker, beta }) => [ticker, beta])))
  return {
    situation: {
      today: toNewYorkDate(quotes.get(MARKET_INDEX)?.asOf ?? input.frame.asOf),
      holdings,
      cash: book.cash,
      options,
      optionExposures: exposures,
      index: { ticker: MARKET_INDEX, price: markets.find(({ role }) => role === 'index')?.spot ?? lastIndexPrice },
      markets,
      returns,
      crises: crises.map(({ window }) => window),
      indexSectors: input.indexSectors.weights,
      sectorFunds,
      otherIndexes,
      drivers: input.drivers ?? [],
      diversifiers: input.diversifiers.map(({ ticker, usualBeta }) => ({
        ticker,
        beta: betas(ticker, usualBeta).beta,
      })),
      ...(input.accounts && { accounts: input.accounts }),
    },
    leftOut: [...book.leftOut, ...leftOut],
    crises,
    listings: { get: (key) => listed.flatMap((one) => one.get(key) ?? []).at(-1) },
    quotes,
  }
}

/** Converts what is held of a ticker to the engine's form. */
export function toHedgeHolding(
  { ticker, value, shares, sector, instrumentClass, internalDiversification, lots = [], ...share }: HeldShare,
  { beta, downside: downsideBeta }: { beta: number; downside: number | null },
): HedgeHolding {
  const proxies = share.proxies.map((proxy) => proxy.ticker)
  return { ticker, value, shares, beta, downsideBeta, sector, instrumentClass, internalDiversification, lots, proxies }
}

/** The day of an instant in New York, YYYY-MM-DD. */
export const toNewYorkDate = (instant: string) => formatIsoDate(toNewYorkTime(new Date(instant)).day)

/** Treasuries have no closes: each moves as the first of its funds that has some does, as on the other screens. */
export function followFunds({ book, series }: Pick<BookInput, 'book' | 'series'>): PriceSeries[] {
  const seriesOf = new Map(series.map((one) => [one.ticker, one]))
  return book.shares.flatMap(({ ticker, proxies }) => {
    if (toBondTerms(ticker) === undefined || seriesOf.has(ticker)) return []
    const [fund] = proxies.flatMap((proxy) => seriesOf.get(proxy.ticker) ?? [])
    return fund ? [{ ...fund, ticker }] : []
  })
}

/** Lists the tickers whose returns are measured; proxies are for crises only. */
function listMeasured({ book, sectorFunds, otherIndexes, diversifiers, drivers = [], chains }: BookInput): string[] {
  const named = [...book.shares, ...sectorFunds, ...diversifiers, ...drivers, ...chains].map(({ ticker }) => ticker)
  return [MARKET_INDEX, ...otherIndexes, ...named]
}

/** Betas against the index, shrunk towards what is usual for the kind of ticker. */
export function createBetas(returns: ReturnMatrix, index: Float64Array) {
  const missing = new Float64Array(returns.columns).fill(Number.NaN)
  return (ticker: string, usual: number, { closesElsewhere = false }: Partial<HeldShare> = {}) =>
    estimateHedgingBeta(findRow(returns, ticker) ?? missing, index, usual, { isAsynchronous: closesElsewhere })
}

/** Contracts of the chains that this thread read last: a night judges many portfolios by the same ones. */
const KEPT_CONTRACTS = 20_000
const kept = new BoundedCache<OptionChain>(KEPT_CONTRACTS)
const analysed = new WeakMap<OptionChain, AnalysedChain>()
const listedOf = new WeakMap<OptionChain, Listings>()

/** Slices of one chain as one; a contract that is in two of them counts once. */
export function mergeSlices({ slices }: Pick<LoadedChain, 'slices'>): OptionChain {
  const key = slices.join('\n')
  const known = kept.get(key)
  if (known !== undefined) return known
  const chain = readSlices(slices)
  kept.set(key, chain, chain.contracts.length + 1)
  return chain
}

function listOnce(ticker: string, chain: OptionChain): Listings {
  const known = listedOf.get(chain)
  if (known !== undefined) return known
  const usual = chain.contracts.filter(({ isAdjusted }) => !isAdjusted)
  const made = new Map(usual.map((row) => [toContractKey(ticker, row.expiry, row.type, row.strike), row]))
  listedOf.set(chain, made)
  return made
}

function analyseOnce(chain: OptionChain): AnalysedChain {
  const known = analysed.get(chain) ?? analyseChain(chain)
  analysed.set(chain, known)
  return known
}

function readSlices(slices: readonly string[]): OptionChain {
  const [first, ...others] = slices.map(decodeChain)
  if (first === undefined) throw new Error('A chain that was loaded has at least one slice')
  if (others.length === 0) return first
  const contracts = new Map([first, ...others].flatMap((chain) => chain.contracts.map((row) => [row.symbol, row])))
  return { ...first, contracts: [...contracts.values()] }
}

/** A chain as the engine takes it; none where nobody knows the price of the underlying. */
export function toMarket({ ticker, role, sector }: LoadedChain, chain: OptionChain, beta: number): OptionMarket[] {
  const { spot, style, contracts, expiries } = analyseOnce(chain)
  if (spot === null) return []
  return [
    {
      ticker,
      role,
      today: toNewYorkDate(chain.asOf),
      spot,
      beta,
      rate: OPTION_RATE,
      style,
      multiplier: 100,
      chain: { contracts, expiries },
      sector,
    },
  ]
}

/** Options held whose chain tells their volatility; the others are named. */
export function keepPriceable(
  { book }: { book: Pick<BookInput['book'], 'contracts'> },
  markets: readonly OptionMarket[],
) {
  const indexMarket = markets.find(({ role }) => role === 'index')
  const volatility30 = indexMarket === undefined ? null : (toHedgeUnderlying(indexMarket)?.volatility30 ?? null)
  const known = new Set(
    markets.flatMap((market) =>
      (toHedgeUnderlying(market, volatility30)?.expiries ?? []).map(({ expiry }) => `${market.ticker} ${expiry}`),
    ),
  )
  const leftOut: LeftOut[] = []
  const exposures: NonNullable<HedgeSituation['optionExposures']>[number][] = []
  const options = book.contracts.flatMap((held): HedgeLeg[] => {
    const { symbol, underlying, type, strike, expiry, contracts, multiplier, price } = held
    const { exposure = null, internalDiversification = 1 } = held
    if (!known.has(`${underlying} ${expiry}`)) {
      leftOut.push({ ticker: symbol, reason: 'Its chain gives no volatility, so it cannot be repriced' })
      return []
    }
    if (exposure !== null) exposures.push({ ticker: underlying, value: exposure, internalDiversification })
    return [{ underlying, type, strike, expiry, contracts, multiplier, premium: price }]
  })
  return { options, exposures, leftOut }
}
