// Tests: reports.test.ts

import {
  type Covers,
  LEFT_OUT_WORDS,
  MARKET_INDEX,
  namePosition,
  namePositions,
  type Report,
  type ReportCheck,
} from '@ballast/contract'
import { computeMaxDrawdown, formatIsoDate, pickChartPoints } from '@ballast/quant'
import type { BookInput } from '../../advice/book/book-input.ts'
import { measureFalls } from '../../advice/book/measure-falls.ts'
import { type ReplayInput, replayPortfolio } from '../../holdings/replay/replay-portfolio.ts'
import { toWholeCoverage } from '../../holdings/replay/whole-coverage.ts'
import type { PricedLots } from '../../holdings/value-lots.ts'
import type { RiskInput } from '../../risk/holding.ts'
import { measurePath } from '../../risk/risk-measures.ts'
import { toRiskWindow } from '../../risk/risk-window.ts'
import { formatDay, formatPercent, formatSigned, formatUsd, roundTo } from './report-format.ts'

/** Everything that a report is computed from. */
export interface ReportInput {
  asOf: string
  simulated: boolean
  hidesAmounts: boolean
  priced: readonly PricedLots[]
  leftOut: Covers['leftOut']
  risk: RiskInput
  crises: readonly { id: string; name: string; replay: ReplayInput }[]
  /** Book that a fall of the market is measured on; null when nothing is worth more than is owed. */
  book: BookInput | null
  /** The newest hedge that was recommended for the portfolio; null when none was. */
  hedge: { foundOn: string; type: string; limitPercent: number; shockPercent: number; costPercent: number } | null
}

type Section = Report['sections'][number]

const YEARS: Readonly<Record<string, string>> = { 'gfc-2007': '2008', 'covid-2020': '2020', 'bear-2022': '2022' }
const MARKET_FALL = 0.2
const LISTED = 10
const LISTED_LEFT_OUT = 8
const PATH_POINTS = 120
const START = 100

/** Puts the figures of a portfolio into a report. What cannot be computed is named, and has no figure. */
export function buildReport(input: ReportInput): Report {
  const figures: Report['figures'] = []
  const series: Report['series'] = {}
  const cite = (figure: Omit<Report['figures'][number], 'number'>) => {
    figures.push({ number: figures.length + 1, ...figure })
    return `${figure.text} [${figures.length}]`
  }
  const context: Context = { ...input, cite, series, value: input.priced.reduce((sum, lot) => sum + lot.value, 0) }
  const losses = measureLosses(context)
  const sections = [
    describeLosses(context, losses),
    describeCost(context),
    describeHoldings(context),
    describeRisk(losses),
  ]
  const { asOf, simulated, hidesAmounts } = input
  return { asOf, simulated, hidesAmounts, lead: toLead(losses), sections, figures, series }
}

interface Context extends ReportInput {
  /** Lists a figure and returns its text with its number. */
  cite: (figure: Omit<Report['figures'][number], 'number'>) => string
  series: Report['series']
  /** Dollars of everything that has a price. */
  value: number
}

interface Loss {
  /** "If 2008 came again". */
  premise: string
  label: string
  /** Fraction of the value; negative for a loss. */
  change: number
  changeText: string
  dollarsText: string | null
  deepestText: string
  /** Whole that the change is a share of. */
  ofWhat: string
}

interface Losses {
  rows: Loss[]
  notes: string[]
  risk: Section
}

function measureLosses(context: Context): Losses {
  const { crises, cite, series } = context
  const rows: Loss[] = []
  const notes: string[] = []
  const options = context.priced.filter(({ kind }) => kind === 'option')
  for (const [id, year] of Object.entries(YEARS)) {
    const replay = crises.find((crisis) => crisis.id === id)?.replay
    const replayed = replay && replayPortfolio(replay)
    if (replay === undefined || replayed?.status !== 'ok') {
      notes.push(`The fall of ${year} cannot be replayed: too little is known of these positions then.`)
      continue
    }
    const { dates, portfolioValues: values } = replayed.curves
    const { depth, peak, trough } = computeMaxDrawdown(values)
    const picked = pickChartPoints(dates, values, { limit: PATH_POINTS, keep: [peak, trough] })
    const first = values[0] ?? 0
    series[year] = picked.map((t) => roundTo((START * (values[t] ?? 0)) / first, 4))
    const excluded = new Set(
      replayed.coverage.details.filter(({ method }) => method === 'excluded').map(({ ticker }) => ticker),
    )
    const taking = replay.holdings.filter(({ ticker }) => !excluded.has(ticker))
    const base = taking.reduce((sum, { value }) => sum + value, replay.cash)
    const change = (values.at(-1) ?? 0) / first - 1
    const days = `${formatDay(formatIsoDate(dates[0] ?? 0))} to ${formatDay(formatIsoDate(dates.at(-1) ?? 0))}`
    const label = `Change if ${year} came again`
    rows.push({
      premise: `If ${year} came again`,
      label: `${year}: ${days}`,
      change,
      ofWhat: excluded.size > 0 || options.length > 0 ? 'the value that takes part' : 'its value',
      ...citeChange(context, { label, change, base, check: { kind: 'return', series: year } }),
      deepestText: cite({
        label: `Deepest fall within ${year}`,
        text: formatPercent(depth),
        value: depth,
        formula: 'Largest of 1 − value ÷ highest value before it',
        inputs: `Closes of the positions of today, ${days}`,
        check: { kind: 'deepest-fall', series: year },
      }),
    })
    const { proxied, followed } = toWholeCoverage(replayed.coverage, { ...replay, options })
    if (proxied - followed > 1e-9)
      notes.push(
        `In ${year}, ${formatPercent(proxied - followed)} of the value did not trade yet. Similar funds replace it.`,
      )
    if (followed > 0 && !notes.includes(FOLLOWED)) notes.push(FOLLOWED)
    if (excluded.size > 0) notes.push(`${year} leaves out ${listNames([...excluded])}: too little price history.`)
  }
  if (options.length > 0)
    notes.push('Past falls leave options out: they did not exist then. The fall at once counts them.')
  const fall = measureFall(context)
  if (fall) rows.push(fall)
  return { rows, notes, risk: measureYear(context) }
}

const FOLLOWED = 'Treasuries have no daily closes. They follow a fund of Treasuries.'

/** Measures the cost of a fall of the market that comes at once, as watching and Hedges do; null where that is unknown. */
function measureFall(context: Context): Loss | null {
  const { book, hidesAmounts, cite } = context
  const [fall] = book === null ? [] : measureFalls({ book, shocksPercent: [100 * MARKET_FALL] })
  if (fall === undefined) return null
  const { percent, dollars, value, hedgingBeta, holdsOptions, leftOut } = fall
  const text = formatPercent(MARKET_FALL, 0)
  const label = `Change if the market falls ${text} at once`
  const change = 0 - percent / 100
  return {
    premise: `If the market fell ${text}`,
    label: `Market falls ${text} at once`,
    change,
    ofWhat: leftOut > 0 ? 'the value that takes part' : 'its value',
    changeText: cite({
      label,
      text: formatSigned(change),
      value: change,
      formula: `Sum of value × ((1 − ${text}) ^ hedging beta − 1) ÷ value${holdsOptions ? ', options priced anew' : ''}`,
      inputs: `Hedging beta of the portfolio ${hedgingBeta.toFixed(2).replace('-', '−')}, from ten years of returns`,
      check: null,
    }),
    dollarsText: hidesAmounts
      ? null
      : cite({
          label: `${label}, in dollars`,
          text: `${dollars > 0 ? '−' : ''}${formatUsd(Math.abs(dollars))}`,
          value: 0 - dollars,
          formula: 'Change × value of the positions that take part',
          inputs: `${formatSigned(change)} × ${formatUsd(value)}`,
          check: { kind: 'product', factors: [change, value] },
        }),
    deepestText: 'Same',
  }
}

function citeChange(
  { cite, hidesAmounts }: Pick<Context, 'cite' | 'hidesAmounts'>,
  { label, change, base, check }: { label: string; change: number; base: number; check: ReportCheck },
): Pick<Loss, 'changeText' | 'dollarsText'> {
  const changeText = cite({
    label,
    text: formatSigned(change),
    value: change,
    formula: 'Last value ÷ first value − 1',
    inputs: 'Adjusted closes of the positions at the weights of today',
    check,
  })
  if (hidesAmounts) return { changeText, dollarsText: null }
  const dollars = change * base
  const dollarsText = cite({
    label: `${label}, in dollars`,
    text: `${dollars < 0 ? '−' : ''}${formatUsd(Math.abs(dollars))}`,
    value: dollars,
    formula: 'Change × value of the positions that take part',
    inputs: `${formatSigned(change)} × ${formatUsd(base)}`,
    check: { kind: 'product', factors: [change, base] },
  })
  return { changeText, dollarsText }
}

/** Beta, volatility and deepest fall of the last year. */
function measureYear(context: Context): Section {
  const { risk, cite, series } = context
  const heading = 'How it moved in the last year'
  const window = toRiskWindow(risk)
  const measures = measurePath(window)
  const { path, benchmark, benchmarkCover, days, isComplete } = window
  if (measures === null) {
    return { heading, sentences: ['The price history is too short to know volatility and beta.'], table: null }
  }
  const scale = (values: Float64Array) => Array.from(values, (value) => roundTo((START * value) / (values[0] ?? 1), 4))
  series.year = scale(path)
  const { label } = risk.benchmark
  const inputs = `${path.length} closes, ${formatDay(formatIsoDate(days[0] ?? 0))} to ${formatDay(formatIsoDate(days.at(-1) ?? 0))}`
  const cells: string[][] = []
  const add = (label: string, figure: Omit<Report['figures'][number], 'number' | 'label' | 'inputs'>) =>
    cells.push([label, cite({ label, inputs, ...figure })])
  const { volatility, beta, maxDrawdown } = measures
  add('Deepest fall of the last year', {
    text: formatPercent(maxDrawdown),
    value: maxDrawdown,
    formula: 'Largest of 1 − value ÷ highest value before it',
    check: { kind: 'deepest-fall', series: 'year' },
  })
  if (volatility !== null) {
    add('Volatility, a year', {
      text: formatPercent(volatility),
      value: volatility,
      formula: 'Standard deviation of daily returns × square root of 252',
      check: { kind: 'volatility', series: 'year' },
    })
  }
  // Of a benchmark that lacks days no reader could compute the slope again from the series.
  if (beta !== null && benchmarkCover === null) {
    series.market = scale(benchmark)
    add(`Beta to ${label === MARKET_INDEX ? 'the S&P 500' : label}`, {
      text: beta.toFixed(2).replace('-', '−'),
      value: beta,
      formula: `Slope of daily returns on those of ${label}`,
      check: { kind: 'beta', series: 'year', benchmark: 'market' },
    })
  }
  const missing = risk.holdings.filter((_, row) => !isComplete[row]).map(({ ticker }) => ticker)
  const sentences = ['These figures follow the positions of today through the last year.']
  if (benchmarkCover !== null) sentences.push(benchmarkCover)
  if (missing.length > 0) sentences.push(`They leave out ${listNames(missing)}: too little price history.`)
  return { heading, sentences, table: { columns: ['Figure', 'Value'], rows: cells } }
}

function toLead({ rows }: Losses): string {
  const [worst] = rows.toSorted((a, b) => a.change - b.change)
  if (!worst) return 'We know too little about its positions to say what this portfolio could lose.'
  if (worst.change >= 0) return 'This portfolio would lose in no fall below.'
  const amount = (text: string) => text.replace('−', '')
  const { dollarsText, changeText, premise, ofWhat } = worst
  const loss =
    dollarsText === null
      ? `about ${amount(changeText)} of ${ofWhat}`
      : `about ${amount(dollarsText)}, ${amount(changeText)} of ${ofWhat}`
  return `${premise}, this portfolio would lose ${loss}.`
}

function describeLosses({ hidesAmounts }: Context, { rows, notes }: Losses): Section {
  const columns = ['Fall', 'Change', ...(hidesAmounts ? [] : ['In dollars']), 'Deepest fall']
  return {
    heading: 'What it could lose',
    sentences: ['The positions of today go through falls of the past. This is a replay, not a forecast.', ...notes],
    table:
      rows.length === 0
        ? null
        : {
            columns,
            rows: rows.map(({ label, changeText, dollarsText, deepestText }) => [
              label,
              changeText,
              ...(dollarsText === null ? [] : [dollarsText]),
              deepestText,
            ]),
          },
  }
}

const describeRisk = ({ risk }: Losses): Section => risk

function describeHoldings({ priced, leftOut, hidesAmounts, value, cite }: Context): Section {
  const merged = new Map<string, number>()
  for (const lot of priced) {
    const name = lot.kind === 'cash' ? 'Cash' : namePosition(lot.ticker)
    merged.set(name, (merged.get(name) ?? 0) + lot.value)
  }
  const all = [...merged].sort(([a, x], [b, y]) => Math.abs(y) - Math.abs(x) || (a < b ? -1 : 1))
  const gross = all.reduce((sum, [, amount]) => sum + Math.abs(amount), 0)
  const rest = all.slice(LISTED)
  const shown = [
    ...all.slice(0, LISTED),
    ...(rest.length === 0 ? [] : [[`${rest.length} more`, rest.reduce((sum, [, amount]) => sum + amount, 0)] as const]),
  ]
  const sentences: string[] = []
  if (all.length === 0) sentences.push('Nothing in it has a price.')
  else if (!hidesAmounts) {
    const text = `${value < 0 ? '−' : ''}${formatUsd(Math.abs(value))}`
    sentences.push(
      `It is worth ${cite({
        label: 'Value',
        text,
        value,
        formula: 'Sum of shares × price',
        inputs: `${all.length} positions that have a price, cash included`,
        check: null,
      })}.`,
    )
  }
  if (gross > 0) sentences.push('A weight is a value divided by the sum of all values without their signs.')
  for (const { ticker, reason } of leftOut.slice(0, LISTED_LEFT_OUT)) {
    sentences.push(`Left out: ${namePosition(ticker)} (${LEFT_OUT_WORDS[reason]}).`)
  }
  if (leftOut.length > LISTED_LEFT_OUT) sentences.push(`${leftOut.length - LISTED_LEFT_OUT} more are left out.`)
  return {
    heading: 'What it holds',
    sentences,
    table:
      gross === 0
        ? null
        : {
            columns: ['Position', 'Weight', ...(hidesAmounts ? [] : ['Value'])],
            rows: shown.map(([name, amount]) => [
              name,
              formatSigned(amount / gross).replace('+', ''),
              ...(hidesAmounts ? [] : [`${amount < 0 ? '−' : ''}${formatUsd(Math.abs(amount))}`]),
            ]),
          },
  }
}

function describeCost({ hedge, hidesAmounts, value, cite }: Context): Section {
  const heading = 'What it costs not to'
  const free = 'To hold less costs nothing now. The loss shrinks with each share you sell.'
  if (hedge === null) {
    const sentences = [
      'The price of protection is unknown: no hedge was searched for this portfolio yet. Search one on Hedges.',
      free,
    ]
    return { heading, sentences, table: null }
  }
  const { foundOn, type, limitPercent, shockPercent, costPercent } = hedge
  const cost = cite({
    label: 'Cost of the last hedge that was recommended',
    text: formatPercent(costPercent / 100),
    value: costPercent / 100,
    formula: 'Cost of the hedge ÷ value of the portfolio, both of that day',
    inputs: `Hedge search of ${formatDay(foundOn)}`,
    check: null,
  })
  const sentences = [
    `On ${formatDay(foundOn)}, the recommended hedge (${type}) would have cost ${cost} of the portfolio. It limits the loss to ${formatPercent(limitPercent / 100)} if the market falls ${formatPercent(shockPercent / 100)}.`,
  ]
  if (!hidesAmounts && value > 0) {
    const dollars = (costPercent / 100) * value
    sentences.push(
      `At the value of today that is about ${cite({
        label: 'The same cost in dollars',
        text: formatUsd(Math.abs(dollars)),
        value: Math.abs(dollars),
        formula: 'Cost in percent × value of today',
        inputs: `${formatPercent(costPercent / 100)} × ${formatUsd(value)}`,
        check: { kind: 'product', factors: [Math.abs(costPercent) / 100, value] },
      })}.`,
    )
  }
  return { heading, sentences: [...sentences, 'Positions and prices may have changed since.', free], table: null }
}

const listNames = (tickers: readonly string[]): string => namePositions(tickers, { most: LISTED_LEFT_OUT })
