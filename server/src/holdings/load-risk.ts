import { createHash } from 'node:crypto'
import { BASE_CURRENCY, type Benchmark, MARKET_INDEX, type MarketDataSource, nameBenchmark } from '@ballast/contract'
import { normalizeSector, parseIsoDate, TRADING_DAYS } from '@ballast/quant'
import { toLastFinishedTradingDay } from '../market-data/calendar.ts'
import { closesElsewhere } from '../market-data/exchange-suffix.ts'
import type { DailyHistory, Histories, Instrument, MarketData } from '../market-data/market-data.ts'
import { toStoredSource } from '../market-data/stored-source.ts'
import { letOthersWork } from '../other-work.ts'
import type { StoredLot } from '../portfolios/position.repository.ts'
import { combineBenchmark } from '../risk/benchmark-series.ts'
import type { DailyCloses, HistoryAbsence, RiskHolding, RiskInput } from '../risk/holding.ts'
import { toInstrumentClass } from './instrument-class.ts'
import { loadHistories } from './load-histories.ts'
import type { LotPrices } from './load-prices.ts'
import { isTooShort, type LoadedProxy, loadProxies } from './load-proxies.ts'
import type { PricedLots } from './value-lots.ts'

/** Input of a screen's risk figures, and the facts known about it. */
export interface LoadedRisk {
  input: RiskInput
  instruments: ReadonlyMap<string, Instrument>
  histories: Histories
  /** True when a provider failure made an old tail of history stand in. */
  stale: boolean
  /** True when the provider owes us a history, so that the same question may have a better answer in a moment. */
  isIncomplete: boolean
}

/** A year of trading days and the holidays around it. */
const HISTORY_MILLISECONDS = 380 * 86_400_000

/** Positions, and the benchmark they are compared with. */
export interface Compared {
  lots: readonly StoredLot[]
  benchmark: Benchmark
}

/** The securities of a portfolio, one entry a ticker, each with the year of history that its risk is measured from. */
export async function loadRisk(
  marketData: MarketData,
  { lots, benchmark }: Compared,
  priced: readonly PricedLots[],
  today: Date,
): Promise<LoadedRisk> {
  const held = mergeExposures(priced)
  const tickers = [...held.keys()]
  const from = new Date(today.getTime() - HISTORY_MILLISECONDS).toISOString().slice(0, 10)
  // One after the other, with a turn for others in between: hundreds of rows take their time.
  await letOthersWork()
  const instruments = await marketData.getInstruments(tickers)
  await letOthersWork()
  const compared = benchmark.map(({ ticker }) => ticker)
  const wanted = [...new Set([...tickers, MARKET_INDEX, ...compared])]
  const histories = await loadHistories(marketData, { tickers: wanted, from })
  await letOthersWork()
  const sectors = listOwnSectors(lots)
  const holdings = [...held.values()].map((holding) => {
    const { ticker } = holding
    const instrument = instruments.get(ticker)
    const sector = sectors.get(ticker) ?? normalizeSector(instrument?.sector)
    return {
      holding,
      instrument,
      sector,
      absence: findAbsence(histories, ticker),
      history: histories.found.get(ticker),
    }
  })
  // What the provider has not delivered, or delivers in another currency, may well have traded: nothing stands in for it.
  const young = holdings.filter(({ absence, history }) =>
    absence === null ? isTooShort(history) : absence === 'no-history',
  )
  const { proxies, histories: ofProxies } = await loadProxies(
    marketData,
    young.map(({ holding: { ticker }, instrument, sector }) => ({ ticker, instrument, sector })),
    from,
  )
  const toCloses = createClosesReader()
  const [atMarket, ownValues] = [sumAtMarket(priced), mergeInstruments(priced)]
  const findCloses = (ticker: string) => {
    const history = findAbsence(histories, ticker) === null ? histories.found.get(ticker) : undefined
    return history && toCloses(history)
  }
  const index = histories.found.get(MARKET_INDEX)
  // As many as are shown: a mix is invested at the first of them.
  const calendar = index ? toCloses(index).days.slice(-(TRADING_DAYS + 1)) : new Int32Array()
  return {
    input: {
      holdings: holdings.map(({ holding, instrument, sector, absence, history }) => ({
        ...holding,
        ...(atMarket && { heldValue: ownValues.get(holding.ticker)?.value ?? 0 }),
        ...(absence === null && history ? { history: toCloses(history) } : {}),
        ...(absence === null ? {} : { absence }),
        ...(closesElsewhere(holding.ticker) && { closesElsewhere: true }),
        ...toProxy(proxies.get(holding.ticker), toCloses),
        ...(instrument?.remainingYears !== undefined && { followsProxy: true }),
        internalDiversification: instrument?.internalDiversification ?? 1,
        instrumentClass: toInstrumentClass(instrument),
        sector,
      })),
      cash: sumRiskCash(priced),
      ...(atMarket && { atMarket }),
      calendar,
      benchmark: combineBenchmark(benchmark, calendar, findCloses),
    },
    instruments,
    histories,
    stale: [...histories.found.values(), ...ofProxies.found.values()].some(({ stale }) => stale),
    isIncomplete: [...histories.missing.values(), ...ofProxies.missing.values()].includes('provider-down'),
  }
}

function toProxy(
  found: LoadedProxy | undefined,
  toCloses: (history: DailyHistory) => DailyCloses,
): Pick<RiskHolding, 'proxy'> {
  if (!found) return {}
  const { method, ticker, series } = found
  return { proxy: { method, ticker, history: toCloses(series) } }
}

/** One security of a portfolio, its lots taken together; amounts in the base currency, negative for what is owed. */
export interface HeldInstrument {
  ticker: string
  value: number
  /** Shares × multiplier. */
  units: number
}

/** Securities and bonds by ticker, in the order in which they come up. */
export function mergeInstruments(priced: readonly PricedLots[]): ReadonlyMap<string, HeldInstrument> {
  const merged = new Map<string, HeldInstrument>()
  for (const { ticker, kind, value, units } of priced) {
    if (kind !== 'security' && kind !== 'bond') continue
    const before = merged.get(ticker)
    merged.set(ticker, { ticker, value: value + (before?.value ?? 0), units: units + (before?.units ?? 0) })
  }
  return merged
}

/**
 * Securities by ticker, and options as the shares of their underlying that move as they do (delta), which may make an
 * entry for an underlying that is not held, or a negative one. What an option is worth beyond those shares is cash to
 * its risk, see `sumRiskCash`, so that the sum of all is what the portfolio is worth.
 */
export function mergeExposures(priced: readonly PricedLots[]): ReadonlyMap<string, HeldInstrument> {
  const merged = new Map(mergeInstruments(priced))
  for (const { exposure } of priced) {
    if (!exposure) continue
    const { underlying: ticker, units, value } = exposure
    const before = merged.get(ticker)
    merged.set(ticker, { ticker, value: value + (before?.value ?? 0), units: units + (before?.units ?? 0) })
  }
  return merged
}

/** Cash, and what options are worth beyond the shares that move as they do. */
export function sumRiskCash(priced: readonly PricedLots[]): number {
  return priced.reduce((sum, { value, exposure }) => (exposure ? sum + value - exposure.value : sum), sumCash(priced))
}

/** Value of the options of each symbol, signed. */
export function sumOptions(priced: readonly PricedLots[]): ReadonlyMap<string, number> {
  const options = new Map<string, number>()
  for (const { ticker, kind, value } of priced) {
    if (kind === 'option') options.set(ticker, (options.get(ticker) ?? 0) + value)
  }
  return options
}

/** Total that weights are shares of; nothing where no option makes it differ from the total behind risk. */
function sumAtMarket(priced: readonly PricedLots[]): RiskInput['atMarket'] {
  return sumOptions(priced).size === 0 ? undefined : { cash: sumCash(priced), gross: sumGrossValue(priced) }
}

/** Total that weights are shares of: the value of everything by magnitude, the lots of one ticker taken together. */
export function sumGrossValue(priced: readonly PricedLots[]): number {
  const securities = [...mergeInstruments(priced).values()].map(({ value }) => value)
  const values = securities.concat(sumCash(priced), ...sumOptions(priced).values())
  return values.reduce((sum, value) => sum + Math.abs(value), 0)
}

export function sumCash(priced: readonly PricedLots[]): number {
  return priced.reduce((sum, { kind, value }) => (kind === 'cash' ? sum + value : sum), 0)
}

/** The sectors that the owner has given, by ticker and under their standard names. */
export function listOwnSectors(lots: readonly Pick<StoredLot, 'ticker' | 'sector'>[]): ReadonlyMap<string, string> {
  const sectors = new Map<string, string>()
  for (const { ticker, sector } of lots) {
    const name = normalizeSector(sector)
    if (name !== null) sectors.set(ticker, name)
  }
  return sectors
}

/**
 * Why a ticker's history cannot be computed with, or null when it can. Closes in another currency, of which there are no
 * rates, would mix its moves into those of the portfolio: such a holding is left out by name.
 */
export function findAbsence({ found, missing }: Histories, ticker: string): HistoryAbsence | null {
  const history = found.get(ticker)
  if (history) return history.currency === BASE_CURRENCY ? null : 'other-currency'
  return missing.get(ticker) === 'provider-down' ? 'provider-down' : 'no-history'
}

/**
 * Reads histories as day numbers and adjusted closes. Hundreds of histories have the same days: these are read once and
 * shared, so they must not be written to.
 */
export function createClosesReader(): (history: DailyHistory) => DailyCloses {
  const read = new Map<string, { dates: readonly string[]; days: Int32Array }>()
  return ({ dates, adjustedCloses }) => {
    const alike = `${dates[0]} ${dates.length}`
    let found = read.get(alike)
    if (!found || (dates !== found.dates && !isSame(dates, found.dates))) {
      found = { dates, days: Int32Array.from(dates, toDay) }
      read.set(alike, found)
    }
    return { days: found.days, closes: adjustedCloses.slice() }
  }
}

/** Every date that a history had, thirty years at most of trading days: reading one takes longer than finding it. */
const dayNumbers = new Map<string, number>()

function toDay(date: string): number {
  const known = dayNumbers.get(date)
  if (known !== undefined) return known
  const day = parseIsoDate(date)
  dayNumbers.set(date, day)
  return day
}

function isSame(dates: readonly string[], others: readonly string[]): boolean {
  for (let t = 0; t < dates.length; t++) if (dates[t] !== others[t]) return false
  return true
}

const contents = new WeakMap<readonly StoredLot[], string>()

/** Lots as a short text, the same for two portfolios with the same lots in the same order. */
function describeContent(lots: readonly StoredLot[]): string {
  const known = contents.get(lots)
  if (known !== undefined) return known
  const hash = createHash('sha256')
  for (const { id: _id, importId: _importId, ...lot } of lots) hash.update(JSON.stringify(lot))
  const content = hash.digest('base64url')
  contents.set(lots, content)
  return content
}

/**
 * Everything that an answer about a portfolio depends on, as one text: what is held and compared with, the source, the last
 * close that exists, the newest price and the rates.
 */
export function describeOrigin(
  { lots, benchmark }: Compared,
  { prices, missing, rates }: LotPrices,
  today: Date,
  source: MarketDataSource,
): string {
  let fetchedAt = ''
  for (const price of prices.values()) if ((price.fetchedAt ?? '') > fetchedAt) fetchedAt = price.fetchedAt ?? ''
  const ratesAsOf = [...rates.values()].map(({ from, asOf }) => `${from}${asOf}`).join('')
  return [
    describeContent(lots),
    nameBenchmark(benchmark),
    toStoredSource(source),
    toLastFinishedTradingDay(today),
    fetchedAt,
    prices.size,
    missing.size,
    ratesAsOf,
  ].join('-')
}

/** The time of the newest price; the session is open while any price is of an open one. */
export function describeSession({ prices }: LotPrices): { asOf: string | null; session: 'open' | 'closed' } {
  let asOf: string | null = null
  let session: 'open' | 'closed' = 'closed'
  for (const price of prices.values()) {
    if (price.fetchedAt === null) continue
    if (asOf === null || price.asOf > asOf) asOf = price.asOf
    if (price.session === 'open') session = 'open'
  }
  return { asOf, session }
}
