import { formatIsoDate } from '@ballast/quant'
import { BoundedCache } from '../../bounded-cache.ts'
import { createBenchmarkPath } from './benchmark-path.ts'
import { createFactorPath, type FactorPath } from './factor-path.ts'
import { createInstrumentPath, type InstrumentPath } from './instrument-path.ts'
import { SIMULATED_INSTRUMENTS } from './instruments.ts'
import type { SimulatedFactor } from './sector-factors.ts'
import type { SimulatedInstrument } from './simulated-instrument.ts'

/** Daily closes in USD, dates ascending; both arrays have one length, and the caller may keep and change the closes. */
export interface SimulatedCloses {
  /** Shared by all instruments that are asked for the same days. */
  dates: readonly string[]
  closes: Float64Array
}

/**
 * A deterministic market for demonstrations and tests: the benchmark passes through real S&P 500 closes up to the anchor
 * date, everything between and after is invented. A close depends on its ticker and its date only, so histories never
 * change as time goes on or as more is asked for. Prices are total-return-like: there are no dividends and no splits.
 */
export interface SimulatedMarket {
  /**
   * Closes of `ticker` from `fromDay` to `throughDay` (civil day numbers, both inclusive); empty when it was not listed
   * yet, `undefined` when the simulated market does not know it. The first call for a ticker takes a few milliseconds.
   */
  getCloses(ticker: string, fromDay: number, throughDay: number): SimulatedCloses | undefined
  /**
   * Daily log returns up to and including the last trading day on or before `throughDay`, newest first, at most `count`;
   * `undefined` when there is no such instrument, or when it had no close yet.
   */
  getRecentReturns(ticker: string, throughDay: number, count: number): RecentReturns | undefined
}

export interface RecentReturns {
  /** The trading day of the newest return. */
  day: number
  close: number
  returns: number[]
}

// Broad funds and their inverse are the benchmark; a factor of their own would move the market against itself.
const WITHOUT_FACTOR: ReadonlySet<SimulatedFactor> = new Set(['Broad Market', 'Inverse'])

/** Thirty years of a hundred dates of listing. */
const REMEMBERED_DATES = 750_000

export function createSimulatedMarket(): SimulatedMarket {
  // Built on first use: a process that serves a live provider never pays for the simulated one.
  let benchmark: ReturnType<typeof createBenchmarkPath> | undefined
  const dates: string[] = []
  const slices = new BoundedCache<readonly string[]>(REMEMBERED_DATES)
  const factors = new Map<SimulatedFactor, FactorPath>()
  const paths = new Map<string, InstrumentPath>()

  function getBenchmark(throughDay: number) {
    benchmark ??= createBenchmarkPath()
    benchmark.extendTo(throughDay)
    for (const day of benchmark.days.slice(dates.length)) dates.push(formatIsoDate(day))
    return benchmark
  }

  function getFactor(name: SimulatedFactor, market: ReturnType<typeof createBenchmarkPath>): FactorPath | null {
    if (WITHOUT_FACTOR.has(name)) return null
    const known = factors.get(name)
    if (known) return known
    const factor = createFactorPath(name, toMainFundBeta(name), market)
    factors.set(name, factor)
    return factor
  }

  function getPath(instrument: SimulatedInstrument, market: ReturnType<typeof createBenchmarkPath>): InstrumentPath {
    let path = paths.get(instrument.ticker)
    if (!path) {
      path = createInstrumentPath(instrument, market, getFactor(instrument.factor, market))
      paths.set(instrument.ticker, path)
    }
    path.extend()
    return path
  }

  function sliceDates(first: number, end: number): readonly string[] {
    const key = `${first} ${end}`
    const slice = slices.get(key) ?? dates.slice(first, end)
    slices.set(key, slice, slice.length)
    return slice
  }

  return {
    getRecentReturns(ticker, throughDay, count) {
      const instrument = SIMULATED_INSTRUMENTS.get(ticker)
      if (!instrument) return undefined
      const market = getBenchmark(throughDay)
      const { firstIndex, closes, logs } = getPath(instrument, market)
      const last = toLowerBound(market.days, throughDay + 1) - 1 - firstIndex
      const [day, close] = [market.days[firstIndex + last], closes[last]]
      if (last < 0 || day === undefined || close === undefined) return undefined
      const returns = Array.from(
        { length: Math.min(count, last) },
        (_, back) => (logs[last - back] ?? 0) - (logs[last - back - 1] ?? 0),
      )
      return { day, close, returns }
    },
    getCloses(ticker, fromDay, throughDay) {
      const instrument = SIMULATED_INSTRUMENTS.get(ticker)
      if (!instrument) return undefined
      const market = getBenchmark(throughDay)
      const { firstIndex, closes } = getPath(instrument, market)
      const first = Math.max(firstIndex, toLowerBound(market.days, fromDay))
      const end = Math.max(first, toLowerBound(market.days, throughDay + 1))
      return {
        dates: sliceDates(first, end),
        closes: Float64Array.from(closes.slice(first - firstIndex, end - firstIndex)),
      }
    },
  }
}

/** Beta of the first fund of a factor, the one that is to earn the factor's crisis returns; 1 when it has no fund. */
function toMainFundBeta(name: SimulatedFactor): number {
  for (const instrument of SIMULATED_INSTRUMENTS.values()) {
    if (instrument.isFund && instrument.factor === name) return instrument.beta
  }
  return 1
}

/** Position of the first element not smaller than `value` in an ascending list. */
function toLowerBound(ascending: readonly number[], value: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}
