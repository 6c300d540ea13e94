import { findKnownInstrument } from '../../market-data/known-instruments.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import { findSecurityName } from './instrument-names.ts'
import type { TickerKnowledge } from './reviewed-source.ts'

/** So many tickers of one import are looked up; a portfolio of people has fewer, and a provider is not there for lists. */
const MOST_LOOKED_UP = 500

/**
 * Looks tickers up. Ballast's own list answers first, then the provider, then the list of securities that are widely held
 * and may have no price here. A provider that does not answer makes no ticker unknown.
 */
export async function resolveTickers(
  { marketData }: { marketData: MarketData },
  tickers: readonly string[],
): Promise<Omit<TickerKnowledge, 'held'>> {
  const known = new Map<string, { name: string | null; sector: string | null }>()
  const others: string[] = []
  for (const ticker of tickers) {
    const instrument = findKnownInstrument(ticker)
    if (instrument) known.set(ticker, { name: instrument.name, sector: instrument.sector })
    else others.push(ticker)
  }
  const asked = others.slice(0, MOST_LOOKED_UP)
  const unchecked = others.slice(MOST_LOOKED_UP)
  const unknown: string[] = []
  const notSimulated: string[] = []
  if (asked.length > 0) {
    const instruments = await marketData.getInstruments(asked)
    for (const [ticker, { name, sector }] of instruments) known.set(ticker, { name, sector })
    const unnamed = asked.filter((ticker) => !known.has(ticker))
    const { found, missing } = await findQuotes(marketData, unnamed)
    for (const ticker of unnamed) {
      const isNotSimulated = missing.get(ticker) === 'not-simulated'
      if (isNotSimulated) notSimulated.push(ticker)
      const name = findSecurityName(ticker)
      if (name !== undefined) known.set(ticker, { name, sector: null })
      else if (isNotSimulated || missing.get(ticker) === 'unknown-ticker') unknown.push(ticker)
      else if (found.has(ticker)) known.set(ticker, { name: null, sector: null })
      else unchecked.push(ticker)
    }
  }
  return { known: [...known], unknown, unchecked, notSimulated }
}

async function findQuotes(marketData: MarketData, tickers: string[]) {
  if (tickers.length === 0) return { found: new Map(), missing: new Map() }
  return marketData.getQuotes({ tickers })
}
