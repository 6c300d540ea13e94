// Tests: hedges-page.test.tsx

import type { HedgeAnalysis } from '@ballast/contract'
import { ChartFigure, ChartTools, useChartFrame } from '../../components/charts/chart-frame.tsx'
import { decimalsOfTick } from '../../components/charts/chart-scale.ts'
import { CurveChart } from '../../components/charts/curve-chart.tsx'
import { LineLegend } from '../../components/charts/line-legend.tsx'
import { Card } from '../../components/ui/card.tsx'
import { cn } from '../../lib/class-names.ts'
import { formatNumber, formatPercent, formatShare, formatValue, NO_DATA } from '../../lib/format.ts'
import { isChoosable, REASON_WORDS, toFrontierChart, toFrontierCurves } from './frontier-view.ts'

const formatPercentTick = (tick: number) => formatPercent(tick, decimalsOfTick(tick))

interface FrontierCardProps {
  analysis: HedgeAnalysis
  chosenId: string | undefined
  onChoose: (strategyId: string) => void
}

/** Cost of protection, limit by limit, next to that of selling; a point can be taken as the strategy. */
export function FrontierCard({ analysis, chosenId, onChoose }: FrontierCardProps) {
  const { frontier, request } = analysis
  const chart = useChartFrame(toFrontierChart(analysis))
  const curves = toFrontierCurves(frontier)
  const chosen = frontier.find(({ strategyId }) => strategyId !== null && strategyId === chosenId)
  if (frontier.length === 0) return null
  return (
    <Card
      folded
      title="Cost of protection"
      description={`Cheapest package for each limit ${describeShock(request)}. Choose a point to see its ticket.`}
      actions={<ChartTools chart={chart} />}
    >
      <div className="grid gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
        <div className="min-w-0">
          <LineLegend series={curves} />
          <ChartFigure chart={chart} findingShown className="mt-2">
            <CurveChart
              label="Cost of protection by the most that may be lost"
              curves={curves}
              marks={chosen ? [{ x: chosen.limitPercent, label: 'Chosen', tone: 'primary' }] : []}
              height={232}
              stops={frontier.map(({ limitPercent }) => limitPercent).toSorted((a, b) => a - b)}
              formatX={(limit) => `At most ${formatShare(limit)} lost`}
              formatXTick={formatPercentTick}
              formatY={(cost) => `${formatNumber(cost)}% of value`}
              formatYTick={formatPercentTick}
              onChoose={(limit) => {
                const point = frontier.find(({ limitPercent }) => limitPercent === limit)
                if (point?.strategyId) onChoose(point.strategyId)
              }}
            />
          </ChartFigure>
        </div>
        <ul aria-label="Points of the frontier" className="grid content-start gap-1.5 sm:max-lg:grid-cols-2">
          {frontier.map((point) => {
            const { strategyId } = point
            const isChosen = point === chosen
            return (
              <li key={point.limitPercent}>
                <button
                  type="button"
                  aria-pressed={isChosen}
                  disabled={!isChoosable(point)}
                  onClick={() => strategyId && onChoose(strategyId)}
                  className={cn(
                    'touch-target flex w-full items-center justify-between gap-3 rounded-control border px-3 py-1.5 text-left text-[13px] tabular enabled:hover:bg-accent/45 disabled:text-muted-foreground',
                    isChosen && 'border-primary tint-primary',
                  )}
                >
                  <span>
                    At most {formatShare(point.limitPercent)}
                    {point.reason && (
                      <span className="block text-caption text-subtle-foreground">{REASON_WORDS[point.reason]}</span>
                    )}
                  </span>
                  <span className="font-medium">{point.cost === null ? NO_DATA : formatValue(point.cost)}</span>
                </button>
              </li>
            )
          })}
        </ul>
      </div>
    </Card>
  )
}

const describeShock = ({ shockPercent, crisisName }: HedgeAnalysis['request']) =>
  crisisName === null
    ? `if the market falls ${formatNumber(shockPercent, { decimals: 0 })}%`
    : `on every day of this crisis: ${crisisName}`
