// Tests: analysis-page.test.tsx

import type { CorrelationAnalysis } from '@ballast/contract'
import { useMemo, useState } from 'react'
import { sectorColour } from '../../components/charts/chart-colours.ts'
import type { ChartData } from '../../components/charts/chart-data.ts'
import { ChartFigure, ChartTools, useChartFrame } from '../../components/charts/chart-frame.tsx'
import { Swatch } from '../../components/charts/chart-tooltip.tsx'
import { Donut, type DonutSlice } from '../../components/charts/donut-chart.tsx'
import { Explained, type FigureSource } from '../../components/explained.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Switch } from '../../components/ui/switch.tsx'
import { cn } from '../../lib/class-names.ts'
import { formatShare, formatValue } from '../../lib/format.ts'
import { type SectorExposureView, toSectorView } from './sector-exposure-view.ts'

interface SectorExposureCardProps {
  analysis: CorrelationAnalysis
  from: FigureSource
  lookThrough: boolean
  onLookThroughChange: (lookThrough: boolean) => void
}

/** The sectors as a pie, and as a list with value and percent; broad funds as a sector of their own, or looked through. */
export function SectorExposureCard({ analysis, from, lookThrough, onLookThroughChange }: SectorExposureCardProps) {
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const shown = useMemo(() => toSectorView(analysis, lookThrough), [analysis, lookThrough])
  const slices = useMemo(() => toSlices(shown.sectors), [shown])
  const chart = useChartFrame(useMemo(() => toSectorChart(analysis, shown), [analysis, shown]))
  return (
    <Card
      title={
        <Explained metric="sectorExposure" from={from}>
          Sector Exposure
        </Explained>
      }
      description="Share of gross market value"
      actions={<ChartTools chart={chart} />}
      className="h-full"
    >
      {slices.length === 0 ? (
        <p className="text-body text-muted-foreground">No position has a price.</p>
      ) : (
        // The list stands beside the ring where the card, not the window, is wide enough for both.
        <div className="@container">
          <div
            className={cn('grid items-center gap-5', chart.view === 'chart' && '@md:grid-cols-[172px_minmax(0,1fr)]')}
          >
            <ChartFigure chart={chart}>
              <Donut
                label="Sector exposure by market value"
                slices={slices}
                size={172}
                highlighted={highlighted}
                onHighlight={setHighlighted}
              />
            </ChartFigure>
            {chart.view === 'chart' && (
              <ul aria-label="Sector exposure">
                {slices.map((slice) => (
                  <li
                    key={slice.key}
                    onMouseEnter={() => setHighlighted(slice.key)}
                    onMouseLeave={() => setHighlighted(null)}
                    className={cn(
                      'grid min-h-[30px] grid-cols-[auto_minmax(0,1fr)_auto_52px] items-center gap-2.5 rounded-badge px-1 text-table tabular',
                      highlighted === slice.key && 'bg-accent/45',
                    )}
                  >
                    <Swatch colour={slice.colour} />
                    <span className="break-words py-1 leading-[18px]">{slice.label}</span>
                    <span className="text-muted-foreground">{slice.text}</span>
                    <span className="text-right font-medium">{formatShare(slice.percent)}</span>
                  </li>
                ))}
              </ul>
            )}
          </div>
        </div>
      )}
      {shown.funds && (
        <div className="mt-4 grid gap-2 border-t pt-3">
          {shown.funds.canLookThrough && (
            <Switch label="Look through funds" checked={lookThrough} onCheckedChange={onLookThroughChange} />
          )}
          <p className="text-[13px] text-muted-foreground leading-[18px]">{shown.funds.text}</p>
        </div>
      )}
    </Card>
  )
}

function toSlices(sectors: CorrelationAnalysis['sectorExposure']): DonutSlice[] {
  return sectors.map(({ sector, percentage, value }, place) => ({
    key: sector,
    label: sector,
    value: Math.abs(value),
    percent: percentage,
    text: formatValue(value),
    colour: sectorColour(place),
  }))
}

function toSectorChart({ asOf, simulated }: CorrelationAnalysis, { sectors, title }: SectorExposureView): ChartData {
  const [largest] = sectors
  return {
    title,
    finding: largest
      ? `${largest.sector} is the largest sector with ${formatShare(largest.percentage)} of gross market value.`
      : 'No position has a price.',
    asOf,
    simulated,
    columns: [
      { header: 'Sector' },
      { header: 'Value', format: (value) => formatValue(value) },
      { header: 'Share', format: formatShare },
    ],
    rows: sectors.map(({ sector, value, percentage }) => [sector, value, percentage]),
    legend: toSlices(sectors).map(({ label, colour, percent }) => ({
      label,
      colour,
      value: formatShare(percent),
    })),
  }
}
