import { BASE_CURRENCY, BENCHMARK, type Overview } from '@ballast/contract'
import { type InstrumentClass, parseIsoDate } from '@ballast/quant'
import { BoundedCache } from '../../bounded-cache.ts'
import type { Clock } from '../../clock.ts'
import { type EncodedJson, encodedJson } from '../../http/answers.ts'
import type { DailyHistory, Instrument, MarketData } from '../../market-data/market-data.ts'
import type { PortfolioReader } from '../../portfolios/portfolio-reader.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import { defineWorkerTask, type WorkerPool } from '../../workers/worker-pool.ts'
import { type LotPrices, loadPrices } from '../prices/prices.service.ts'
import { computeTotals } from './overview-totals.ts'
import { computeRiskFigures, type DailyCloses, type RiskHolding, type RiskInput } from './risk-figures.ts'
import { type PricedLot, valueLots } from './value-lots.ts'

export interface OverviewDependencies {
  portfolioReader: PortfolioReader
  clock: Clock
  marketData: MarketData
  workers: WorkerPool
}

const CACHE_BYTES = 16 * 1024 * 1024
/** A year of trading days and the holidays around it. */
const HISTORY_MILLISECONDS = 380 * 86_400_000
/** More holdings than this take too long to be computed while others wait. */
const INLINE_HOLDINGS = 300

const riskTask = defineWorkerTask(new URL('./risk-figures.ts', import.meta.url).href, computeRiskFigures)

/** The performance-and-risk strip, computed when the positions, the prices or the day have changed. */
export function createOverviewService({ portfolioReader, clock, marketData, workers }: OverviewDependencies) {
  const cache = new BoundedCache<{ origin: string; answer: EncodedJson }>(CACHE_BYTES)

  /** @throws AppError 404 when the user has no such portfolio */
  return async function getOverview(userId: string, portfolioId: string, signal: AbortSignal): Promise<EncodedJson> {
    const { version, lots } = await portfolioReader.getHeld(userId, portfolioId)
    const prices = await loadPrices(marketData, lots)
    const today = clock.now()
    const origin = describeOrigin(version, prices, today, marketData.status().source)
    const key = `${userId} ${portfolioId}`
    const kept = cache.get(key)
    if (kept?.origin === origin) return kept.answer

    const valued = valueLots(lots, prices)
    const input = await loadRiskInput(marketData, lots, valued.priced, today)
    const figures =
      input.holdings.length > INLINE_HOLDINGS ? await workers.run(riskTask, input, signal) : computeRiskFigures(input)
    const { source, simulated } = marketData.status()
    const overview: Overview = {
      ...describeSession(prices),
      source,
      simulated,
      currency: BASE_CURRENCY,
      ...computeTotals(valued.priced),
      unpriced: valued.unpriced,
      withoutCost: valued.withoutCost,
      ...figures,
    }
    const body = Buffer.from(JSON.stringify(overview))
    const answer = encodedJson(body, origin)
    cache.set(key, { origin, answer }, body.length)
    return answer
  }
}

/** Everything that the answer depends on, as one text. */
function describeOrigin(version: number, { prices, missing, rates }: LotPrices, today: Date, source: string): string {
  let fetchedAt = ''
  for (const price of prices.values()) if ((price.fetchedAt ?? '') > fetchedAt) fetchedAt = price.fetchedAt ?? ''
  const ratesAsOf = [...rates.values()].map(({ from, asOf }) => `${from}${asOf}`).join('')
  const day = today.toISOString().slice(0, 10)
  return [version, source, day, fetchedAt, prices.size, missing.size, ratesAsOf].join('-')
}

/** The time of the newest price; the session is open while any price is of an open one. */
function describeSession({ prices }: LotPrices): Pick<Overview, 'asOf' | 'session'> {
  let asOf: string | null = null
  let session: Overview['session'] = 'closed'
  for (const price of prices.values()) {
    if (price.fetchedAt === null) continue
    if (asOf === null || price.asOf > asOf) asOf = price.asOf
    if (price.session === 'open') session = 'open'
  }
  return { asOf, session }
}

async function loadRiskInput(
  marketData: MarketData,
  lots: readonly StoredLot[],
  priced: readonly PricedLot[],
  today: Date,
): Promise<RiskInput> {
  const held = mergeByTicker(priced.filter(({ kind }) => kind === 'security'))
  const tickers = [...held.keys()]
  const from = new Date(today.getTime() - HISTORY_MILLISECONDS).toISOString().slice(0, 10)
  const [histories, instruments] = await Promise.all([
    marketData.getDailyHistory({ tickers: [...new Set([...tickers, BENCHMARK])], from }),
    marketData.getInstruments(tickers),
  ])
  const ownSectors = new Map(lots.flatMap(({ ticker, sector }) => (sector === null ? [] : [[ticker, sector] as const])))
  const toDays = dayReader()
  const benchmark = histories.found.get(BENCHMARK)
  return {
    holdings: [...held.values()].map((holding) => {
      const instrument = instruments.get(holding.ticker)
      const history = histories.found.get(holding.ticker)
      return {
        ...holding,
        // Closes in another currency would mix its moves into those of the portfolio: such a holding is left out by name.
        ...(history && history.currency === BASE_CURRENCY ? { history: toCloses(history, toDays) } : {}),
        internalDiversification: instrument?.internalDiversification ?? 1,
        instrumentClass: toInstrumentClass(instrument),
        sector: ownSectors.get(holding.ticker) ?? instrument?.sector ?? null,
      }
    }),
    cash: priced.reduce((sum, { kind, value }) => (kind === 'cash' ? sum + value : sum), 0),
    benchmark: benchmark ? toCloses(benchmark, toDays) : null,
  }
}

function mergeByTicker(
  priced: readonly PricedLot[],
): ReadonlyMap<string, Pick<RiskHolding, 'ticker' | 'value' | 'units'>> {
  const merged = new Map<string, Pick<RiskHolding, 'ticker' | 'value' | 'units'>>()
  for (const { ticker, value, units } of priced) {
    const before = merged.get(ticker)
    merged.set(ticker, { ticker, value: value + (before?.value ?? 0), units: units + (before?.units ?? 0) })
  }
  return merged
}

function toCloses(history: DailyHistory, toDays: (date: string) => number): DailyCloses {
  return { days: Int32Array.from(history.dates, toDays), closes: history.adjustedCloses.slice() }
}

/** Thousands of histories share the same few hundred dates. */
function dayReader(): (date: string) => number {
  const days = new Map<string, number>()
  return (date) => {
    const known = days.get(date)
    if (known !== undefined) return known
    const day = parseIsoDate(date)
    days.set(date, day)
    return day
  }
}

/** How much of one bet an instrument is; what is not known is taken for a company, the most concentrated there is. */
function toInstrumentClass(instrument: Instrument | undefined): InstrumentClass {
  switch (instrument?.assetClass) {
    case 'crypto':
      return 'coin'
    case 'commodity-fund':
    case 'volatility':
    case 'currency':
      return 'single-driver-fund'
    case 'bond-fund':
      return instrument.internalDiversification > 1.05 ? 'credit-fund' : 'government-bond-fund'
    case 'index':
      return 'broad-fund'
    case 'fund':
      return instrument.sector === null || instrument.sector === 'Diversified Fund' ? 'broad-fund' : 'sector-fund'
    default:
      return 'company'
  }
}
