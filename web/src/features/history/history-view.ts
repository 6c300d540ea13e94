// Tests: history-view.test.ts

import { type HistoryChange, MAX_MONEY_IN, type PortfolioHistory, readNumber } from '@ballast/contract'
import type { ChartData } from '../../components/charts/chart-data.ts'
import type { LineSeries } from '../../components/charts/line-chart.tsx'
import type { Explanation } from '../../components/explained.tsx'
import {
  countOf,
  formatDate,
  formatMoney,
  formatNumber,
  formatPercentChange,
  formatShare,
  formatValue,
} from '../../lib/format.ts'

type Figures = NonNullable<PortfolioHistory['figures']>

export const AS_HELD = 'As it was held'
export const TODAYS = 'Today’s positions over the past'
const HELD_COLOUR = 'var(--chart-1)'
const TODAYS_COLOUR = 'var(--chart-3)'

const VALUES = 'V(t): value of what was held at close t, after money came in or went out'
const FLOWS = 'F(t): money that came in at close t, negative when it went out'
const CLOSES = 'Closes are adjusted for splits. Dividends count only where they are in the portfolio’s cash.'

/** How each figure of the card comes about. */
export const EXPLANATIONS = {
  value: {
    name: 'Value',
    meaning: 'Your positions at the first and at the last close.',
    formula: 'V(t) = Σ shares(t) × close(t)',
    inputs: [
      'shares(t): what you held at close t, by your imports and changes',
      'close(t): the close of that day, in dollars',
    ],
    convention: CLOSES,
  },
  moneyIn: {
    name: 'Money in or out',
    meaning: 'Money and shares that came in after the first close, less what went out.',
    formula: 'Σ F(t)',
    inputs: [FLOWS, 'Where you have not answered, the proposal from prices and cash is used.'],
    convention: null,
  },
  gain: {
    name: 'Gain',
    meaning: 'Dollars that the market added or took.',
    formula: 'gain = V(last) − V(first) − Σ F(t)',
    inputs: [VALUES, FLOWS],
    convention: CLOSES,
  },
  timeWeighted: {
    name: 'Time-weighted return',
    meaning: 'How a dollar that stayed in from the first close did, whenever money came in or went out.',
    formula: 'return = Π (V(t) − F(t)) ÷ V(t−1) − 1',
    inputs: [VALUES, FLOWS],
    convention: 'Money moves at the close. A year has 365 days; no annual figure is shown before a year is over.',
  },
  moneyWeighted: {
    name: 'Money-weighted return',
    meaning: 'How your own dollars did, with the days on which you put them in or took them out.',
    formula: 'V(first) + Σ F(t) ÷ (1 + r)^(d(t) ÷ 365) = V(last) ÷ (1 + r)^(d(last) ÷ 365)',
    inputs: [
      VALUES,
      FLOWS,
      'd(t): days since the first close',
      'r: the rate a year, as XIRR of a spreadsheet finds it',
    ],
    convention:
      'The equation may have several answers, or none. All of them are shown. Below a year, r is not shown by the year.',
  },
  todays: {
    name: TODAYS,
    meaning: 'Today’s positions over the same days. You did not hold them then.',
    formula: 'return = W(last) ÷ W(first) − 1, W(t) = Σ shares today × close(t)',
    inputs: ['shares today: what the newest import or change says', 'close(t): the close of that day, in dollars'],
    convention: 'It knows which positions you kept, so it says nothing about your decisions.',
  },
  dividends: {
    name: 'Dividends, estimated',
    meaning: 'Dividends on the shares you held. No other figure of this card contains them.',
    formula: 'Σ shares(t−1) × (c(t−1) × a(t) ÷ a(t−1) − c(t))',
    inputs: ['c(t): close adjusted for splits', 'a(t): close adjusted for splits and dividends'],
    convention: 'Before taxes.',
  },
  hedges: {
    name: 'Hedges',
    meaning: 'Cost of the hedges you placed, payouts of expired ones, and value of open ones.',
    formula: 'paid = Σ contracts × 100 × fill + fees; paid back = Σ contracts × 100 × max(0, strike − close) at expiry',
    inputs: ['The fills of your policies', 'The close of the underlying on the last day', 'Option prices of now'],
    convention:
      'Options have no daily closes here, so hedges are in no other figure of this card. Calls pay close − strike.',
  },
} as const satisfies Record<string, Explanation>

export interface FigureRow {
  figure: keyof typeof EXPLANATIONS
  label: string
  text: string
  note: string | null
}

/** The answer first: how it went, as it was held. */
export function toFinding({ first, figures }: PortfolioHistory): string {
  if (!figures || first === null) return ''
  const { timeWeightedPercent, todaysPercent, gain } = figures
  const since = `Since ${formatDate(first)}`
  if (timeWeightedPercent === null)
    return `${since}, what you held once fell below zero. Such a portfolio has no return.`
  const grew = timeWeightedPercent < 0 ? 'lost' : 'gained'
  const amount = formatValue(Math.abs(gain))
  const held = `${since}, what you held ${grew} ${formatShare(Math.abs(timeWeightedPercent))}`
  const money =
    gain < 0 === timeWeightedPercent < 0 ? `, or ${amount}.` : `, and you ${gain < 0 ? 'lost' : 'gained'} ${amount}.`
  if (todaysPercent === null) return held + money
  return `${held}${money} What you hold today would have ${todaysPercent < 0 ? 'lost' : 'gained'} ${formatShare(Math.abs(todaysPercent))}.`
}

/** The figures of the card, one to a row. */
export function toRows({ figures, hedges, changes }: PortfolioHistory): FigureRow[] {
  if (!figures) return []
  const asked = changes.filter(({ status }) => status === 'asked').length
  const row = (
    figure: FigureRow['figure'],
    text: string,
    note: string | null = null,
    label: string = EXPLANATIONS[figure].name,
  ) => ({
    figure,
    label,
    text,
    note,
  })
  return [
    row('value', `${formatValue(figures.firstValue)} → ${formatValue(figures.lastValue)}`),
    row(
      'moneyIn',
      formatMoney(figures.moneyIn, { decimals: 0, signed: true }),
      asked === 0 ? null : `${countOf(asked, 'change')} not confirmed yet`,
    ),
    row('gain', formatMoney(figures.gain, { decimals: 0, signed: true })),
    row(
      'timeWeighted',
      formatPercentChange(figures.timeWeightedPercent),
      figures.timeWeightedAnnualPercent === null
        ? null
        : `${formatPercentChange(figures.timeWeightedAnnualPercent)} a year`,
    ),
    ...toMoneyWeightedRows(figures).map(({ text, note }) => row('moneyWeighted', text, note)),
    ...(figures.todaysPercent === null
      ? []
      : [row('todays', formatPercentChange(figures.todaysPercent), 'Not held then')]),
    row('dividends', formatValue(figures.dividends), 'In no other figure'),
    ...(hedges ? [row('hedges', toHedgeText(hedges), toHedgeNote(hedges))] : []),
  ]
}

function toMoneyWeightedRows({ moneyWeighted, days }: Figures): { text: string; note: string | null }[] {
  const [only, ...others] = moneyWeighted
  if (!only) return [{ text: '—', note: 'No rate fits these days and amounts.' }]
  const isYear = days >= 365
  if (others.length === 0) {
    return [
      {
        text: formatPercentChange(only.percent),
        note: isYear ? `${formatPercentChange(only.annualPercent)} a year` : null,
      },
    ]
  }
  const listed = moneyWeighted.map(({ percent }) => formatPercentChange(percent)).join(' or ')
  return [{ text: listed, note: `${moneyWeighted.length} rates fit. Use the time-weighted return.` }]
}

type Hedges = NonNullable<PortfolioHistory['hedges']>

function toHedgeText({ paid, paidBack }: Hedges): string {
  return `${formatValue(paid)} paid, ${formatValue(paidBack)} back`
}

function toHedgeNote({ worth, closedEarly }: Hedges): string {
  const now = worth === null ? 'The worth of open ones is not known' : `Open ones are worth ${formatValue(worth)}`
  return closedEarly === 0 ? now : `${now}. ${countOf(closedEarly, 'hedge')} closed early: the price is not known`
}

/** Both lines, told apart by colour and by dash. */
export function toSeries({ points }: PortfolioHistory): LineSeries[] {
  const held = { id: 'held', label: AS_HELD, colour: HELD_COLOUR, values: points.map(({ heldPercent }) => heldPercent) }
  const todays = points.map(({ todaysPercent }) => todaysPercent)
  if (todays.every((value) => value === null)) return [held]
  return [held, { id: 'todays', label: TODAYS, colour: TODAYS_COLOUR, dashed: true, values: todays }]
}

export function toChart(history: PortfolioHistory): ChartData {
  return {
    title: 'How this portfolio has done',
    finding: toFinding(history),
    asOf: history.last,
    simulated: history.simulated,
    columns: [
      { header: 'Date' },
      { header: AS_HELD, format: formatPercentChange },
      { header: TODAYS, format: formatPercentChange },
      { header: 'Value', format: formatValue },
      { header: 'Money in', format: formatValue },
    ],
    rows: history.points.map((point) => [
      point.date,
      point.heldPercent,
      point.todaysPercent,
      point.value,
      point.moneyIn,
    ]),
    legend: toSeries(history).map(({ label, colour }) => ({ label, colour })),
  }
}

/** "+20 AAPL ($4,120), −5 TLT": what moved with a change. */
export function describeMoved({ moved, movedMore }: Pick<HistoryChange, 'moved' | 'movedMore'>): string {
  const parts = moved.map(({ ticker, kind, before, after, value }) => {
    if (kind === 'cash')
      return `${formatMoney(after - before, { decimals: 0, signed: true, currency: ticker })} of cash`
    const count = formatNumber(after - before, { decimals: Number.isInteger(after - before) ? 0 : 2, signed: true })
    return value === null ? `${count} ${ticker}` : `${count} ${ticker} (${formatValue(Math.abs(value))})`
  })
  return [...parts, ...(movedMore === 0 ? [] : [`and ${movedMore} more`])].join(', ')
}

export const ANSWERS = ['inside', 'in', 'out'] as const
export type Answer = (typeof ANSWERS)[number]

type Answered = Pick<HistoryChange, 'difference' | 'cashListed'>

/**
 * Computes what came in when everything was bought and sold inside the account: without listed cash, it was paid from
 * outside.
 */
const toInside = ({ difference, cashListed }: Answered) => (cashListed ? 0 : (difference ?? 0))

/** Which answer an amount of money is. */
export function toAnswer(moneyIn: number, change: Answered): Answer {
  if (moneyIn === toInside(change)) return 'inside'
  return moneyIn > 0 ? 'in' : 'out'
}

/** The money that an answer says came in; a sentence says what is wrong with an amount that cannot be read. */
export function readAnswer(answer: Answer, amount: string, change: Answered): { moneyIn: number } | { fault: string } {
  if (answer === 'inside') return { moneyIn: toInside(change) }
  const [value, other] = readNumber(amount, { isMoney: true })
  if (value === undefined || other !== undefined || !(value > 0))
    return { fault: 'Enter an amount in dollars, such as 1,500.' }
  if (value > MAX_MONEY_IN) return { fault: 'This amount is too large to be true.' }
  return { moneyIn: answer === 'in' ? value : -value }
}

/** Describes an answered change in a few words. */
export function describeAnswer(moneyIn: number, change: Answered): string {
  if (toAnswer(moneyIn, change) === 'inside') {
    return change.cashListed ? 'Bought or sold inside the account' : 'Bought or sold with cash not listed here'
  }
  if (moneyIn === 0) return 'No money came in'
  return `${formatValue(Math.abs(moneyIn))} ${moneyIn > 0 ? 'came in' : 'went out'}`
}
