import { formatAxisMoney, formatMoney, formatNumber } from '../../lib/format.ts'
import { ChartFigure, type useChartFrame } from '../charts/chart-frame.tsx'
import { type Curve, CurveChart } from '../charts/curve-chart.tsx'

interface MarketMoveChartProps {
  chart: ReturnType<typeof useChartFrame>
  curves: readonly Curve[]
  /** Where the slider stands. */
  marketPercent: number
  height: number
}

/** Profit of a whole portfolio by move of the market, with the move that is looked at marked. */
export function MarketMoveChart({ chart, curves, marketPercent, height }: MarketMoveChartProps) {
  return (
    <ChartFigure chart={chart} findingShown>
      <CurveChart
        label="Profit of the portfolio by market move"
        curves={curves}
        marks={[{ x: marketPercent, label: formatMove(marketPercent), tone: 'primary' }]}
        height={height}
        formatX={(move) => `Market ${formatMove(move)}`}
        formatXTick={formatMove}
        formatY={(profit) => formatMoney(profit, { decimals: 0, signed: true })}
        formatYTick={formatAxisMoney}
      />
    </ChartFigure>
  )
}

/** `−20%`, `+12.5%`. */
export function formatMove(percent: number): string {
  return `${formatNumber(percent, { decimals: Number.isInteger(percent) ? 0 : 1, signed: true })}%`
}
