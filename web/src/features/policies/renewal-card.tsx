// Tests: repair-card.test.tsx

import type { PolicyJudgement } from '@ballast/contract'
import { type ChartData, ChartFigure, ChartTools, useChartFrame } from '../../components/charts/chart-frame.tsx'
import { CurveChart } from '../../components/charts/curve-chart.tsx'
import { Card } from '../../components/ui/card.tsx'
import { countOf, formatAxisMoney, formatDate, formatValue } from '../../lib/format.ts'
import { describeRenewals } from './policy-view.ts'

const toMoney = (amount: number) => formatValue(amount)

/** Renew now or in n days: what a month of further protection costs by the day on which it is bought. */
export function RenewalCard({ judgement }: { judgement: PolicyJudgement }) {
  const { renewals } = judgement
  const chart = useChartFrame(toChartData(judgement))
  const last = renewals.findLast(({ holds }) => holds)
  return (
    <Card
      title="Renew now or later"
      description="Cost of one more month of protection by the day you renew, if the market does not move"
      actions={<ChartTools chart={chart} />}
    >
      <ChartFigure chart={chart} findingShown>
        <CurveChart
          label="Cost of a further month of protection by the day of renewal"
          curves={[
            {
              id: 'monthly',
              label: 'Cost of a further month',
              colour: 'var(--chart-1)',
              dotted: true,
              points: renewals.map(({ tradingDays: x, costPerMonth: y }) => ({ x, y })),
            },
          ]}
          marks={
            last && last.tradingDays > 0
              ? [{ x: last.tradingDays, label: 'Limit holds until here', tone: 'subtle' }]
              : []
          }
          height={200}
          formatX={(days) => (days === 0 ? 'Today' : `In ${countOf(days, 'trading day')}`)}
          formatXTick={(days) => String(Math.round(days))}
          formatY={toMoney}
          formatYTick={formatAxisMoney}
        />
      </ChartFigure>
    </Card>
  )
}

function toChartData({ renewals, checkedAt, simulated }: PolicyJudgement): ChartData {
  return {
    title: 'Renew now or later',
    finding: describeRenewals(renewals),
    asOf: checkedAt,
    simulated,
    columns: [
      { header: 'Day' },
      { header: 'Brought by closing', format: toMoney },
      { header: 'Cost of renewing', format: toMoney },
      { header: 'Cost of a further month', format: toMoney },
      { header: 'Protected until' },
      { header: 'Limit holds until then' },
    ],
    rows: renewals.map(({ date, proceeds, cost, costPerMonth, until, holds }) => [
      formatDate(date),
      proceeds,
      cost,
      costPerMonth,
      formatDate(until),
      holds ? 'yes' : 'no',
    ]),
    legend: [{ label: 'Cost of a further month', colour: 'var(--chart-1)' }],
  }
}
