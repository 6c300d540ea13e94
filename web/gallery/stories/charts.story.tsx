import { useState } from 'react'
import { chartColour, sectorColour } from '../../src/components/charts/chart-colours.ts'
import { ChartFigure, ChartTools, useChartFrame } from '../../src/components/charts/chart-frame.tsx'
import { CurveChart } from '../../src/components/charts/curve-chart.tsx'
import { Donut } from '../../src/components/charts/donut-chart.tsx'
import { LineChart, type LineSeries } from '../../src/components/charts/line-chart.tsx'
import { LineLegend } from '../../src/components/charts/line-legend.tsx'
import { Sparkline } from '../../src/components/charts/sparkline.tsx'
import { BROKEN_LINES, CURVES, DAYS, LINES, SLICES } from '../figures.ts'
import type { Stories } from '../stories.ts'

const money = (value: number) => `$${Math.round(value).toLocaleString('en-US')}`

interface LinesProps {
  label: string
  series?: readonly LineSeries[]
  fall?: { from: number; to: number; label: string }
}

const Lines = ({ label, series = LINES, fall }: LinesProps) => (
  <LineChart label={label} dates={DAYS} series={series} fall={fall} formatValue={money} formatTick={money} />
)

function Ring({ isPie = false }: { isPie?: boolean }) {
  const [highlighted, setHighlighted] = useState<string | null>(null)
  return (
    <Donut
      label={isPie ? 'Sectors as a pie' : 'Sectors as a ring'}
      slices={SLICES}
      {...(!isPie && { centre: { label: 'Total', figure: '$200,000' } })}
      highlighted={highlighted}
      onHighlight={setHighlighted}
    />
  )
}

function Framed({ initialView }: { initialView: 'chart' | 'table' }) {
  const chart = useChartFrame({
    title: `Sectors, ${initialView} first`,
    finding: 'Technology is 60% of the portfolio.',
    asOf: '2026-11-20',
    simulated: true,
    columns: [{ header: 'Sector' }, { header: 'Share', format: (value) => `${value}%` }],
    rows: SLICES.map(({ label, percent }) => [label, percent]),
    legend: [],
  })
  return (
    <div>
      <ChartTools chart={chart} />
      <ChartFigure chart={initialView === 'table' ? { ...chart, view: 'table' } : chart} findingShown>
        <Ring />
      </ChartFigure>
    </div>
  )
}

export const stories: Stories = {
  Lines: () => <Lines label="Portfolio and SPY" />,
  'Lines with gaps': () => <Lines label="Portfolio with days that have no price" series={BROKEN_LINES} />,
  'Lines with a fall': () => <Lines label="Portfolio through a fall" fall={{ from: 12, to: 30, label: '−11.4%' }} />,
  Legend: () => <LineLegend series={LINES} values={{ portfolio: '$201,300' }} />,
  Curves: () => (
    <CurveChart
      label="Profit at expiry"
      curves={CURVES}
      height={232}
      marks={[{ x: 105, label: 'Break-even 105', tone: 'primary' }]}
      formatX={(x) => `At $${x}`}
      formatXTick={(x) => `$${x}`}
      formatY={money}
      formatYTick={money}
    />
  ),
  Ring: () => <Ring />,
  Pie: () => <Ring isPie />,
  'Frame with a chart': () => <Framed initialView="chart" />,
  'Frame with a table': () => <Framed initialView="table" />,
  Sparkline: () => <Sparkline area values={[3, 4, 2, 5, 6, 4, 7]} className="h-16 w-64" />,
  Colours: () => (
    <div className="flex flex-wrap gap-2">
      {[0, 1, 2, 3, 4].map((index) => (
        <span key={`chart ${index}`} className="size-8 rounded-control" style={{ background: chartColour(index) }} />
      ))}
      {[0, 1, 2, 3, 4, 5, 6, 7].map((index) => (
        <span key={`sector ${index}`} className="size-8 rounded-control" style={{ background: sectorColour(index) }} />
      ))}
    </div>
  ),
}
