// Tests: watch.test.ts

import { formatIsoDate } from '@ballast/quant'
import type { BookInput } from '../../advice/book/book-input.ts'
import { type MarketFall, measureFalls } from '../../advice/book/measure-falls.ts'
import type { RiskInput } from '../../risk/holding.ts'
import { toRiskWindow } from '../../risk/risk-window.ts'

export interface WatchedInput {
  /** For losses; null when no rule asks. */
  book: BookInput | null
  /** Falls of the market in percent, positive. */
  shocks: readonly number[]
  /** For the drawdown; null when no rule asks. */
  risk: RiskInput | null
}

/** Today's positions against their highest close of the last year. */
export interface FoundDrawdown {
  percent: number
  highOn: string
  /** Positions without closes for the whole year, which are not in it. */
  leftOut: number
}

export interface WatchedMeasures {
  losses: MarketFall[]
  /** Null when no position has closes for the whole year, or more is owed than held. */
  drawdown: FoundDrawdown | null
}

/** Computes the slow figures that watch rules ask about. Runs in a worker thread. */
export function measureWatched({ book, shocks, risk }: WatchedInput): WatchedMeasures {
  return {
    losses: book === null ? [] : measureFalls({ book, shocksPercent: shocks }),
    drawdown: risk === null ? null : measureDrawdown(risk),
  }
}

function measureDrawdown(input: RiskInput): FoundDrawdown | null {
  const { path, days, isComplete } = toRiskWindow(input)
  const last = path.at(-1)
  if (last === undefined) return null
  const place = path.reduce((best, value, t) => (value > (path[best] ?? 0) ? t : best), 0)
  const high = path[place] ?? 0
  if (!(high > 0)) return null
  return {
    percent: 100 * (1 - last / high),
    highOn: formatIsoDate(days[place] ?? 0),
    leftOut: isComplete.filter((complete) => !complete).length,
  }
}
