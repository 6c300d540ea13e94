import type { DailyHistory, MarketData } from '../../../market-data/market-data.ts'
import { NOW } from './hedge-client.ts'

const RATE = 1.25
/** When the rates of the one provider that has them begin. */
const FIRST_RATE = '2003-12-01'

/**
 * Gives the simulated market a listing in Frankfurt: what Microsoft does, a day later and in euros at a fixed rate, so that
 * in dollars it is Microsoft a day late.
 */
export function addFrankfurt(marketData: MarketData, { hasRates = true } = {}): void {
  const original = { ...marketData }
  const toEuros = (history: DailyHistory): DailyHistory => {
    const late = (values: Float64Array) => values.map((value, t) => (values[t - 1] ?? value) / RATE)
    const { closes, adjustedCloses } = history
    return {
      ...history,
      ticker: 'SAP.DE',
      currency: 'EUR',
      closes: late(closes),
      adjustedCloses: late(adjustedCloses),
    }
  }
  marketData.getQuotes = async (request) => {
    const answer = await original.getQuotes({ ...request, tickers: [...new Set([...request.tickers, 'MSFT'])] })
    const model = need(answer.found.get('MSFT'))
    const found = new Map(answer.found).set('SAP.DE', {
      ...model,
      ticker: 'SAP.DE',
      currency: 'EUR',
      price: 160,
      previousClose: 160,
    })
    return { found: pick(found, request.tickers), missing: pick(answer.missing, request.tickers, 'SAP.DE') }
  }
  marketData.getExchangeRates = async ({ from, to }) => {
    const asOf = NOW.toISOString()
    return new Map(from.map((currency) => [currency, { from: currency, to, rate: RATE, asOf, source: 'sample' }]))
  }
  marketData.getDailyHistory = async (request) => {
    const answer = await original.getDailyHistory({
      ...request,
      tickers: [...new Set([...request.tickers.filter((ticker) => ticker !== 'EURUSD=X'), 'MSFT', 'SPY'])],
    })
    const found = new Map(answer.found)
    const missing = new Map(answer.missing)
    if (request.tickers.includes('SAP.DE')) {
      found.set('SAP.DE', toEuros(need(answer.found.get('MSFT'))))
      missing.delete('SAP.DE')
    }
    if (request.tickers.includes('EURUSD=X')) {
      const days = need(answer.found.get('SPY'))
      const first = days.dates.findIndex((date) => date >= FIRST_RATE)
      const dates = days.dates.slice(Math.max(0, first))
      const closes = new Float64Array(dates.length).fill(RATE)
      const rates: DailyHistory = { ...days, ticker: 'EURUSD=X', dates, closes, adjustedCloses: closes, splits: [] }
      if (hasRates) found.set('EURUSD=X', rates)
      else missing.set('EURUSD=X', 'unknown-ticker')
    }
    return { found: pick(found, request.tickers), missing: pick(missing, request.tickers) }
  }
}

/** Picks what was asked for, and no more: a provider answers nothing else. */
const pick = <Value>(all: ReadonlyMap<string, Value>, tickers: readonly string[], without?: string) =>
  new Map([...all].filter(([ticker]) => ticker !== without && tickers.includes(ticker)))

function need<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new Error('The simulated market has these')
  return found
}
