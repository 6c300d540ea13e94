// Tests: discovery.test.ts, discovery-runs.test.ts

import { MARKET_INDEX } from '@ballast/contract'
import {
  type AssetOptions,
  alignPrices,
  computeReturns,
  createLegLookup,
  DEFAULT_HEDGE_REQUEST,
  type DiscoveryInput as EngineInput,
  estimateHedgingBeta,
  findRow,
  type HedgeBook,
  type HedgeUnderlying,
  type LegLookup,
  type OptionMarket,
  type PriceSeries,
  TRADING_DAYS,
  toHedgeUnderlying,
} from '@ballast/quant'
import type { LeftOut } from '../../advice/book/book-input.ts'
import { keepPriceable, mergeSlices, toContractKey, toMarket } from '../../advice/book/build-book-model.ts'
import type { ListedContract, OptionChain } from '../../market-data/options/option-chain.ts'
import { describeKind } from './asset-classes.ts'
import type { DiscoveryInput } from './discovery-input.ts'

/** Commission for a contract, in dollars. */
export const FEE = DEFAULT_HEDGE_REQUEST.fee
/** Share of the portfolio that one idea may cost, unless a single contract costs more. */
export const IDEA_BUDGET = 0.005

/** Ten years of returns: what paths are drawn from. */
const HISTORY_DAYS = 2520
/** Observed volatility is compared with what came in the month after. */
const REALISED_DAYS = 21

/** A portfolio and its market, ready for the engine and for repricing. */
export interface DiscoveryMarket {
  engine: EngineInput
  book: HedgeBook
  underlyings: readonly HedgeUnderlying[]
  lookup: LegLookup
  markets: ReadonlyMap<string, OptionMarket>
  /** Price in whose shares beta-weighted delta is counted. */
  indexPrice: number
  listings: ReadonlyMap<string, ListedContract>
  /** When the quotes of each chain were made, and how many there are. */
  quotes: ReadonlyMap<string, { asOf: string; contracts: number }>
  leftOut: LeftOut[]
}

/** Puts together what was loaded: returns, betas, chains that were read, and the portfolio as it is repriced. */
export function buildMarket(input: DiscoveryInput): DiscoveryMarket {
  const { book, assets, calendar, series, chains } = input
  const returns = computeReturns(alignPrices(series, calendar.slice(-(HISTORY_DAYS + 1))))
  const index = findRow(returns, MARKET_INDEX) ?? new Float64Array(returns.columns).fill(Number.NaN)
  const missing = new Float64Array(returns.columns).fill(Number.NaN)
  const betaOf = (ticker: string, usual: number) =>
    ticker === MARKET_INDEX ? 1 : estimateHedgingBeta(findRow(returns, ticker) ?? missing, index, usual).beta
  const listings = new Map<string, ListedContract>()
  const quotes = new Map<string, { asOf: string; contracts: number }>()
  const markets = chains.flatMap((loaded) => {
    const chain = mergeSlices(loaded)
    quotes.set(loaded.ticker, { asOf: chain.asOf, contracts: chain.contracts.length })
    recordListings(listings, loaded.ticker, chain)
    return toMarket(loaded, chain, betaOf(loaded.ticker, loaded.usualBeta))
  })
  const { options, leftOut } = keepPriceable(input, markets)
  const underlyings = markets.flatMap((market) => toHedgeUnderlying(market) ?? [])
  const kinds = new Map(assets.map(({ ticker, kind }) => [ticker, kind]))
  return {
    engine: {
      returns,
      holdings: book.holdings,
      index: MARKET_INDEX,
      value: book.value,
      assets: assets.map(({ ticker, kind }) => ({ ticker, group: kind })),
      options: markets.flatMap((market): AssetOptions[] => {
        const kind = kinds.get(market.ticker)
        if (kind === undefined) return []
        return [
          {
            market,
            premiumClass: describeKind(kind).premiumClass,
            premiumRatios: measurePremium(input, market.ticker),
          },
        ]
      }),
      fee: FEE,
      budget: IDEA_BUDGET,
    },
    book: {
      value: book.value,
      exposures: book.shares.map(({ ticker, value, usualBeta }) => ({ value, beta: betaOf(ticker, usualBeta) })),
      options,
    },
    underlyings,
    lookup: createLegLookup(underlyings),
    markets: new Map(markets.map((market) => [market.ticker, market])),
    indexPrice: findLast(series, MARKET_INDEX),
    listings,
    quotes,
    leftOut,
  }
}

function recordListings(listings: Map<string, ListedContract>, ticker: string, { contracts }: OptionChain): void {
  for (const row of contracts) {
    if (!row.isAdjusted) listings.set(toContractKey(ticker, row.expiry, row.type, row.strike), row)
  }
}

/** The volatility of each observed day over that of the month that followed; days whose month is not over are left out. */
function measurePremium({ observations, series }: DiscoveryInput, ticker: string): Float64Array {
  const observed = observations.find((one) => one.ticker === ticker)
  const own = series.find((one) => one.ticker === ticker)
  if (!observed || !own) return new Float64Array()
  const places = new Map(Array.from(own.days, (day, place) => [day, place]))
  return Float64Array.from(observed.days, (day, k) => {
    const realised = measureRealised(own, places.get(day))
    return realised === null ? Number.NaN : (observed.volatilities[k] ?? Number.NaN) / realised
  })
}

function measureRealised({ closes }: PriceSeries, place: number | undefined): number | null {
  if (place === undefined || place + REALISED_DAYS >= closes.length) return null
  let sum = 0
  for (let t = place + 1; t <= place + REALISED_DAYS; t++) {
    sum += Math.log((closes[t] ?? Number.NaN) / (closes[t - 1] ?? Number.NaN)) ** 2
  }
  return sum > 0 ? Math.sqrt((TRADING_DAYS * sum) / REALISED_DAYS) : null
}

const findLast = (series: readonly PriceSeries[], ticker: string) =>
  series.find((one) => one.ticker === ticker)?.closes.at(-1) ?? 0
