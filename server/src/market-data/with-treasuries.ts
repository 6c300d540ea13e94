// Tests: ../features/overview/rates-risk.test.ts

import { toBondTerms } from '@ballast/contract'
import { parseIsoDate } from '@ballast/quant'
import type { Clock } from '../clock.ts'
import { toNewYorkTime } from './calendar.ts'
import type { MarketData, MissingReason } from './market-data.ts'
import { toTreasuryInstrument } from './treasury-instrument.ts'

/**
 * Market data that knows the Treasuries by what their tickers spell out. No provider quotes single Treasuries, so none is
 * asked for them: they have a name and a class, and neither a quote nor a history. One that was paid back is `matured`.
 */
export function withTreasuries(market: MarketData, clock: Clock): MarketData {
  const today = () => toNewYorkTime(clock.now()).day
  const sort = (tickers: readonly string[]) => {
    const missing = new Map<string, MissingReason>()
    for (const ticker of tickers) {
      const terms = toBondTerms(ticker)
      if (terms) missing.set(ticker, parseIsoDate(terms.maturity) <= today() ? 'matured' : 'no-price')
    }
    return { missing, others: missing.size === 0 ? tickers : tickers.filter((ticker) => !missing.has(ticker)) }
  }
  const join = <Found extends { missing: ReadonlyMap<string, MissingReason> }>(
    answer: Found,
    missing: ReadonlyMap<string, MissingReason>,
  ): Found => (missing.size === 0 ? answer : { ...answer, missing: new Map([...answer.missing, ...missing]) })
  return {
    ...market,
    async getQuotes(request) {
      const { missing, others } = sort(request.tickers)
      return join(await market.getQuotes({ ...request, tickers: others }), missing)
    },
    async getDailyHistory(request) {
      const { missing, others } = sort(request.tickers)
      return join(await market.getDailyHistory({ ...request, tickers: others }), missing)
    },
    async getInstruments(tickers) {
      const { missing, others } = sort(tickers)
      const found = new Map(await market.getInstruments(others))
      for (const ticker of missing.keys()) {
        const instrument = toTreasuryInstrument(ticker, today())
        if (instrument) found.set(ticker, instrument)
      }
      return found
    },
  }
}
