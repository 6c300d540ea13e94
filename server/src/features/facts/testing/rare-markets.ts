import type { DailyHistory, MarketData } from '../../../market-data/market-data.ts'
import { decodeChain, encodeChain, type OptionChain } from '../../../market-data/options/option-chain.ts'

/** Calls of a market that answer otherwise than the usual one. */
type Change = (usual: MarketData) => Partial<MarketData>

export function withChains(change: (chain: OptionChain) => OptionChain): Change {
  return (usual) => ({
    async getOptionChain(request) {
      const answer = await usual.getOptionChain(request)
      return answer.kind === 'chain' ? { ...answer, encoded: encodeChain(change(decodeChain(answer.encoded))) } : answer
    },
  })
}

/** Options on the VIX, which the simulated market lacks: those of a company at another price. No other puts are listed. */
export function withVolatilityIndex(level: number): Change {
  return (usual) => ({
    async getOptionChain(request) {
      const isVolatility = request.ticker === '^VIX'
      const answer = await usual.getOptionChain(isVolatility ? { ...request, ticker: 'NVDA' } : request)
      if (answer.kind !== 'chain') return answer
      const chain = decodeChain(answer.encoded)
      const calls = chain.contracts.filter(({ type }) => type === 'call')
      if (!isVolatility) return { ...answer, encoded: encodeChain({ ...chain, contracts: calls }) }
      const scale = level / (chain.underlyingPrice ?? level)
      const scaled = chain.contracts.map((one) => ({
        ...one,
        strike: Math.round(100 * scale * one.strike) / 100,
        bid: one.bid && scale * one.bid,
        ask: one.ask && scale * one.ask,
        last: one.last && scale * one.last,
      }))
      const priced = { underlyingPrice: level, previousClose: level, contracts: scaled }
      return { ...answer, encoded: encodeChain({ ...chain, ticker: '^VIX', ...priced }) }
    },
  })
}

/** @param change null for a history that the provider lacks */
export function withHistories(change: (history: DailyHistory) => DailyHistory | null): Change {
  return (usual) => ({
    async getDailyHistory(request) {
      const { found, missing } = await usual.getDailyHistory(request)
      const changed = [...found].map(([ticker, history]) => [ticker, change(history)] as const)
      return {
        found: new Map(changed.flatMap(([ticker, history]) => (history === null ? [] : [[ticker, history] as const]))),
        missing: new Map([
          ...missing,
          ...changed.flatMap(([ticker, history]) => (history === null ? [[ticker, 'unknown-ticker'] as const] : [])),
        ]),
      }
    },
  })
}

export function keepLast(history: DailyHistory, days: number): DailyHistory {
  const { dates, closes, adjustedCloses } = history
  return {
    ...history,
    dates: dates.slice(-days),
    closes: closes.slice(-days),
    adjustedCloses: adjustedCloses.slice(-days),
    splits: [],
  }
}

/** Funds that fall by more than their beta explains on the worst tenth of the days of NVDA. */
export function withWorseTails(tickers: readonly string[]): Change {
  return (usual) => ({
    async getDailyHistory(request) {
      const answer = await usual.getDailyHistory({ ...request, tickers: [...new Set([...request.tickers, 'NVDA'])] })
      const company = answer.found.get('NVDA')
      const found = new Map(answer.found)
      for (const [ticker, history] of answer.found)
        if (company && tickers.includes(ticker)) found.set(ticker, fallWith(history, company))
      if (!request.tickers.includes('NVDA')) found.delete('NVDA')
      return { ...answer, found }
    },
  })
}

function fallWith(history: DailyHistory, { dates, closes }: DailyHistory): DailyHistory {
  const growth = dates.map((date, t) => ({ date, growth: (closes[t] ?? 1) / (closes[t - 1] ?? closes[t] ?? 1) }))
  const worst = growth.toSorted((a, b) => a.growth - b.growth).slice(0, Math.floor(dates.length / 10))
  const isWorst = new Set(worst.map(({ date }) => date))
  let factor = 1
  const factors = history.dates.map((date) => (factor *= isWorst.has(date) ? 0.985 : 1.0017))
  const turn = (values: Float64Array) => values.map((value, t) => (value * (factors[t] ?? 1)) / factor)
  return { ...history, closes: turn(history.closes), adjustedCloses: turn(history.adjustedCloses) }
}

/** A source that tells of the index’s fund that it has sectors, and none of their weights. */
export const withoutSectors: Change = (usual) => ({
  async getInstruments(tickers) {
    const instruments = await usual.getInstruments(tickers)
    return new Map(
      [...instruments].map(([ticker, one]) => [ticker, { ...one, fundSectors: { weights: {}, asOf: '2026-11-20' } }]),
    )
  },
})
