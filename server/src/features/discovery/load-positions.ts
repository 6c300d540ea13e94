// Tests: discovery-runs.test.ts, discovery.test.ts

import { BASE_CURRENCY, DISCOVERY_SCAN, MARKET_INDEX } from '@ballast/contract'
import { listForeign, toPricedBook } from '../../advice/book/load-book.ts'
import { loadForeignHistories } from '../../advice/book/load-hedging.ts'
import { loadPrices } from '../../holdings/load-prices.ts'
import { mergeExposures } from '../../holdings/load-risk.ts'
import { valueLots } from '../../holdings/value-lots.ts'
import { errors } from '../../http/errors.ts'
import type { DailyHistory, MarketData } from '../../market-data/market-data.ts'
import { DISCOVERY_UNIVERSE } from '../../market-data/options/watched-tickers.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import { toUsualBeta } from '../../risk/usual-beta.ts'
import { findKind } from './asset-classes.ts'
import type { DiscoveryBook, UniverseAsset } from './discovery-input.ts'

/** The portfolio, and what there is to look at. */
export interface LoadedPositions {
  book: DiscoveryBook
  assets: UniverseAsset[]
  /** Histories of foreign listings, in dollars of their days. */
  foreign: ReadonlyMap<string, DailyHistory>
  /** Newest price, ISO 8601 UTC; null when nothing has one. */
  asOf: string | null
  /** True when older prices stand in for what the provider did not give. */
  isStale: boolean
}

/**
 * Values a portfolio and lists what is to be looked at: the universe, and the five largest of what is held.
 *
 * @throws AppError 422 when nothing has a price and is worth more than is owed
 */
export async function loadPositions(marketData: MarketData, lots: readonly StoredLot[]): Promise<LoadedPositions> {
  const prices = await loadPrices(marketData, lots)
  const foreign = await loadForeignHistories(marketData, listForeign(lots, prices))
  const priced = toPricedBook(lots, prices, new Set(foreign.keys()))
  if (!(priced.value > 0)) throw errors.unprocessable(NOTHING)
  const abroad = new Set(listForeign(lots, prices))
  const holdings = [...mergeExposures(valueLots(lots, prices).priced).values()]
    .filter(({ ticker, value }) => value !== 0 && (!abroad.has(ticker) || foreign.has(ticker)))
    .map(({ ticker, value }) => ({ ticker, value }))
  const held = new Set(holdings.map(({ ticker }) => ticker))
  const largest = holdings
    .filter(({ ticker }) => !abroad.has(ticker))
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value) || (a.ticker < b.ticker ? -1 : 1))
    .slice(0, DISCOVERY_SCAN.holdings)
    .map(({ ticker }) => ticker)
  const universe = [...new Set([...DISCOVERY_UNIVERSE, ...largest])]
  const securities = priced.securities.map(({ ticker }) => ticker)
  const instruments = await marketData.getInstruments([...new Set([...universe, ...securities])])
  const betaOf = (ticker: string) => toUsualBeta(instruments.get(ticker))
  return {
    book: {
      value: priced.value,
      holdings,
      shares: priced.securities.map(({ ticker, value, shares }) => {
        return { ticker, value, shares, usualBeta: betaOf(ticker) }
      }),
      cash: priced.cash,
      contracts: priced.contracts,
      leftOut: priced.leftOut,
    },
    assets: universe.map((ticker) => ({
      ticker,
      name: instruments.get(ticker)?.name ?? ticker,
      kind: findKind(ticker),
      isHeld: held.has(ticker),
      usualBeta: betaOf(ticker),
    })),
    foreign,
    asOf: priced.asOf,
    isStale: [...prices.prices.values()].some(({ stale }) => stale),
  }
}

const NOTHING = `There is nothing to look for, because no position has a price and is worth more than it owes. Prices may come in a minute. A listing that is not in ${BASE_CURRENCY} also needs exchange rates, so that it can be compared with ${MARKET_INDEX}. Nothing was charged.`
