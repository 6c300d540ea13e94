// Tests: charts.test.tsx

import { type PointerEvent, useId, useMemo } from 'react'
import { cn } from '../../lib/class-names.ts'
import { formatDate } from '../../lib/format.ts'
import { findNearestPlace, toDatePlaces, toTimeTicks, toValueScale } from './chart-scale.ts'
import { ChartStage, ValueGrid } from './chart-stage.tsx'
import { ChartTooltip } from './chart-tooltip.tsx'
import { placeFallLabel } from './fall-label.ts'
import { type LineSeries, SeriesPath } from './series-path.tsx'
import { useChartCursor } from './use-chart-cursor.ts'
import { useElementWidth } from './use-element-width.ts'

const MARGIN = { top: 8, right: 10, bottom: 26, left: 54 } as const
const MARGIN_WITHOUT_TIME = 10

export interface LineChartProps {
  /** Says what is drawn: "Portfolio and SPY over one year". */
  label: string
  /** ISO days, ascending; placed by the calendar. */
  dates: readonly string[]
  series: readonly LineSeries[]
  height: number
  formatValue: (value: number) => string
  formatTick: (value: number, step: number) => string
  /** Several panels over the same days may share one cursor; then the caller holds it. */
  cursor?: number | null
  onCursorChange?: (index: number | null) => void
  /** Days that are shaded as a fall, first to last. */
  fall?: { from: number; to: number; label: string } | undefined
  /** A point with its value written beside it. */
  mark?: { index: number; value: number; label: string; colour: string } | undefined
  /** More rows of the tooltip and the voice for a day. */
  moreAt?: (index: number) => readonly TooltipRow[]
  /** False where a panel below has the same days on its axis. */
  timeShown?: boolean
  /** A further panel of the same chart: it follows the cursor, takes no focus and says nothing by itself. */
  follows?: boolean
  className?: string
}

interface TooltipRow {
  label: string
  colour: string
  value: string
}

/** Lines over trading days, with a crosshair that snaps to a day under the mouse, the finger and the arrow keys. */
export function LineChartDrawing({
  label,
  dates,
  series,
  height,
  formatValue,
  formatTick,
  cursor,
  onCursorChange,
  fall,
  mark,
  moreAt,
  timeShown = true,
  follows = false,
  className,
}: LineChartProps) {
  const [wrapper, width] = useElementWidth<HTMLDivElement>(640)
  const gradientId = useId()
  const scale = useMemo(
    () => toValueScale(series.flatMap(({ values }) => values.filter((value) => value !== null))),
    [series],
  )
  const plotWidth = Math.max(1, width - MARGIN.left - MARGIN.right)
  const plotHeight = height - MARGIN.top - (timeShown ? MARGIN.bottom : MARGIN_WITHOUT_TIME)
  const bottom = scale.ticks[0] ?? 0
  const top = scale.ticks.at(-1) ?? 1
  const places = useMemo(() => toDatePlaces(dates), [dates])
  const x = (index: number) => MARGIN.left + (places[index] ?? 0) * plotWidth
  const y = (value: number) => MARGIN.top + (1 - (value - bottom) / (top - bottom)) * plotHeight

  const rowsAt = (index: number): TooltipRow[] => [
    ...series.map(({ label: name, colour, values }) => {
      const value = values[index] ?? null
      return { label: name, colour, value: value === null ? '—' : formatValue(value) }
    }),
    ...(moreAt?.(index) ?? []),
  ]
  const chartCursor = useChartCursor({
    count: dates.length,
    describe: (index) =>
      `${formatDate(dates[index])}: ${rowsAt(index)
        .map((row) => `${row.label} ${row.value}`)
        .join(', ')}`,
    cursor,
    onCursorChange,
  })
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left - MARGIN.left
    if (places.length > 0) chartCursor.moveTo(findNearestPlace(places, offset / plotWidth))
  }
  const { index } = chartCursor

  return (
    <ChartStage
      ref={wrapper}
      label={`${label}. Left and Right move through the days.`}
      cursor={chartCursor}
      width={width}
      height={height}
      hasAxes
      follows={follows}
      onPointerMove={onPointerMove}
      className={cn('rounded-control', className)}
      overlay={
        index !== null &&
        !follows && <ChartTooltip title={formatDate(dates[index])} rows={rowsAt(index)} x={x(index)} width={width} />
      }
    >
      <ValueGrid
        ticks={scale.ticks}
        y={y}
        left={MARGIN.left}
        right={width - MARGIN.right}
        format={(tick) => formatTick(tick, scale.step)}
      />
      {fall && (
        <g>
          <rect
            x={x(fall.from)}
            y={MARGIN.top}
            width={Math.max(1, x(fall.to) - x(fall.from))}
            height={plotHeight}
            fill="var(--loss)"
            fillOpacity="0.07"
          />
          <text
            {...placeFallLabel({
              text: fall.label,
              from: x(fall.from),
              to: x(fall.to),
              width,
              heights: [y(bottom) - 8, MARGIN.top + 14],
              points: series.flatMap(({ values }) =>
                values.flatMap((value, day) => (value === null ? [] : [{ x: x(day), y: y(value) }])),
              ),
            })}
            className="fill-loss text-axis"
          >
            {fall.label}
          </text>
        </g>
      )}
      {(timeShown ? toTimeTicks(dates, width < 420 ? 3 : 5) : []).map((tick, place, all) => (
        <text
          key={tick.index}
          x={x(tick.index)}
          y={height - 6}
          textAnchor={place === 0 ? 'start' : place === all.length - 1 ? 'end' : 'middle'}
          className="fill-subtle-foreground text-axis tabular"
        >
          {tick.label}
        </text>
      ))}
      <g className="animate-draw">
        {series.map((line) => (
          <SeriesPath
            key={line.id}
            series={line}
            x={x}
            y={y}
            baseline={y(line.area === 'to-zero' ? 0 : bottom)}
            gradientId={`${gradientId}-${line.id}`}
          />
        ))}
      </g>
      {mark && (
        <g>
          <circle
            cx={x(mark.index)}
            cy={y(mark.value)}
            r="4"
            fill={mark.colour}
            className="stroke-card"
            strokeWidth="2"
          />
          <text
            {...(x(mark.index) > width - 80
              ? { x: x(mark.index) - 9, textAnchor: 'end' }
              : { x: x(mark.index) + 9, textAnchor: 'start' })}
            y={y(mark.value) + 4}
            paintOrder="stroke"
            strokeWidth="4"
            strokeLinejoin="round"
            className="fill-loss stroke-card text-axis tabular"
          >
            {mark.label}
          </text>
        </g>
      )}
      {index !== null && (
        <g>
          <line x1={x(index)} x2={x(index)} y1={MARGIN.top} y2={y(bottom)} className="stroke-muted-foreground" />
          {series.map((line) => {
            const value = line.values[index] ?? null
            if (value === null) return null
            return (
              <circle
                key={line.id}
                cx={x(index)}
                cy={y(value)}
                r="4"
                fill={line.colour}
                strokeWidth="2"
                className="stroke-card"
              />
            )
          })}
        </g>
      )}
    </ChartStage>
  )
}
