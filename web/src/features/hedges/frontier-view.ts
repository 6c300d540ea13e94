// Tests: hedges-page.test.tsx

import type { HedgeAnalysis } from '@ballast/contract'
import type { ChartData } from '../../components/charts/chart-data.ts'
import type { Curve } from '../../components/charts/curve-chart.tsx'
import { formatPercent, formatShare, formatValue } from '../../lib/format.ts'

type Point = HedgeAnalysis['frontier'][number]

/** Why a point has no package within the request, in a few words. */
export const REASON_WORDS = {
  budget: 'costs more than the budget',
  'liquidity-or-strikes': 'no listed options reach it',
  accounts: 'nothing that your accounts can hold reaches it',
  'not-needed': 'holds without a hedge',
} as const satisfies Record<NonNullable<Point['reason']>, string>

/** A point whose package is known can be shown as a ticket, even if it costs more than the budget. */
export function isChoosable({ strategyId }: Point): boolean {
  return strategyId !== null
}

/** Cost by limit: options, and selling for the same limit. */
export function toFrontierCurves(frontier: readonly Point[]): Curve[] {
  const points = frontier.toSorted((a, b) => a.limitPercent - b.limitPercent)
  const priced = points.flatMap(({ limitPercent: x, costPercent: y }) => (y === null ? [] : [{ x, y }]))
  return [
    {
      id: 'selling',
      label: 'Selling, return forgone',
      points: points.map(({ limitPercent: x, sellingCostPercent: y }) => ({ x, y })),
      colour: 'var(--subtle-foreground)',
      dashed: true,
    },
    { id: 'hedge', label: 'Options, paid now', points: priced, colour: 'var(--chart-1)', dotted: true },
  ]
}

/** The frontier as figures, for its table and its downloads. */
export function toFrontierChart({ frontier, asOf, simulated }: HedgeAnalysis): ChartData {
  const points = frontier.toSorted((a, b) => b.limitPercent - a.limitPercent)
  const priced = points.filter(({ cost }) => cost !== null)
  const [loosest, tightest] = [priced[0], priced.at(-1)]
  return {
    title: 'Cost of protection',
    finding:
      loosest && tightest && loosest !== tightest
        ? `From ${formatValue(loosest.cost)} to lose at most ${formatShare(loosest.limitPercent)}, up to ${formatValue(tightest.cost)} to lose at most ${formatShare(tightest.limitPercent)}. The last costs ${formatPercent(tightest.costPercent)} of the value. Selling for the same limit costs ${formatPercent(tightest.sellingCostPercent)} in expected return.`
        : 'Fewer than two limits can be reached with listed options.',
    asOf,
    simulated,
    columns: [
      { header: 'Most to lose', format: (value) => formatShare(value) },
      { header: 'Cost', format: (value) => formatValue(value) },
      { header: 'Cost, % of value', format: (value) => formatPercent(value) },
      { header: 'Sold for the same, %', format: (value) => formatShare(value) },
      { header: 'Return forgone, % of value', format: (value) => formatPercent(value) },
      { header: 'Remark' },
    ],
    rows: points.map((point) => [
      point.limitPercent,
      point.cost,
      point.costPercent,
      point.sellingPercent,
      point.sellingCostPercent,
      point.reason && REASON_WORDS[point.reason],
    ]),
    legend: toFrontierCurves(frontier).map(({ label, colour }) => ({ label, colour })),
  }
}
