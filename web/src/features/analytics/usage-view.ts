import { ANALYTICS_BAR_DAYS, countTokens, TOKEN_PACKAGES, type UsageSummary } from '@ballast/contract'
import type { ChartData } from '../../components/charts/chart-data.ts'
import { formatCount, formatShare, formatShortDate, formatTokens } from '../../lib/format.ts'

/** The two features of a use, bottom to top, as the bars and their legend show them. */
export const USE_SERIES = [
  { id: 'hedge_analysis', label: 'Hedge analysis', colour: 'var(--chart-1)' },
  { id: 'agentic_discovery', label: 'Agentic discovery', colour: 'var(--chart-2)' },
] as const

/** Growth over the days before, in percent; `null` where there was nothing to grow from. */
export function percentChange(now: number, before: number): number | null {
  return before > 0 ? (now / before - 1) * 100 : null
}

/** True when nobody has used, bought or subscribed to anything, now or in the days before. */
export function isEmpty({ uses, previousUses, spending, subscriptions }: UsageSummary): boolean {
  const { running, started, ended } = subscriptions
  const figures = [
    uses.total,
    previousUses.total,
    spending.tokens,
    spending.subscriptionAmount,
    running,
    started,
    ended,
  ]
  return figures.every((figure) => figure === 0) && spending.reversedAmount === 0
}

export interface UsageStat {
  label: string
  figure: string
  caption: string
  /** Against the 30 days before, in percent. */
  change: number | null
}

/** The four figures of the head. */
export function toUsageStats({ uses, previousUses, subscriptions }: UsageSummary): UsageStat[] {
  const share = (part: number) =>
    uses.total > 0 ? `${formatShare((part / uses.total) * 100)} of uses` : 'No uses in these days'
  const { running, started, ended, trialing, pastDue } = subscriptions
  const kinds = [trialing > 0 && `${trialing} on trial`, pastDue > 0 && `${pastDue} overdue`]
  return [
    {
      label: 'Total uses',
      figure: formatCount(uses.total),
      caption: `${formatTokens(uses.tokens)} deducted`,
      change: percentChange(uses.total, previousUses.total),
    },
    {
      label: 'Hedge analyses',
      figure: formatCount(uses.hedge_analysis),
      caption: share(uses.hedge_analysis),
      change: percentChange(uses.hedge_analysis, previousUses.hedge_analysis),
    },
    {
      label: 'Discoveries',
      figure: formatCount(uses.agentic_discovery),
      caption: share(uses.agentic_discovery),
      change: percentChange(uses.agentic_discovery, previousUses.agentic_discovery),
    },
    {
      label: 'Active subscriptions',
      figure: formatCount(running),
      caption: [`${formatCount(started)} new, ${formatCount(ended)} ended`, ...kinds].filter(Boolean).join(', '),
      change: null,
    },
  ]
}

export type DayOfUse = UsageSummary['daily'][number]

export const totalOfDay = ({ hedge_analysis, agentic_discovery }: DayOfUse): number =>
  hedge_analysis + agentic_discovery

const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })

/** `Sun 15`, under a bar. */
export function toDayLabel(date: string): string {
  return `${WEEKDAY.format(new Date(date))} ${Number(date.slice(8))}`
}

/** Converts the bars to figures. */
export function toDailyChart({ daily, to }: UsageSummary): ChartData {
  return {
    title: 'Daily usage',
    finding: describeWeek(daily),
    asOf: to,
    // Usage and money are real wherever prices come from.
    simulated: false,
    columns: [
      { header: 'Day' },
      ...USE_SERIES.map(({ label }) => ({ header: label, format: formatCount })),
      { header: 'Total', format: formatCount },
    ],
    rows: daily.map((day) => [day.date, ...USE_SERIES.map(({ id }) => day[id]), totalOfDay(day)]),
    legend: USE_SERIES.map(({ label, colour }) => ({ label, colour })),
  }
}

function describeWeek(daily: readonly DayOfUse[]): string {
  const total = daily.reduce((sum, day) => sum + totalOfDay(day), 0)
  const busiest = daily.reduce<DayOfUse | undefined>(
    (most, day) => (most === undefined || totalOfDay(day) > totalOfDay(most) ? day : most),
    undefined,
  )
  if (!busiest || total === 0) return `No uses in the last ${ANALYTICS_BAR_DAYS} days.`
  const uses = `${formatCount(total)} ${total === 1 ? 'use' : 'uses'} in the last ${ANALYTICS_BAR_DAYS} days`
  return `${uses}, most on ${formatShortDate(busiest.date)} with ${formatCount(totalOfDay(busiest))}.`
}

/** `25 tokens` of a package's id. */
export function packageName(packageId: (typeof TOKEN_PACKAGES)[number]['id']): string {
  const offer = TOKEN_PACKAGES.find(({ id }) => id === packageId)
  return offer ? countTokens(offer.tokens) : packageId
}
