import type { ShareBasis } from '@ballast/contract'
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { chartColour } from '../../components/charts/chart-colours.ts'
import type { ChartData } from '../../components/charts/chart-data.ts'
import { ChartFigure, ChartTools, useChartFrame } from '../../components/charts/chart-frame.tsx'
import { Swatch } from '../../components/charts/chart-tooltip.tsx'
import { Donut } from '../../components/charts/donut-chart.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { useRowWindow } from '../../components/ui/use-row-window.ts'
import { cn } from '../../lib/class-names.ts'
import { countOf, formatCount, formatShare, formatValue } from '../../lib/format.ts'
import { nameTickers, toTickerLabel } from '../../lib/ticker-label.ts'
import { useIsPhone } from '../../lib/use-media-query.ts'
import { type AllocationEntry, type AllocationView, REST_KEY, toSlices } from './allocation-view.ts'

const AllocationTable = lazy(async () => ({ default: (await import('./allocation-table.tsx')).AllocationTable }))

const BASIS_NAMES: Readonly<Record<ShareBasis, string>> = { cost: 'Cost basis', 'market-value': 'Market value' }

const PHONE_ROWS = 6
const ROW_HEIGHT = 26
/** Fourteen rows, about as tall as the positions beside it. */
const LEGEND_HEIGHT = 364

interface AllocationCardProps {
  allocation: AllocationView
  /** The choice of what the shares are shares of. */
  basisToggle?: ReactNode
  asOf: string | null
  simulated: boolean
}

/** Who holds how much of what was paid, or of what it is worth: a ring, and a legend with value and percent. */
export function AllocationCard({ allocation, basisToggle, asOf, simulated }: AllocationCardProps) {
  const { entries, leftOut, basis, gross, hasShorts } = allocation
  const total = `${hasShorts ? 'Gross ' : ''}${BASIS_NAMES[basis]}`
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const slices = useMemo(() => toSlices(entries), [entries])
  const chart = useChartFrame(useMemo(() => toChartData(allocation, asOf, simulated), [allocation, asOf, simulated]))

  return (
    <Card
      title="Asset Allocation"
      description={`Share of ${total.toLowerCase()}`}
      actions={
        <>
          {basisToggle}
          <ChartTools chart={chart} />
        </>
      }
      className="h-full"
      contentClassName="grid gap-4 print:grid-cols-[280px_minmax(0,1fr)]"
    >
      <ChartFigure
        chart={chart}
        table={
          <Suspense>
            <AllocationTable entries={entries} header={BASIS_NAMES[basis]} />
          </Suspense>
        }
      >
        <Donut
          label={`Allocation by ${BASIS_NAMES[basis].toLowerCase()}`}
          slices={slices}
          centre={{
            label: hasShorts ? `Gross ${basis === 'cost' ? 'cost' : 'value'}` : BASIS_NAMES[basis],
            figure: formatValue(gross),
          }}
          highlighted={highlighted}
          onHighlight={setHighlighted}
        />
      </ChartFigure>
      {chart.view === 'chart' && (
        <Legend
          entries={entries}
          restFrom={slices.at(-1)?.key === REST_KEY ? slices.length - 1 : entries.length}
          highlighted={highlighted}
          onHighlight={setHighlighted}
        />
      )}
      {leftOut.length > 0 && (
        <p className="text-label text-muted-foreground">
          {countOf(leftOut.length, 'position')} without a {basis === 'cost' ? 'cost' : 'price'} not shown:{' '}
          {nameTickers(leftOut)}.
        </p>
      )}
    </Card>
  )
}

function toChartData(allocation: AllocationView, asOf: string | null, simulated: boolean): ChartData {
  const { entries, gross, hasShorts, basis } = allocation
  const total = `${hasShorts ? 'gross ' : ''}${BASIS_NAMES[basis].toLowerCase()}`
  const largest = entries[0]
  return {
    title: 'Asset Allocation',
    finding: largest
      ? `${largest.ticker} is the largest position with ${formatShare(Math.abs(largest.percent))} of a ${total} of ${formatValue(gross)}.`
      : `No ${BASIS_NAMES[basis].toLowerCase()} is known.`,
    asOf,
    simulated,
    columns: [
      { header: 'Ticker' },
      { header: BASIS_NAMES[basis], format: (value) => formatValue(value) },
      { header: 'Share', format: formatShare },
    ],
    rows: entries.map(({ ticker, value, percent }) => [ticker, value, percent]),
    legend: toSlices(entries).map(({ label, colour, percent, text }) => ({
      label,
      colour,
      value: `${text}, ${formatShare(percent)}`,
    })),
  }
}

interface LegendProps {
  entries: readonly AllocationEntry[]
  /** Entries from this place on share the slice of the smallest. */
  restFrom: number
  highlighted: string | null
  onHighlight: (key: string | null) => void
}

/** Every ticker with value and percent. A long list scrolls and keeps only what is in sight in the page. */
function Legend({ entries, restFrom, highlighted, onHighlight }: LegendProps) {
  const isPhone = useIsPhone()
  const [allShown, setAllShown] = useState(false)
  const scroller = useRef<HTMLUListElement>(null)
  const shown = isPhone && !allShown ? entries.slice(0, PHONE_ROWS) : entries
  const height = Math.min(shown.length * ROW_HEIGHT, LEGEND_HEIGHT)
  const rowWindow = useRowWindow({
    scroller,
    rowCount: shown.length,
    rowHeight: ROW_HEIGHT,
    headerHeight: 0,
    height,
    overscan: 5,
  })
  return (
    <div>
      <ul
        ref={scroller}
        aria-label="Allocation by ticker"
        tabIndex={shown.length * ROW_HEIGHT > LEGEND_HEIGHT ? 0 : undefined}
        className="relative overflow-y-auto"
        style={{ height: rowWindow.isPrinting ? undefined : height }}
      >
        {!rowWindow.isPrinting && <li aria-hidden="true" style={{ height: shown.length * ROW_HEIGHT }} />}
        {shown.slice(rowWindow.first, rowWindow.end).map((entry, place) => {
          const index = rowWindow.first + place
          const key = index < restFrom ? entry.ticker : REST_KEY
          return (
            <li
              key={entry.ticker}
              aria-setsize={shown.length}
              aria-posinset={index + 1}
              onMouseEnter={() => onHighlight(key)}
              onMouseLeave={() => onHighlight(null)}
              className={cn(
                'absolute inset-x-0 top-0 grid grid-cols-[auto_minmax(0,1fr)_auto_56px] items-center gap-2.5 border-b px-1 text-table tabular print:static print:transform-none!',
                highlighted === key && 'bg-accent/45',
              )}
              style={{ height: ROW_HEIGHT, transform: `translateY(${index * ROW_HEIGHT}px)` }}
            >
              <Swatch colour={chartColour(Math.min(index, restFrom))} />
              <span className="truncate font-medium" title={entry.ticker}>
                {toTickerLabel(entry.ticker)}
                {entry.value < 0 && <span className="font-normal text-muted-foreground"> short</span>}
              </span>
              <span className="text-right">{formatValue(entry.value)}</span>
              <span className="text-right text-muted-foreground">{formatShare(entry.percent)}</span>
            </li>
          )
        })}
      </ul>
      {isPhone && !allShown && entries.length > PHONE_ROWS && (
        <Button variant="ghost" className="mt-1 w-full" onClick={() => setAllShown(true)}>
          Show all {formatCount(entries.length)}
        </Button>
      )}
    </div>
  )
}
