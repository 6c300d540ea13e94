// Tests: cache/option-chain-cache.test.ts, live-market-data.test.ts

import { BoundedCache } from '../bounded-cache.ts'
import type { Clock } from '../clock.ts'
import type { ProviderGuard } from './cache/provider-guard.ts'
import { ProviderFailure } from './failures.ts'
import { listKnownInstruments } from './known-instruments.ts'
import type { MarketData, Suggestion } from './market-data.ts'
import type { MarketDataProvider } from './provider.ts'

const SUGGESTIONS = 10
const REMEMBERED_QUERIES = 500
const REMEMBERED_MS = 600_000
/** One letter fits too much for it to be worth a question to the provider. */
const SHORTEST_QUESTION = 2

/**
 * Known securities (the simulated market's and the S&P 500's) that fit what somebody typed, best first: the ticker itself,
 * tickers that begin so, names with a word that begins so, then names that contain it. At most ten.
 */
export function searchKnownInstruments(text: string): Suggestion[] {
  const wanted = text.trim().toUpperCase()
  if (wanted === '') return []
  return listKnownInstruments()
    .map((instrument) => ({ instrument, rank: rankOf(instrument, wanted) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank || (a.instrument.ticker < b.instrument.ticker ? -1 : 1))
    .slice(0, SUGGESTIONS)
    .map(({ instrument: { ticker, name, assetClass, sector } }) => ({ ticker, name, assetClass, sector }))
}

/** The search of a live market: what is known at once, completed by what the provider suggests. */
export function createInstrumentSearch(options: {
  provider: Pick<MarketDataProvider, 'fetchSuggestions'>
  guard: ProviderGuard
  clock: Clock
}): MarketData['searchInstruments'] {
  const { provider, guard, clock } = options
  const remembered = new BoundedCache<{ found: readonly Suggestion[]; at: number }>(REMEMBERED_QUERIES)

  async function ask(text: string): Promise<readonly Suggestion[]> {
    const now = clock.now().getTime()
    const known = remembered.get(text)
    if (known && now - known.at < REMEMBERED_MS) return known.found
    const found = await guard.call('suggestions', () => provider.fetchSuggestions(text))
    remembered.set(text, { found, at: now }, 1)
    return found
  }

  return async (text) => {
    const wanted = text.trim().toUpperCase()
    const own = searchKnownInstruments(wanted)
    if (wanted.length < SHORTEST_QUESTION) return { found: own, complete: true }
    try {
      const theirs = await ask(wanted)
      const merged = new Map([...own, ...theirs].map((one) => [one.ticker, one]))
      const ranked = [...merged.values()].sort((a, b) => rankOf(b, wanted) - rankOf(a, wanted))
      return { found: ranked.slice(0, SUGGESTIONS), complete: true }
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      return { found: own, complete: false }
    }
  }
}

function rankOf({ ticker, name }: Pick<Suggestion, 'ticker' | 'name'>, wanted: string): number {
  if (ticker === wanted) return 5
  if (ticker.startsWith(wanted)) return 4
  const upper = name.toUpperCase()
  if (upper.startsWith(wanted)) return 3
  if (upper.includes(` ${wanted}`)) return 2
  return upper.includes(wanted) ? 1 : 0
}
