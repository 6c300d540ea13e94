import {
  type BacktestRequest,
  type BacktestScenario,
  CUSTOM_SCENARIO,
  EARLIEST_BACKTEST_DATE,
  MINIMUM_BACKTEST_DAYS,
} from '@ballast/contract'
import {
  findCustomWindow,
  findScenarioWindow,
  formatIsoDate,
  pickChartPoints,
  SCENARIOS,
  type Scenario,
  type ScenarioWindow,
} from '@ballast/quant'
import { errors } from '../../http/errors.ts'
import type { DailyCloses } from '../../risk/holding.ts'

const SPARK_POINTS = 40
/** Clocks are ahead of UTC by 14 hours at most. */
const EARLIEST_ZONE_MILLISECONDS = 14 * 3_600_000

const CUSTOM: BacktestScenario = {
  id: CUSTOM_SCENARIO,
  name: 'Custom range',
  description: `Any range of ${MINIMUM_BACKTEST_DAYS} trading days or more since ${EARLIEST_BACKTEST_DATE}.`,
  kind: 'custom',
  start: null,
  end: null,
  indexReturnPercent: null,
  spark: null,
}

/** All scenarios with their windows as they stand today, the default first and the custom range last. */
export function toCatalogue(benchmark: DailyCloses | null): BacktestScenario[] {
  return [...SCENARIOS.map((scenario) => toEntry(scenario, benchmark)), CUSTOM]
}

function toEntry(scenario: Scenario, benchmark: DailyCloses | null): BacktestScenario {
  const { id, name, description } = scenario
  const isHistorical = scenario.kind === 'historical'
  const window = findScenarioWindow(scenario, benchmark?.days ?? new Int32Array())
  const dates =
    benchmark !== null && window.status === 'ok'
      ? { start: toDate(benchmark, window.first), end: toDate(benchmark, window.last) }
      : { start: isHistorical ? scenario.start : null, end: isHistorical ? scenario.end : null }
  return {
    id,
    name,
    description,
    kind: isHistorical ? (scenario.indexReturn > 0 && id !== 'banks-2023' ? 'recovery' : 'crisis') : 'recent',
    ...dates,
    indexReturnPercent: isHistorical ? Math.round(scenario.indexReturn * 1e4) / 100 : null,
    spark: benchmark !== null && window.status === 'ok' ? toSpark(benchmark, window.first, window.last) : null,
  }
}

function toSpark({ days, closes }: DailyCloses, first: number, last: number): number[] {
  const values = closes.slice(first, last + 1)
  const points = pickChartPoints(days.subarray(first, last + 1), values, { limit: SPARK_POINTS })
  return points.map((index) => Math.round((values[index] ?? 0) * 1e4) / 1e4)
}

/** Columns of the benchmark's history, both included, and what the window is called. */
export interface ChosenWindow {
  id: string
  name: string
  description: string
  first: number
  last: number
}

type Choice = Pick<BacktestRequest, 'scenarioId' | 'start' | 'end'>

/**
 * The window that a request asks for. A custom range ends with the last close on or before its end, which may be any
 * day up to `now`.
 * @throws AppError 400 for an unknown scenario or a range that is none, 422 for a window without history
 */
export function chooseWindow(choice: Choice, benchmark: DailyCloses, now: Date): ChosenWindow {
  const { scenarioId, start, end } = choice
  if (scenarioId === CUSTOM_SCENARIO) {
    const { id, name, description } = CUSTOM
    return { id, name, description, ...findCustom(start, end, benchmark, now) }
  }
  const scenario = SCENARIOS.find(({ id }) => id === scenarioId)
  if (!scenario) {
    const known = [...SCENARIOS.map(({ id }) => id), CUSTOM_SCENARIO].join(', ')
    throw errors.badRequest(`There is no scenario "${scenarioId}". Choose one of ${known}.`)
  }
  if (start !== undefined || end !== undefined) {
    throw errors.badRequest(
      `Only the scenario "${CUSTOM_SCENARIO}" takes a start and an end; "${scenarioId}" has its own dates. Leave them out.`,
    )
  }
  const { id, name, description } = scenario
  return { id, name, description, ...requireWindow(findScenarioWindow(scenario, benchmark.days), name) }
}

function findCustom(start: string | undefined, end: string | undefined, benchmark: DailyCloses, now: Date) {
  if (start === undefined || end === undefined) {
    throw errors.badRequest('A custom range needs both a start and an end date, as YYYY-MM-DD.')
  }
  const lastClose = toDate(benchmark, benchmark.days.length - 1)
  if (start < EARLIEST_BACKTEST_DATE) {
    throw errors.badRequest(`The start, ${start}, is too early: price histories begin on ${EARLIEST_BACKTEST_DATE}.`)
  }
  if (end <= start) throw errors.badRequest(`The end, ${end}, must lie after the start, ${start}.`)
  if (end > lastClose && end > toLatestToday(now)) {
    throw errors.badRequest(`The end, ${end}, is too late: the last close is of ${lastClose}.`)
  }
  const window = findCustomWindow(start, end, benchmark.days)
  if (window.status === 'too-short') {
    throw errors.badRequest(
      `The range from ${start} to ${end} is too short: it must hold ${MINIMUM_BACKTEST_DAYS} trading days or more.`,
    )
  }
  return requireWindow(window, 'this range')
}

/** The date where the day begins first; the reader's own is this one or the one before. */
function toLatestToday(now: Date): string {
  return new Date(now.getTime() + EARLIEST_ZONE_MILLISECONDS).toISOString().slice(0, 10)
}

function requireWindow(window: ScenarioWindow, name: string): { first: number; last: number } {
  if (window.status === 'ok') return { first: window.first, last: window.last }
  throw errors.unprocessable(`There is too little price history for ${name}: ${window.message}`)
}

const toDate = ({ days }: DailyCloses, column: number) => formatIsoDate(days[column] ?? 0)
