import type { MarketDataSource } from '@ballast/contract'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Random } from '../random.ts'
import { createAutoMarketData } from './auto-market-data.ts'
import type { WarningLog } from './cache/provider-guard.ts'
import { createLiveMarketData } from './live-market-data.ts'
import type { MarketData } from './market-data.ts'
import { createPolygonProvider } from './polygon/adapter.ts'
import type { MarketDataProvider } from './provider.ts'
import { createSampleMarketData } from './sample/sample-market-data.ts'
import { createYahooProvider } from './yahoo/adapter.ts'

export interface MarketDataConfig {
  /** `auto`: Yahoo if it answers within 3 s, otherwise simulated. */
  requested: 'auto' | MarketDataSource
  /** Origin that answers in place of Yahoo's hosts. */
  yahooBaseUrl?: string | undefined
  /** Needed for `polygon`. */
  polygonApiKey?: string | undefined
  /** Origin that answers in place of Polygon's hosts. */
  polygonBaseUrl?: string | undefined
}

export interface MarketDataDependencies {
  config: MarketDataConfig
  db: Database
  clock: Clock
  log: WarningLog
  random: Random
}

/**
 * The market data that the configuration names. With `auto` the first answer is waited for by the first question, not here.
 *
 * @throws Error when `polygon` is configured without a key
 */
export function createMarketData({ config, db, clock, log, random }: MarketDataDependencies): MarketData {
  if (config.requested === 'sample') return createSampleMarketData({ clock })
  const provider = PROVIDERS[config.requested](config, clock, random)
  // Yahoo's options are often empty outside trading hours: with a key, they come from Polygon.
  const optionProvider =
    provider.source === 'yahoo' && config.polygonApiKey ? createPolygon(config, clock, random) : provider
  const live = createLiveMarketData({ provider, optionProvider, db, clock, log })
  if (config.requested !== 'auto') return live
  return createAutoMarketData({ provider, live, simulated: createSampleMarketData({ clock }), log })
}

type CreateProvider = (config: MarketDataConfig, clock: Clock, random: Random) => MarketDataProvider

const createYahoo: CreateProvider = ({ yahooBaseUrl: baseUrl }, clock, random) =>
  createYahooProvider({ clock, random, baseUrl })

const createPolygon: CreateProvider = (config, clock, random) => {
  if (!config.polygonApiKey) {
    throw new Error('MARKET_DATA=polygon needs POLYGON_API_KEY: set the key, or choose yahoo or sample.')
  }
  return createPolygonProvider({ apiKey: config.polygonApiKey, clock, random, baseUrl: config.polygonBaseUrl })
}

/** The provider that is asked, by the name that the operator chose. */
const PROVIDERS: Readonly<Record<Exclude<MarketDataConfig['requested'], 'sample'>, CreateProvider>> = {
  auto: createYahoo,
  yahoo: createYahoo,
  polygon: createPolygon,
}
