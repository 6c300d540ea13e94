// Tests: track-record-page.test.tsx

import type { TrackRecord } from '@ballast/contract'
import { ChartFigure, ChartTools, useChartFrame } from '../../components/charts/chart-frame.tsx'
import { type Curve, CurveChart } from '../../components/charts/curve-chart.tsx'
import { LineLegend } from '../../components/charts/line-legend.tsx'
import { Card } from '../../components/ui/card.tsx'
import { formatPercent } from '../../lib/format.ts'
import {
  type CalibrationPoint,
  type CalibrationRate,
  describeCount,
  hasPercentages,
  toCalibration,
  toCalibrationChart,
} from './track-record-view.ts'

/** True if what had evidence in seventy of a hundred histories comes true seven times in ten. */
export function CalibrationCard({ record }: { record: TrackRecord }) {
  const points = toCalibration(record)
  const chart = useChartFrame(toCalibrationChart(points, record.simulated))
  const rated = points.flatMap((point) => (point.rate ? [{ ...point, rate: point.rate }] : []))
  const isShown = hasPercentages(record) && rated.length > 0
  const curves = toCurves(rated)
  return (
    <Card
      title="Calibration"
      description="Stated evidence against how often it came true; the dashed diagonal is what was stated"
      actions={isShown && <ChartTools chart={chart} />}
    >
      {isShown ? (
        <>
          <LineLegend series={curves} />
          <ChartFigure chart={chart} findingShown className="mt-2">
            <CurveChart
              label="How often it came true by stated evidence"
              curves={curves}
              height={260}
              stops={rated.map(middleOf)}
              formatX={(confidence) => `Stated about ${formatPercent(confidence, 0)}`}
              formatXTick={(confidence) => formatPercent(confidence, 0)}
              formatY={(rate) => formatPercent(rate, 0)}
              formatYTick={(rate) => formatPercent(rate, 0)}
            />
          </ChartFigure>
        </>
      ) : (
        <p className="text-body text-muted-foreground">
          {points.length === 0
            ? 'No advice with stated evidence is scored yet.'
            : `A band shows its rate once ${record.needed} of its recommendations have matured. With fewer, one more result could move it by whole bands.`}
        </p>
      )}
      {points.length > rated.length && (
        <ul className="mt-3 grid list-disc gap-1 pl-4 text-body text-muted-foreground tabular">
          {points
            .filter(({ rate }) => rate === null)
            .map((point) => (
              <li key={point.fromPercent}>{describeCount(point)}</li>
            ))}
        </ul>
      )}
    </Card>
  )
}

type Rated = CalibrationPoint & { rate: CalibrationRate }

const middleOf = ({ fromPercent, toPercent }: CalibrationPoint) => (fromPercent + toPercent) / 2

function toCurves(points: readonly Rated[]): Curve[] {
  const at = (pick: (rate: CalibrationRate) => number) =>
    points.map((point) => ({ x: middleOf(point), y: pick(point.rate) }))
  return [
    {
      id: 'stated',
      label: 'As stated',
      points: [
        { x: 0, y: 0 },
        { x: 100, y: 100 },
      ],
      colour: 'var(--subtle-foreground)',
      dashed: true,
    },
    { id: 'high', label: '95% range, high', points: at(({ high }) => high), colour: 'var(--chart-5)', style: 'dots' },
    { id: 'low', label: '95% range, low', points: at(({ low }) => low), colour: 'var(--chart-5)', style: 'dots' },
    { id: 'rate', label: 'Came true', points: at(({ percent }) => percent), colour: 'var(--chart-1)', dotted: true },
  ]
}
