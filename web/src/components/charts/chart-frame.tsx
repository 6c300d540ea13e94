// Tests: charts.test.tsx

import { ChartLine, Download, Table } from 'lucide-react'
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
import { cn } from '../../lib/class-names.ts'
import { downloadFile } from '../../lib/download.ts'
import { NO_DATA } from '../../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { DropdownMenu, MenuItem } from '../ui/dropdown-menu.tsx'
import { FigureTable } from '../ui/figure-table.tsx'
import { showError } from '../ui/toast.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { type ChartData, toChartCsv, toFileName } from './chart-data.ts'
import type { ChartDrawing } from './chart-picture.ts'

export type { ChartData } from './chart-data.ts'

export interface ChartFrame {
  data: ChartData
  view: 'chart' | 'table'
  setView: (view: 'chart' | 'table') => void
  figure: RefObject<HTMLElement | null>
}

/**
 * Returns what every chart has next to its drawing. The tools go to the head of the card, the figure into its body:
 *
 *     const chart = useChartFrame(data)
 *     <Card actions={<ChartTools chart={chart} />}><ChartFigure chart={chart}>…</ChartFigure></Card>
 */
export function useChartFrame(data: ChartData): ChartFrame {
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const figure = useRef<HTMLElement>(null)
  return useMemo(() => ({ data, view, setView, figure }), [data, view])
}

/** Table or chart, and the downloads. */
export function ChartTools({ chart }: { chart: ChartFrame }) {
  const { data, view, setView, figure } = chart
  const label = view === 'chart' ? 'Table' : 'Chart'
  const Icon = view === 'chart' ? Table : ChartLine
  const savePicture = async () => {
    const [first, ...others] = figure.current?.querySelectorAll<ChartDrawing>('svg, canvas') ?? []
    if (!first) return
    try {
      const { toChartPicture } = await import('./chart-picture.ts')
      downloadFile(`${toFileName(data)}.png`, await toChartPicture([first, ...others], data))
    } catch {
      showError({
        title: 'Picture not saved',
        description: 'This browser could not draw it. The CSV has the same figures.',
      })
    }
  }
  return (
    <>
      <Tooltip text={`Show ${data.title} as a ${label.toLowerCase()}`}>
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label={`${label}: ${data.title}`}
          onClick={() => setView(view === 'chart' ? 'table' : 'chart')}
        >
          <Icon aria-hidden="true" />
        </Button>
      </Tooltip>
      <DropdownMenu
        trigger={
          <Button size="icon-sm" variant="ghost" aria-label={`Download ${data.title}`}>
            <Download aria-hidden="true" />
          </Button>
        }
      >
        {view === 'chart' && <MenuItem onSelect={() => void savePicture()}>PNG</MenuItem>}
        <MenuItem onSelect={() => downloadFile(`${toFileName(data)}.csv`, toChartCsv(data))}>CSV</MenuItem>
      </DropdownMenu>
    </>
  )
}

interface ChartFigureProps {
  chart: ChartFrame
  /** Shows the finding under the chart; without it only screen readers hear the sentence. */
  findingShown?: boolean
  className?: string
  /** Stands in for the plain table where there are too many rows for one. */
  table?: ReactNode
  /** The drawing; the picture holds its svgs and canvases. */
  children: ReactNode
}

/** The drawing with its finding, or the same figures as a table. */
export function ChartFigure({ chart, findingShown = false, className, table, children }: ChartFigureProps) {
  const { data, view, figure } = chart
  return (
    <figure ref={figure} className={cn('min-w-0', className)}>
      {view === 'chart' ? children : (table ?? <ChartTable data={data} />)}
      <figcaption className={findingShown ? 'mt-3 text-label text-muted-foreground' : 'sr-only'}>
        {data.finding}
      </figcaption>
    </figure>
  )
}

function ChartTable({ data }: { data: ChartData }) {
  return (
    <FigureTable
      caption={data.title}
      columns={data.columns.map(({ header, format }) => ({ header, align: format ? 'right' : 'left' }))}
      className="max-h-[360px] rounded-control border"
    >
      <tbody>
        {data.rows.map((row, place) => (
          // A chart's rows never change places; the first cell need not be unique.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <tr key={place}>
            {row.map((value, index) => {
              const column = data.columns[index]
              const text = typeof value === 'number' ? (column?.format?.(value) ?? String(value)) : (value ?? NO_DATA)
              return (
                <td key={column?.header} className={cn(column?.format && 'text-right')}>
                  {text}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}
