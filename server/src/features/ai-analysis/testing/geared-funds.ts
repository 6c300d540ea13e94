import type { DailyHistory, Instrument, MarketData } from '../../../market-data/market-data.ts'

/** Funds that return a multiple of another on each day. */
const FUNDS: Readonly<Record<string, { of: string; times: number; since?: string; name: string }>> = {
  SQQQ: { of: 'QQQ', times: -3, name: 'ProShares UltraPro Short QQQ' },
  TQQQ: { of: 'QQQ', times: 3, name: 'ProShares UltraPro QQQ' },
  SPXU: { of: 'SPY', times: -3, name: 'ProShares UltraPro Short S&P500' },
  UPRO: { of: 'SPY', times: 3, name: 'ProShares UltraPro S&P500' },
  TMF: { of: 'TLT', times: 3, name: 'Direxion Daily 20+ Year Treasury Bull 3X' },
  NEWLY: { of: 'AMD', times: 1, since: '2026-10-30', name: 'Newly Listed Inc.' },
}
const PRICE = 40

/** Gives the simulated market funds that do a multiple of another's day, and a company that has just been listed. */
export function addGearedFunds(marketData: MarketData): void {
  const original = { ...marketData }
  const toModels = (tickers: readonly string[]) => [...new Set(tickers.map((ticker) => FUNDS[ticker]?.of ?? ticker))]
  marketData.getQuotes = async (request) => {
    const answer = await original.getQuotes({ ...request, tickers: toModels(request.tickers) })
    const found = new Map(answer.found)
    for (const ticker of request.tickers) {
      const model = FUNDS[ticker] && answer.found.get(FUNDS[ticker].of)
      if (model) found.set(ticker, { ...model, ticker, price: PRICE, previousClose: PRICE })
    }
    return { found, missing: answer.missing }
  }
  marketData.getDailyHistory = async (request) => {
    const answer = await original.getDailyHistory({ ...request, tickers: toModels(request.tickers) })
    const found = new Map(answer.found)
    for (const ticker of request.tickers) {
      const fund = FUNDS[ticker]
      const model = fund && answer.found.get(fund.of)
      if (fund && model) found.set(ticker, gear({ ...model, ticker }, fund))
    }
    return { found, missing: answer.missing }
  }
  marketData.getInstruments = async (tickers) => {
    const known = new Map(await original.getInstruments(toModels(tickers)))
    for (const ticker of tickers) {
      const fund = FUNDS[ticker]
      const model = fund && known.get(fund.of)
      if (!fund || !model) continue
      const plain: Instrument = { ...model, ticker, name: fund.name, fundSectors: null }
      known.set(ticker, plain)
    }
    return known
  }
}

function gear(model: DailyHistory, { times, since = '' }: { times: number; since?: string }): DailyHistory {
  const first = model.dates.findIndex((date) => date >= since)
  const dates = model.dates.slice(first)
  const closes = new Float64Array(dates.length)
  closes[closes.length - 1] = PRICE
  for (let t = closes.length - 2; t >= 0; t--) {
    const before = model.adjustedCloses[first + t] ?? 1
    const growth = 1 + times * ((model.adjustedCloses[first + t + 1] ?? 1) / before - 1)
    closes[t] = (closes[t + 1] ?? PRICE) / Math.max(0.05, growth)
  }
  return { ...model, dates, closes, adjustedCloses: closes }
}
