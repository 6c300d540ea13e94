// Tests: ../../features/hedges/hedges-page.test.tsx

import { formatMoney } from '../../lib/format.ts'
import { ChartStage } from './chart-stage.tsx'
import { useChartCursor } from './use-chart-cursor.ts'
import { useElementWidth } from './use-element-width.ts'

/** A pair of bars: a state of the market, the profit without and with the hedge. */
export interface BarRow {
  id: string
  title: string
  subtitle: string
  unhedged: number
  hedged: number
}

interface BarsDrawingProps {
  /** Says what is drawn: "Loss before and after, by fall of the market". */
  label: string
  rows: readonly BarRow[]
}

const ROW_HEIGHT = 64
const BAR_HEIGHT = 14
/** Room for the figure at the end of a bar and for what is saved. */
const FIGURE_WIDTH = 84
const SAVED_WIDTH = 86

/** Pairs of bars, without the hedge and with it; longer is worse. Up and Down read them. */
export function BarsDrawing({ label, rows }: BarsDrawingProps) {
  const [wrapper, width] = useElementWidth<HTMLDivElement>(560)
  const cursor = useChartCursor({
    count: rows.length,
    describe: (index) => {
      const row = rows[index]
      return row ? describeRow(row) : ''
    },
  })
  const isNarrow = width < 480
  const left = isNarrow ? 0 : 168
  const headRoom = isNarrow ? 20 : 0
  const rowHeight = ROW_HEIGHT + headRoom
  const longest = Math.max(1, ...rows.flatMap(({ hedged, unhedged }) => [Math.abs(hedged), Math.abs(unhedged)]))
  const room = Math.max(40, width - left - FIGURE_WIDTH - SAVED_WIDTH)
  const lengthOf = (profit: number) => Math.max(2, (Math.abs(profit) / longest) * room)
  return (
    <ChartStage
      ref={wrapper}
      label={`${label}. Left and Right move from one to the next.`}
      cursor={cursor}
      width={width}
      height={rows.length * rowHeight}
    >
      {rows.map((row, place) => {
        const top = place * rowHeight + headRoom + 8
        const saved = row.hedged - row.unhedged
        return (
          <g key={row.id}>
            {cursor.index === place && (
              <rect
                x={0}
                y={place * rowHeight}
                width={width}
                height={rowHeight - 4}
                rx={8}
                className="fill-accent"
                fillOpacity={0.45}
              />
            )}
            <text x={0} y={isNarrow ? top - 8 : top + 12} className="fill-foreground font-medium text-[13px]">
              {row.title}
              {isNarrow && row.subtitle && (
                <tspan dx={8} className="fill-subtle-foreground font-normal text-[12px]">
                  {row.subtitle}
                </tspan>
              )}
            </text>
            {!isNarrow && (
              <text x={0} y={top + 29} className="fill-subtle-foreground text-[12px] tabular">
                {row.subtitle}
              </text>
            )}
            <Bar x={left} y={top} length={lengthOf(row.unhedged)} profit={row.unhedged} isHedged={false} />
            <Bar x={left} y={top + BAR_HEIGHT + 6} length={lengthOf(row.hedged)} profit={row.hedged} isHedged={true} />
            <text
              x={width}
              y={top + 12}
              textAnchor="end"
              className={`${saved >= 0 ? 'fill-gain' : 'fill-loss'} font-semibold text-[14px] tabular`}
            >
              {formatMoney(Math.abs(saved), { decimals: 0 })}
            </text>
            <text x={width} y={top + 29} textAnchor="end" className="fill-subtle-foreground text-[12px]">
              {saved >= 0 ? 'less loss' : 'more loss'}
            </text>
          </g>
        )
      })}
    </ChartStage>
  )
}

interface BarProps {
  x: number
  y: number
  length: number
  profit: number
  isHedged: boolean
}

function Bar({ x, y, length, profit, isHedged }: BarProps) {
  return (
    <>
      <rect
        x={x}
        y={y}
        width={length}
        height={BAR_HEIGHT}
        rx={3}
        fill={isHedged ? 'var(--chart-1)' : 'color-mix(in oklab, var(--loss) 45%, var(--card))'}
      />
      <text
        x={x + length + 8}
        y={y + 11.5}
        className={
          isHedged ? 'fill-foreground font-semibold text-[13px] tabular' : 'fill-muted-foreground text-[13px] tabular'
        }
      >
        {formatMoney(profit, { decimals: 0, signed: true })}
      </text>
    </>
  )
}

/** `Market falls 20%: −$64,326 without, −$37,485 with the hedge`. */
export function describeRow({ title, unhedged, hedged }: BarRow): string {
  const money = (profit: number) => formatMoney(profit, { decimals: 0, signed: true })
  return `${title}: ${money(unhedged)} without, ${money(hedged)} with the hedge`
}
