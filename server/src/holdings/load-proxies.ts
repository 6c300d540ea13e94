// Tests: ../features/correlation/correlation.test.ts

import { BASE_CURRENCY } from '@ballast/contract'
import { MINIMUM_PAIR_RETURNS } from '@ballast/quant'
import type { DailyHistory, Histories, Instrument, MarketData } from '../market-data/market-data.ts'
import { listProxies, type ProxyChoice } from '../risk/proxy-ladder.ts'

/** A holding that has too few returns of its own. */
export interface YoungHolding {
  ticker: string
  instrument: Instrument | undefined
  sector: string | null
}

/** Proxy of a position, with its history. */
export type LoadedProxy = ProxyChoice & { series: DailyHistory }

export interface LoadedProxies {
  /** Proxies by position; a position without one has found nothing with enough returns. */
  proxies: ReadonlyMap<string, LoadedProxy>
  /** Answer of the provider for the tickers asked for. */
  histories: Histories
}

const NOTHING: LoadedProxies = { proxies: new Map(), histories: { found: new Map(), missing: new Map() } }

/** True if a history has too few closes for the returns that a figure needs. */
export function isTooShort(history: DailyHistory | undefined): boolean {
  return (history?.dates.length ?? 0) <= MINIMUM_PAIR_RETURNS
}

/** For each young holding the first of the ladder that has a history of its own, in the base currency. */
export async function loadProxies(
  marketData: MarketData,
  young: readonly YoungHolding[],
  from: string,
): Promise<LoadedProxies> {
  const choices = young.map(({ ticker, instrument, sector }) => ({
    ticker,
    proxies: listProxies(ticker, instrument, sector),
  }))
  const tickers = [...new Set(choices.flatMap(({ proxies }) => proxies.map((proxy) => proxy.ticker)))]
  if (tickers.length === 0) return NOTHING
  const histories = await marketData.getDailyHistory({ tickers, from })
  const found = new Map(
    choices.flatMap(({ ticker, proxies }) => {
      const used = proxies.find((proxy) => {
        const series = histories.found.get(proxy.ticker)
        return series?.currency === BASE_CURRENCY && !isTooShort(series)
      })
      const series = used && histories.found.get(used.ticker)
      return series ? [[ticker, { ...used, series }] as const] : []
    }),
  )
  return { proxies: found, histories }
}
