// Tests: value-history.test.ts

import { countCovers, type LeftOutReason, type PortfolioHistory } from '@ballast/contract'
import {
  compoundRate,
  computeMoneyWeightedRates,
  computeTimeWeightedGrowth,
  formatIsoDate,
  pickChartPoints,
} from '@ballast/quant'
import { parseUnitKey } from '../../portfolios/dated-holdings.repository.ts'
import type { ValuedHistory } from './value-history.ts'

const CHART_POINTS = 600
const DAYS_PER_YEAR = 365

type Described = Pick<
  PortfolioHistory,
  'first' | 'last' | 'closes' | 'points' | 'figures' | 'changes' | 'covers' | 'todaysLeftOut'
>

/** Every close of a history with its growth: what the chart is thinned from and the CSV lists. */
export interface HistoryCurve {
  days: readonly number[]
  values: Float64Array
  flows: Float64Array
  /** Growth of a dollar; null where no rate of return is defined. */
  held: Float64Array | null
  todays: Float64Array | null
}

export function toCurve(days: readonly number[], { values, flows, todaysValues }: ValuedHistory): HistoryCurve {
  const first = todaysValues?.[0] ?? 0
  return {
    days,
    values,
    flows,
    held: values.length === 0 ? null : computeTimeWeightedGrowth(values, flows),
    todays: todaysValues && first > 0 ? todaysValues.map((value) => value / first) : null,
  }
}

/** A history as it is answered: the chart's points, and from two closes on the returns. */
export function describeHistory(curve: HistoryCurve, history: ValuedHistory): Described {
  const { days } = curve
  return {
    first: toDate(days[0]),
    last: toDate(days.at(-1)),
    closes: days.length,
    points: toPoints(curve),
    figures: days.length < 2 ? null : toFigures(curve, history.dividends),
    changes: [...history.changes],
    covers: toCovers(days.length === 0 ? [] : history.held),
    todaysLeftOut: [...history.todaysLeftOut],
  }
}

const toDate = (day: number | undefined) => (day === undefined ? null : formatIsoDate(day))
const toPercent = (growth: number) => 100 * (growth - 1)

function toCovers(held: ValuedHistory['held']) {
  const reasons = new Map<string, LeftOutReason | null>(held.map(({ key, reason }) => [key, reason]))
  const lots = held.map(({ key }) => ({ ...parseUnitKey(key), key }))
  return countCovers(lots, ({ key }) => reasons.get(key) ?? null)
}

function toPoints({ days, values, flows, held, todays }: HistoryCurve): PortfolioHistory['points'] {
  if (!held) return []
  const moved = [...flows.keys()].filter((t) => flows[t] !== 0).slice(-CHART_POINTS / 2)
  const chosen =
    days.length <= 2
      ? [...days.keys()]
      : pickChartPoints(Int32Array.from(days), held, { limit: CHART_POINTS, keep: moved })
  return [...chosen].map((t) => ({
    date: formatIsoDate(days[t] ?? 0),
    value: values[t] ?? 0,
    moneyIn: flows[t] ?? 0,
    heldPercent: toPercent(held[t] ?? 1),
    todaysPercent: todays ? toPercent(todays[t] ?? 1) : null,
  }))
}

function toFigures(
  { days, values, flows, held, todays }: HistoryCurve,
  dividends: number,
): PortfolioHistory['figures'] {
  const [firstDay = 0, lastDay = 0] = [days[0], days.at(-1)]
  const length = lastDay - firstDay
  const [firstValue = 0, lastValue = 0] = [values[0], values.at(-1)]
  const moneyIn = flows.reduce((sum, flow) => sum + flow, 0)
  const growth = held?.at(-1) ?? null
  const rates = computeMoneyWeightedRates([
    { day: firstDay, amount: -firstValue },
    ...days.map((day, t) => ({ day, amount: -(flows[t] ?? 0) })),
    { day: lastDay, amount: lastValue },
  ])
  return {
    firstValue,
    lastValue,
    moneyIn,
    gain: lastValue - firstValue - moneyIn,
    days: length,
    timeWeightedPercent: growth === null ? null : toPercent(growth),
    timeWeightedAnnualPercent:
      growth === null || length < DAYS_PER_YEAR ? null : 100 * (growth ** (DAYS_PER_YEAR / length) - 1),
    moneyWeighted: rates.map((rate) => ({ percent: 100 * compoundRate(rate, length), annualPercent: 100 * rate })),
    todaysPercent: todays ? toPercent(todays.at(-1) ?? 1) : null,
    dividends,
  }
}
