// Tests: watch.test.ts

import { completeHedgeRequest, findWorstLoss, formatIsoDate, prepareHedging } from '@ballast/quant'
import type { BookInput } from '../../advice/book/book-input.ts'
import { buildBookModel } from '../../advice/book/build-book-model.ts'
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

/** Loss in a fall that comes at once, options of the portfolio included. */
export interface FoundLoss {
  percent: number
  dollars: number
  /** Day of the quotes, YYYY-MM-DD. */
  day: string
  /** Positions that are not in it. */
  leftOut: number
}

/** Today's positions against their highest close of the last year. */
export interface FoundDrawdown {
  percent: number
  highOn: string
  /** Positions without closes for the whole year, which are not in it. */
  leftOut: number
}

export interface WatchedMeasures {
  losses: { shockPercent: number; loss: FoundLoss }[]
  /** Null when no position has closes for the whole year, or more is owed than held. */
  drawdown: FoundDrawdown | null
}

/** What takes long of what watch rules ask. Runs in a worker thread. */
export function measureWatched({ book, shocks, risk }: WatchedInput): WatchedMeasures {
  return {
    losses: book === null ? [] : measureLosses(book, shocks),
    drawdown: risk === null ? null : measureDrawdown(risk),
  }
}

function measureLosses(input: BookInput, shocks: readonly number[]): WatchedMeasures['losses'] {
  const { situation, leftOut } = buildBookModel(input)
  const { holdings, cash, options, today } = situation
  const worth = options.reduce((sum, one) => sum + one.contracts * one.multiplier * one.premium, 0)
  if (!(holdings.reduce((sum, { value }) => sum + value, cash + worth) > 0)) return []
  return shocks.map((shockPercent) => {
    const shock = -shockPercent / 100
    const { book, lookup } = prepareHedging(situation, completeHedgeRequest({ shock }))
    const { loss } = findWorstLoss(book, [0], shock, lookup)
    const found = { percent: 100 * loss, dollars: loss * book.value, day: today, leftOut: leftOut.length }
    return { shockPercent, loss: found }
  })
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
