// Tests: backtest-page.test.tsx

import type { BacktestResult } from '@ballast/contract'
import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ChartFigure, ChartTools, useChartFrame } from '../../components/charts/chart-frame.tsx'
import { decimalsOfTick } from '../../components/charts/chart-scale.ts'
import { LineChart } from '../../components/charts/line-chart.tsx'
import { LineLegend } from '../../components/charts/line-legend.tsx'
import type { FigureSource } from '../../components/explained.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { showError } from '../../components/ui/toast.tsx'
import {
  countOf,
  formatAxisMoney,
  formatCount,
  formatPercent,
  formatPercentChange,
  formatValue,
} from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { useIsPhone } from '../../lib/use-media-query.ts'
import { locateWorstFall, toBacktestChart, toDrawdownSeries, toValueSeries } from './backtest-view.ts'

const formatFall = (percent: number) => formatPercentChange(percent, 1)
const formatFallTick = (percent: number) => formatPercent(percent, decimalsOfTick(percent))

/** Value over time, and below it the fall from the highest value so far; one cursor for both. */
export function ValueCard({ result, name, from }: { result: BacktestResult; name: string; from: FigureSource }) {
  const { results, benchmark } = result
  const isPhone = useIsPhone()
  const chart = useChartFrame(useMemo(() => toBacktestChart(result, name), [result, name]))
  const [cursor, setCursor] = useState<number | null>(null)
  const dates = useMemo(() => results.map(({ date }) => date), [results])
  const values = useMemo(() => toValueSeries(results, name, benchmark), [results, name, benchmark])
  const falls = useMemo(() => toDrawdownSeries(results, benchmark), [results, benchmark])
  const worst = useMemo(() => locateWorstFall(result), [result])
  return (
    <Card
      title="Value over time"
      description={`Portfolio against ${benchmark}, same starting value`}
      actions={
        <>
          <LineLegend series={values} />
          <ChartTools chart={chart} />
          <SaveEveryDay from={from} />
        </>
      }
    >
      <ChartFigure chart={chart}>
        <LineChart
          label={`Value of ${name} and of ${benchmark}`}
          dates={dates}
          series={values}
          height={isPhone ? 260 : 360}
          formatValue={formatValue}
          formatTick={formatAxisMoney}
          cursor={cursor}
          onCursorChange={setCursor}
          timeShown={false}
          fall={
            worst
              ? { from: worst.from, to: worst.to, label: `Peak to trough, ${countOf(worst.daysDown, 'day')}` }
              : undefined
          }
          moreAt={(index) => [
            {
              label: 'Drawdown',
              colour: 'var(--loss)',
              value: formatFall(-(results[index]?.portfolioDrawdownPercent ?? 0)),
            },
          ]}
        />
        <p className="mt-1 mb-1 text-label text-muted-foreground">
          <b className="font-semibold text-foreground">Drawdown</b> fall from the highest value so far
        </p>
        <LineChart
          label="Drawdown"
          dates={dates}
          series={falls}
          height={isPhone ? 110 : 170}
          formatValue={formatFall}
          formatTick={formatFallTick}
          cursor={cursor}
          onCursorChange={setCursor}
          follows
          mark={
            worst
              ? {
                  index: worst.to,
                  value: -worst.depthPercent,
                  label: formatFall(-worst.depthPercent),
                  colour: 'var(--loss)',
                }
              : undefined
          }
        />
      </ChartFigure>
      {result.downsampled && (
        <p className="mt-2 text-caption text-subtle-foreground">
          {formatCount(results.length)} of {formatCount(result.metrics.observations + 1)} days are drawn; the figures
          come from all.
        </p>
      )}
    </Card>
  )
}

/** The drawn points are in the chart's own CSV; this one has every day, and reproduces the metrics. */
function SaveEveryDay({ from }: { from: FigureSource }) {
  const save = async () => {
    try {
      await from.saveInputs()
    } catch (error) {
      showError({ title: 'CSV not saved', description: toUserMessage(error, 'The server could not be reached.') })
    }
  }
  return (
    <Button size="sm" onClick={() => void save()}>
      <Download aria-hidden="true" />
      Every day (CSV)
    </Button>
  )
}
