// Tests: watch.test.ts

import { BASE_CURRENCY, MARKET_BENCHMARK, namePosition, toOptionTerms, type WatchTerms } from '@ballast/contract'
import { countTradingDays, formatIsoDate } from '@ballast/quant'
import { loadFallInput } from '../../advice/book/load-falls.ts'
import { loadPrices } from '../../holdings/load-prices.ts'
import { loadRisk, mergeInstruments, sumGrossValue } from '../../holdings/load-risk.ts'
import { mergeLots } from '../../holdings/merge-lots.ts'
import { valueLots } from '../../holdings/value-lots.ts'
import { toLastFinishedTradingDay, toNewYorkTime } from '../../market-data/calendar.ts'
import { DIVIDEND_DAYS, findNextDividend } from '../../market-data/dividends.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import type { Parts } from '../../parts.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import { defineWorkerTask } from '../../workers/worker-pool.ts'
import { measureWatched, type WatchedMeasures } from './measure-watched.ts'
import type { WatchedFacts, WatchedOption } from './watched-facts.ts'

export type LoadWatchedDependencies = Pick<Parts, 'clock' | 'marketData' | 'workers'>

interface Wanted {
  userId: string
  portfolioId: string
  lots: readonly StoredLot[]
  terms: readonly WatchTerms[]
  signal: AbortSignal
}

const measureTask = defineWorkerTask(new URL('./measure-watched.ts', import.meta.url).href, measureWatched)

/**
 * Loads the facts that the rules of one portfolio ask about, once for all of them, and no others.
 *
 * @throws AppError 503 when a loss is asked about and there is no history of the benchmark, or no free thread
 */
export async function loadWatched(deps: LoadWatchedDependencies, wanted: Wanted): Promise<WatchedFacts> {
  const { clock, marketData } = deps
  const { lots, terms } = wanted
  const now = clock.now()
  const asks = (kind: WatchTerms['kind']) => terms.some((one) => one.kind === kind)
  const prices = await loadPrices(marketData, lots)
  const valued = valueLots(lots, prices)
  const day = toLastFinishedTradingDay(now)
  const today = formatIsoDate(toNewYorkTime(now).day)
  const watchedPrices = terms.flatMap((one) => (one.kind === 'price' ? [one.ticker] : []))
  const quotes =
    watchedPrices.length === 0 ? null : await marketData.getQuotes({ tickers: [...new Set(watchedPrices)] })
  const toAge = (asOf: string) => Math.max(0, countTradingDays(toNewYorkTime(new Date(asOf)).day, day))
  const risk = asks('drawdown')
    ? (await loadRisk(marketData, { lots, benchmark: MARKET_BENCHMARK }, valued.priced, now)).input
    : null
  const options = asks('expiry') || asks('assignment') ? listOptions(lots, prices.prices) : []
  return {
    day: formatIsoDate(day),
    today,
    simulated: marketData.status().simulated || (options.length > 0 && marketData.optionSource() === 'sample'),
    gross: sumGrossValue(valued.priced),
    values: new Map([...mergeInstruments(valued.priced).values()].map(({ ticker, value }) => [ticker, value])),
    unpriced: Object.values(valued.unpriced).filter((reason) => reason !== 'expired').length,
    quotes: new Map(
      [...(quotes?.found ?? [])].map(([ticker, { price, currency, asOf, stale }]) => {
        return [ticker, { price, currency, day: toDay(asOf), isOld: stale || toAge(asOf) > 1 }]
      }),
    ),
    options: asks('assignment') ? await addDividends(marketData, options, { now, today }) : options,
    ages: [
      ...new Set(
        mergeLots(lots)
          .filter(({ kind }) => kind !== 'cash')
          .map(({ ticker }) => ticker),
      ),
    ].flatMap((ticker) => {
      const asOf = prices.prices.get(ticker)?.asOf
      if (asOf === undefined && prices.missing.get(ticker) === 'expired') return []
      return [{ name: namePosition(ticker), day: asOf ? toDay(asOf) : null, age: asOf ? toAge(asOf) : null }]
    }),
    ...(await measure(deps, wanted, risk)),
  }
}

const toDay = (asOf: string) => formatIsoDate(toNewYorkTime(new Date(asOf)).day)

async function measure(
  { clock, marketData, workers }: LoadWatchedDependencies,
  { userId, portfolioId, lots, terms, signal }: Wanted,
  risk: Parameters<typeof measureWatched>[0]['risk'],
): Promise<WatchedMeasures> {
  const shocks = [...new Set(terms.flatMap((one) => (one.kind === 'loss' ? [one.shockPercent] : [])))]
  if (shocks.length === 0 && risk === null) return { losses: [], drawdown: null }
  const book = shocks.length === 0 ? null : await loadFallInput({ clock, marketData }, { portfolioId, lots, signal })
  return workers.run(measureTask, { book, shocks, risk }, { owner: userId, signal })
}

function listOptions(
  lots: readonly StoredLot[],
  prices: Awaited<ReturnType<typeof loadPrices>>['prices'],
): WatchedOption[] {
  const contracts = new Map<string, number>()
  for (const { kind, ticker, shares } of mergeLots(lots)) {
    if (kind === 'option') contracts.set(ticker, (contracts.get(ticker) ?? 0) + shares)
  }
  return [...contracts].flatMap(([symbol, held]) => {
    const terms = toOptionTerms(symbol)
    if (terms === undefined || held === 0) return []
    const { price = null, underlyingPrice = null } = prices.get(symbol)?.option ?? {}
    return [{ symbol, name: namePosition(symbol), terms, contracts: held, price, underlyingPrice, dividend: null }]
  })
}

/** Sold calls with the next dividend of their underlying, where its history has any. */
async function addDividends(
  marketData: MarketData,
  options: readonly WatchedOption[],
  { now, today }: { now: Date; today: string },
): Promise<WatchedOption[]> {
  const isSold = ({ contracts }: WatchedOption) => contracts < 0
  const tickers = [...new Set(options.filter(isSold).map(({ terms }) => terms.underlying))]
  if (tickers.length === 0) return [...options]
  const from = new Date(now.getTime() - DIVIDEND_DAYS * 86_400_000).toISOString().slice(0, 10)
  const { found } = await marketData.getDailyHistory({ tickers, from })
  return options.map((option) => {
    const history = found.get(option.terms.underlying)
    if (!isSold(option) || history?.currency !== BASE_CURRENCY) return option
    return { ...option, dividend: findNextDividend(history, today) }
  })
}
