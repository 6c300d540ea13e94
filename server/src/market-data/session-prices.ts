import { PRICE_MAX_AGE_SECONDS } from '@ballast/contract'
import type { MarketData } from './market-data.ts'

/** How often prices of a session are worth asking for: before that, the same quotes would come back. */
export const SESSION_PRICES_MILLISECONDS = 1000 * PRICE_MAX_AGE_SECONDS

/**
 * Prices that were made in the session of today, by ticker. The last close and old quotes are left out, because they say nothing
 * of today. The provider is asked for one quote of each ticker.
 */
export async function getSessionPrices(
  { getQuotes }: Pick<MarketData, 'getQuotes'>,
  tickers: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  const { found } = await getQuotes({ tickers: [...new Set(tickers)] })
  const open = [...found].filter(([, { session, stale }]) => session === 'open' && !stale)
  return new Map(open.map(([ticker, { price }]) => [ticker, price]))
}
