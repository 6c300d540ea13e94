import type { InstrumentClass } from '@ballast/quant'
import type { ProxyChoice } from './proxy-ladder.ts'

/** Closes of one security: `days` are day numbers since 1970-01-01, ascending, one for each adjusted close. */
export interface DailyCloses {
  days: Int32Array
  closes: Float64Array
}

/** Why a holding has no history that can be computed with. */
export type HistoryAbsence = 'no-history' | 'provider-down' | 'other-currency'

/** One ticker of the portfolio, its lots taken together; amounts in the base currency. */
export interface RiskHolding {
  ticker: string
  /** Signed market value at the price of now, with options on it as the shares that move as they do. */
  value: number
  /** Signed market value of the security alone; left out where no option makes it differ from `value`. */
  heldValue?: number
  /** Signed shares × multiplier. */
  units: number
  /** Absent when there is no history, or one in another currency. */
  history?: DailyCloses
  /** Set when there is no `history`. */
  absence?: HistoryAbsence
  /** Proxy for figures that need more returns than the position has. */
  proxy?: ProxyChoice & { history: DailyCloses }
  /** Set for a Treasury: it has no daily closes, and what stands in tells what it was worth on each day. */
  followsProxy?: boolean
  /** Set when its exchange closes hours before or after the market's. */
  closesElsewhere?: boolean
  internalDiversification: number
  instrumentClass: InstrumentClass
  /** By its standard name; null when neither the owner nor the instrument says. */
  sector: string | null
}

/** Benchmark of a comparison: its name and the closes it is computed from, so that neither goes without the other. */
export interface BenchmarkSeries extends DailyCloses {
  label: string
  /** First and last day on which each part has a close; null for a part without any. */
  parts: { ticker: string; first: number | null; last: number | null }[]
}

/** Input of a portfolio's risk. */
export interface RiskInput {
  holdings: RiskHolding[]
  /** Signed, in the base currency; with what options are worth beyond the shares that move as they do. */
  cash: number
  /** Whole that weights are shares of, where options are held: cash alone, and the gross market value of every position. */
  atMarket?: { cash: number; gross: number }
  /** Day numbers of the closes of the market's index, on which everything is measured; empty without them. */
  calendar: Int32Array
  benchmark: BenchmarkSeries
}
