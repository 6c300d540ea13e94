import { formatAxisMoney, formatMoney, formatNumber } from '../../lib/format.ts'
import { ChartFigure, ChartTools, useChartFrame } from '../charts/chart-frame.tsx'
import { decimalsOfTick } from '../charts/chart-scale.ts'
import { CurveChart } from '../charts/curve-chart.tsx'
import { LineLegend } from '../charts/line-legend.tsx'
import { toPayoffChart, toPayoffCurves } from './strategy-text.ts'
import type { StrategyView } from './strategy-view.ts'

interface PayoffChartProps {
  /** "NVDA $140 call, bought". */
  title: string
  view: StrategyView
  spot: number
  asOf: string | null
  simulated: boolean
  height?: number
}

/** Profit by price of the underlying, at expiry and now, with the break-evens marked. */
export function PayoffChart({ title, view, spot, asOf, simulated, height = 232 }: PayoffChartProps) {
  const chart = useChartFrame(toPayoffChart(title, view, { asOf, simulated }))
  const curves = toPayoffCurves(view)
  return (
    <div>
      <div className="mb-1 flex items-center justify-between gap-3">
        <LineLegend series={curves} />
        <span className="flex">
          <ChartTools chart={chart} />
        </span>
      </div>
      <ChartFigure chart={chart} findingShown>
        <CurveChart
          label={`Profit of ${title} by price of the underlying`}
          curves={curves}
          height={height}
          marks={[
            ...view.breakEvens.map((price) => ({ x: price, label: formatNumber(price), tone: 'subtle' as const })),
            { x: spot, label: `Now ${formatNumber(spot)}`, tone: 'primary' },
          ]}
          formatX={(price) => `At ${formatMoney(price)}`}
          formatXTick={(price) => formatMoney(price, { decimals: decimalsOfTick(price) && 2 })}
          formatY={(profit) => formatMoney(profit, { decimals: 0, signed: true })}
          formatYTick={formatAxisMoney}
        />
      </ChartFigure>
    </div>
  )
}
