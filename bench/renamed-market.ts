import type { MarketData } from '../server/src/market-data/market-data.ts'
import { SIMULATED_INSTRUMENTS } from '../server/src/market-data/sample/instruments.ts'

/** The simulated market has fewer companies than 500: each goes by further names, `ZA0` and so on, as well. */
export function nameAnew(market: MarketData): void {
  const { getQuotes, getDailyHistory, getInstruments } = market
  const known = [...SIMULATED_INSTRUMENTS.values()].filter(({ isFund }) => !isFund)
  const realOf = (ticker: string) => {
    const place = /^ZA(\d+)$/.exec(ticker)?.[1]
    return (place === undefined ? undefined : known[Number(place) % known.length]?.ticker) ?? ticker
  }
  const rename = <Found extends { ticker: string }>(tickers: readonly string[], found: ReadonlyMap<string, Found>) =>
    new Map(
      tickers.flatMap((ticker) => {
        const real = found.get(realOf(ticker))
        return real ? [[ticker, { ...real, ticker }] as const] : []
      }),
    )
  market.getQuotes = async (request) => {
    const quotes = await getQuotes({ ...request, tickers: request.tickers.map(realOf) })
    return { ...quotes, found: rename(request.tickers, quotes.found) }
  }
  market.getDailyHistory = async (request) => {
    const histories = await getDailyHistory({ ...request, tickers: [...new Set(request.tickers.map(realOf))] })
    return { ...histories, found: rename(request.tickers, histories.found) }
  }
  market.getInstruments = async (tickers) => rename(tickers, await getInstruments(tickers.map(realOf)))
}
