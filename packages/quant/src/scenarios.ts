import { addMonths, parseIsoDate, toCivilDate, toDayNumber } from './civil-day.ts'
import { inputErrors } from './errors.ts'

interface ScenarioText {
  readonly id: string
  readonly name: string
  readonly description: string
}

/** A crisis or recovery between two closes of the S&P 500. */
export interface HistoricalScenario extends ScenarioText {
  readonly kind: 'historical'
  readonly start: string
  readonly end: string
  /** Price return of the S&P 500 index between the two closes, as a fraction: what the window is known for. */
  readonly indexReturn: number
}

/** A window that ends at the last available close. */
export interface RollingScenario extends ScenarioText {
  readonly kind: 'rolling'
  /** Length in months; null for the current calendar year. */
  readonly months: number | null
}

/** A window of history that a portfolio can be sent through. */
export type Scenario = HistoricalScenario | RollingScenario

const rolling = (id: string, name: string, months: number | null, description: string): RollingScenario => ({
  kind: 'rolling',
  id,
  name,
  months,
  description,
})

const historical = (
  id: string,
  name: string,
  start: string,
  end: string,
  indexReturn: number,
  description: string,
): HistoricalScenario => ({ kind: 'historical', id, name, start, end, indexReturn, description })

/** The windows a portfolio can be sent through, in the order in which they are offered; the first is the default. */
export const SCENARIOS: readonly Scenario[] = [
  rolling('recent-6m', 'Last 6 months', 6, 'The half year up to the last close.'),
  rolling('recent-1y', 'Last year', 12, 'The year up to the last close.'),
  rolling('recent-3y', 'Last 3 years', 36, 'The three years up to the last close.'),
  rolling('recent-5y', 'Last 5 years', 60, 'The five years up to the last close.'),
  rolling('recent-10y', 'Last 10 years', 120, 'The ten years up to the last close.'),
  rolling('ytd', 'Year to date', null, 'From the last close of the previous year.'),
  historical(
    'dotcom-2000',
    'Dot-com crash',
    '2000-03-24',
    '2002-10-09',
    776.76 / 1527.46 - 1,
    'Technology shares lost four fifths in two and a half years; many defensive shares rose.',
  ),
  historical(
    'gfc-2007',
    'Global financial crisis',
    '2007-10-09',
    '2009-03-09',
    676.53 / 1565.15 - 1,
    'From the peak before the banking crisis to its low; banks lost most.',
  ),
  historical(
    'lehman-2008',
    'Lehman collapse',
    '2008-09-12',
    '2008-11-20',
    752.44 / 1251.7 - 1,
    'Ten weeks after the failure of Lehman Brothers.',
  ),
  historical(
    'recovery-2009',
    'Recovery of 2009',
    '2009-03-09',
    '2010-04-23',
    1217.28 / 676.53 - 1,
    'The rebound from the low of the financial crisis.',
  ),
  historical(
    'debt-ceiling-2011',
    'Debt ceiling and euro crisis',
    '2011-07-22',
    '2011-10-03',
    1099.23 / 1345.02 - 1,
    'The United States lost its AAA rating while the euro area shook.',
  ),
  historical(
    'china-oil-2015',
    'China and oil',
    '2015-05-21',
    '2016-02-11',
    1829.08 / 2130.82 - 1,
    'China devalued and oil fell below $30.',
  ),
  historical(
    'volmageddon-2018',
    'Volatility shock of February 2018',
    '2018-01-26',
    '2018-02-08',
    2581 / 2872.87 - 1,
    'Nine trading days in which bets on calm markets collapsed.',
  ),
  historical(
    'q4-2018',
    'Fourth quarter of 2018',
    '2018-09-20',
    '2018-12-24',
    2351.1 / 2930.75 - 1,
    'Rising rates and a trade dispute.',
  ),
  historical(
    'covid-2020',
    'COVID crash',
    '2020-02-19',
    '2020-03-23',
    2237.4 / 3386.15 - 1,
    'A third of the value in 23 trading days.',
  ),
  historical(
    'covid-recovery-2020',
    'COVID recovery',
    '2020-03-23',
    '2020-12-31',
    3756.07 / 2237.4 - 1,
    'From the low of March to the end of 2020.',
  ),
  historical(
    'bear-2022',
    'Bear market of 2022',
    '2022-01-03',
    '2022-10-12',
    3577.03 / 4796.56 - 1,
    'Inflation and rising rates; bonds fell with shares.',
  ),
  historical(
    'banks-2023',
    'Regional banks 2023',
    '2023-03-08',
    '2023-05-04',
    0.02,
    'Regional banks failed while the index rose about 2 %: a stress for financials, not for the market.',
  ),
  historical(
    'carry-2024',
    'Carry-trade unwind',
    '2024-07-16',
    '2024-08-05',
    5186.33 / 5667.2 - 1,
    'Three weeks in which borrowed yen were paid back.',
  ),
  historical(
    'tariff-2025',
    'Tariff shock of 2025',
    '2025-02-19',
    '2025-04-08',
    4982.77 / 6144.15 - 1,
    'New tariffs on nearly all imports of the United States.',
  ),
]

/** The scenarios in which the market fell, in order of time: what a hedge can be asked to survive. */
export const FALLING_SCENARIOS: readonly HistoricalScenario[] = SCENARIOS.filter(
  (scenario): scenario is HistoricalScenario => scenario.kind === 'historical' && scenario.indexReturn < 0,
)

/** The scenario with this id. @throws QuantInputError naming the known ids */
export function getScenario(id: string): Scenario {
  const found = SCENARIOS.find((scenario) => scenario.id === id)
  if (found === undefined)
    throw inputErrors.unknownName(
      'scenario',
      id,
      SCENARIOS.map((scenario) => scenario.id),
    )
  return found
}

/** The first date for which any history is kept; custom windows may not start before it. */
export const EARLIEST_START = '1998-01-02'
/** Days by which the first close of a window may come after its start. */
const MAXIMUM_LATE_START = 5
const MINIMUM_CLOSES = 5

/** Columns of a calendar that make up a window, both included, or why there is no such window. */
export type ScenarioWindow =
  | { readonly status: 'ok'; readonly first: number; readonly last: number }
  | { readonly status: 'late-start' | 'too-short'; readonly message: string }

/**
 * Finds a scenario's window on a calendar: its first close on or after the start, its last on or before the end.
 * A rolling window ends at the last close and starts at the last close on or before the same day of the month, so many
 * months earlier (for the year to date: on or before 31 December).
 *
 * @param tradingDays day numbers with a close, ascending
 * @returns `late-start` when the first close comes more than 5 calendar days after the start (the history begins too
 *          late), `too-short` for fewer than two closes
 */
export function findScenarioWindow(scenario: Scenario, tradingDays: Int32Array): ScenarioWindow {
  const lastDay = tradingDays[tradingDays.length - 1]
  if (lastDay === undefined) return { status: 'too-short', message: 'There is no price history at all.' }
  if (scenario.kind === 'historical') {
    return findWindow(parseIsoDate(scenario.start), parseIsoDate(scenario.end), tradingDays, 2)
  }
  const { year } = toCivilDate(lastDay)
  const wanted =
    scenario.months === null
      ? toDayNumber({ year: year - 1, month: 12, day: 31 })
      : addMonths(lastDay, -scenario.months)
  const first = countUpTo(tradingDays, wanted) - 1
  return first < 0
    ? { status: 'late-start', message: 'The price history begins after the start of this window.' }
    : findWindow(tradingDays[first]!, lastDay, tradingDays, 2)
}

/**
 * The window of two dates that a user chose: not before {@link EARLIEST_START}, and at least five closes long.
 * @throws QuantInputError when a date is no ISO date, the end is not after the start, or the start is too early
 */
export function findCustomWindow(start: string, end: string, tradingDays: Int32Array): ScenarioWindow {
  const from = parseIsoDate(start)
  const to = parseIsoDate(end)
  if (from < parseIsoDate(EARLIEST_START)) throw inputErrors.badText('start', start, `${EARLIEST_START} or later`)
  if (to <= from) throw inputErrors.badText('end', end, `a date after ${start}`)
  return findWindow(from, to, tradingDays, MINIMUM_CLOSES)
}

function findWindow(from: number, to: number, tradingDays: Int32Array, minimumCloses: number): ScenarioWindow {
  const first = countUpTo(tradingDays, from - 1)
  const last = countUpTo(tradingDays, to) - 1
  if (first < tradingDays.length && tradingDays[first]! - from > MAXIMUM_LATE_START) {
    return { status: 'late-start', message: 'The price history begins after the start of this window.' }
  }
  if (last - first + 1 < minimumCloses) {
    return { status: 'too-short', message: `The window holds fewer than ${minimumCloses} closes.` }
  }
  return { status: 'ok', first, last }
}

/** Number of days up to and including `day`, by bisection. */
function countUpTo(days: Int32Array, day: number): number {
  let low = 0
  let high = days.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (days[middle]! <= day) low = middle + 1
    else high = middle
  }
  return low
}
