import {
  type BacktestRequest,
  type BacktestScenario,
  CUSTOM_SCENARIO,
  DEFAULT_SCENARIO,
  EARLIEST_BACKTEST_DATE,
} from '@ballast/contract'
import { formatAxisMonth, formatDate } from '../../lib/format.ts'

export interface BacktestOptions {
  scenarioId: string
  /** ISO days of the custom range; empty until chosen. */
  start: string
  end: string
  basis: NonNullable<BacktestRequest['basis']>
  rebalance: NonNullable<BacktestRequest['rebalance']>
  ownDataOnly: boolean
}

export const DEFAULT_OPTIONS: BacktestOptions = {
  scenarioId: DEFAULT_SCENARIO,
  start: '',
  end: '',
  basis: 'weights-today',
  rebalance: 'none',
  ownDataOnly: false,
}

export const BASES = [
  { value: 'weights-today', label: '$100,000 at today’s weights' },
  { value: 'actual-shares', label: 'The shares held today' },
] as const satisfies readonly { value: BacktestOptions['basis']; label: string }[]

export const REBALANCINGS = [
  { value: 'none', label: 'Never (buy and hold)' },
  { value: 'daily', label: 'Daily' },
  { value: 'monthly', label: 'Monthly' },
  { value: 'quarterly', label: 'Quarterly' },
  { value: 'annual', label: 'Annually' },
] as const satisfies readonly { value: BacktestOptions['rebalance']; label: string }[]

/** Builds the request to the server. */
export function toRequest(portfolioId: string, options: BacktestOptions): BacktestRequest {
  const { scenarioId, start, end, basis, rebalance, ownDataOnly } = options
  return {
    portfolioId,
    scenarioId,
    ...(scenarioId === CUSTOM_SCENARIO && { start, end }),
    basis,
    rebalance,
    ownDataOnly,
  }
}

/** Finds the fault of a custom range, or `null`; trading days are counted by the server. */
export function findRangeFault({ scenarioId, start, end }: BacktestOptions): string | null {
  if (scenarioId !== CUSTOM_SCENARIO) return null
  if (!start || !end) return 'Choose the first and the last day.'
  if (start < EARLIEST_BACKTEST_DATE) return `Histories begin on ${formatDate(EARLIEST_BACKTEST_DATE)}.`
  return start >= end ? 'The last day must come after the first.' : null
}

/** `Feb 20 to Mar 20`, `May 26 on`: the window of a scenario in a few letters. */
export function describePeriod({ start, end, kind }: Pick<BacktestScenario, 'start' | 'end' | 'kind'>): string {
  if (kind === 'custom') return 'Any dates'
  if (!start || !end) return 'No history'
  if (kind === 'recent') return `Since ${formatDate(start)}`
  const [from, to] = [toMonthYear(start), toMonthYear(end)]
  return from === to ? from : `${start.slice(0, 4) === end.slice(0, 4) ? formatAxisMonth(start, false) : from} to ${to}`
}

function toMonthYear(date: string): string {
  return `${formatAxisMonth(date, false)} ${date.slice(0, 4)}`
}

const GROUPS = [
  { name: 'Crises', kinds: ['crisis'] },
  { name: 'Recent', kinds: ['recent', 'custom'] },
  { name: 'Recoveries', kinds: ['recovery'] },
] as const satisfies readonly { name: string; kinds: readonly BacktestScenario['kind'][] }[]

/** The periods by what they are, each group in the order of the list; a group without one is left out. */
export function groupScenarios(
  scenarios: readonly BacktestScenario[],
): { name: string; members: readonly BacktestScenario[] }[] {
  return GROUPS.map(({ name, kinds }) => {
    return { name, members: scenarios.filter(({ kind }) => (kinds as readonly string[]).includes(kind)) }
  }).filter(({ members }) => members.length > 0)
}
