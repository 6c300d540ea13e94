import { BASE_CURRENCY } from '@ballast/contract'
import { formatIsoDate, parseIsoDate } from '@ballast/quant'
import { toRateTicker } from '../market-data/currencies.ts'
import type { DailyHistory, Histories, MarketData } from '../market-data/market-data.ts'

/** A rate stands for so many days after its own; as many are asked for ahead of the first close. */
const RATE_DAYS = 5

/**
 * Daily histories, each day of another currency's converted at the rate of that day, so that its returns are those of an
 * owner who counts in the base currency. Where the provider has no such rates, or none that reach back to the first close,
 * a history stays in its own currency: one that was cut would look like a company that did not exist.
 */
export async function loadHistories(
  marketData: MarketData,
  request: { tickers: readonly string[]; from: string },
): Promise<Histories> {
  const histories = await marketData.getDailyHistory(request)
  const foreign = [...histories.found.values()].filter(({ currency }) => currency !== BASE_CURRENCY)
  if (foreign.length === 0) return histories
  const pairs = [...new Set(foreign.map(({ currency }) => toRateTicker(currency, BASE_CURRENCY)))]
  const from = formatIsoDate(parseIsoDate(request.from) - RATE_DAYS)
  const rates = await marketData.getDailyHistory({ tickers: pairs, from })
  const found = new Map(histories.found)
  for (const history of foreign) {
    const rate = rates.found.get(toRateTicker(history.currency, BASE_CURRENCY))
    const converted = rate && convertHistory(history, rate)
    if (converted) found.set(history.ticker, converted)
  }
  // A rate that is on its way is owed like a history.
  return { found, missing: new Map([...histories.missing, ...rates.missing]) }
}

/**
 * A history at the rates of its days; days without a recent rate are left out.
 * @returns undefined when the rates do not reach back to its first close
 */
export function convertHistory(history: DailyHistory, rate: DailyHistory): DailyHistory | undefined {
  const rateDays = rate.dates.map(parseIsoDate)
  const kept: { date: string; close: number; adjustedClose: number }[] = []
  let next = 0
  for (const [t, date] of history.dates.entries()) {
    const day = parseIsoDate(date)
    while (next < rateDays.length && (rateDays[next] ?? day) <= day) next++
    const rateDay = rateDays[next - 1]
    if (rateDay === undefined || day - rateDay > RATE_DAYS) {
      if (t === 0) return undefined
      continue
    }
    const factor = rate.closes[next - 1] ?? Number.NaN
    kept.push({
      date,
      close: (history.closes[t] ?? Number.NaN) * factor,
      adjustedClose: (history.adjustedCloses[t] ?? Number.NaN) * factor,
    })
  }
  return {
    ...history,
    currency: rate.currency,
    dates: kept.map(({ date }) => date),
    closes: Float64Array.from(kept, ({ close }) => close),
    adjustedCloses: Float64Array.from(kept, ({ adjustedClose }) => adjustedClose),
    fetchedAt: history.fetchedAt > rate.fetchedAt ? history.fetchedAt : rate.fetchedAt,
    stale: history.stale || rate.stale,
  }
}
