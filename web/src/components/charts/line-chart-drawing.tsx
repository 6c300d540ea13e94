import { type PointerEvent, useId, useMemo } from 'react'
import { cn } from '../../lib/class-names.ts'
import { formatDate } from '../../lib/format.ts'
import { toTimeTicks, toValueScale } from './chart-scale.ts'
import { ChartTooltip } from './chart-tooltip.tsx'
import { type LineSeries, SeriesPath } from './series-path.tsx'
import { useChartCursor } from './use-chart-cursor.ts'
import { useElementWidth } from './use-element-width.ts'

const MARGIN = { top: 8, right: 10, bottom: 26, left: 54 } as const

export interface LineChartProps {
  /** Says what is drawn: "Portfolio and SPY over one year". */
  label: string
  /** ISO days, ascending; one place on the axis for each. */
  dates: readonly string[]
  series: readonly LineSeries[]
  height: number
  formatValue: (value: number) => string
  formatTick: (value: number, step: number) => string
  /** Several panels over the same days may share one cursor; then the caller holds it. */
  cursor?: number | null
  onCursorChange?: (index: number | null) => void
  className?: string
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
  className,
}: LineChartProps) {
  const [wrapper, width] = useElementWidth<HTMLDivElement>(640)
  const gradientId = useId()
  const scale = useMemo(
    () => toValueScale(series.flatMap(({ values }) => values.filter((value) => value !== null))),
    [series],
  )
  const plotWidth = Math.max(1, width - MARGIN.left - MARGIN.right)
  const plotHeight = height - MARGIN.top - MARGIN.bottom
  const bottom = scale.ticks[0] ?? 0
  const top = scale.ticks.at(-1) ?? 1
  const x = (index: number) => MARGIN.left + (index / Math.max(1, dates.length - 1)) * plotWidth
  const y = (value: number) => MARGIN.top + (1 - (value - bottom) / (top - bottom)) * plotHeight

  const rowsAt = (index: number) =>
    series.map(({ label: name, colour, values }) => {
      const value = values[index] ?? null
      return { label: name, colour, value: value === null ? '—' : formatValue(value) }
    })
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
    chartCursor.moveTo(Math.min(dates.length - 1, Math.max(0, Math.round((offset / plotWidth) * (dates.length - 1)))))
  }
  const { index } = chartCursor

  return (
    <div
      ref={wrapper}
      role="application"
      aria-roledescription="chart"
      aria-label={`${label}. Left and Right move through the days.`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the chart, so it must take the focus
      tabIndex={0}
      onKeyDown={chartCursor.onKeyDown}
      onPointerMove={onPointerMove}
      onPointerLeave={() => chartCursor.moveTo(null)}
      onBlur={() => chartCursor.moveTo(null)}
      className={cn('relative touch-pan-y rounded-control', className)}
    >
      <svg aria-hidden="true" width={width} height={height} className="block overflow-visible">
        <Grid
          ticks={scale.ticks}
          y={y}
          left={MARGIN.left}
          right={width - MARGIN.right}
          format={(tick) => formatTick(tick, scale.step)}
        />
        {toTimeTicks(dates, width < 420 ? 3 : 5).map((tick, place, all) => (
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
              baseline={y(bottom)}
              gradientId={`${gradientId}-${line.id}`}
            />
          ))}
        </g>
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
      </svg>
      {index !== null && (
        <ChartTooltip title={formatDate(dates[index])} rows={rowsAt(index)} x={x(index)} width={width} />
      )}
      <span role="status" className="sr-only">
        {chartCursor.announcement}
      </span>
    </div>
  )
}

interface GridProps {
  ticks: readonly number[]
  y: (value: number) => number
  left: number
  right: number
  format: (tick: number) => string
}

/** Horizontal hairlines only; the zero line is solid. */
function Grid({ ticks, y, left, right, format }: GridProps) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line
        x1={left}
        x2={right}
        y1={y(tick)}
        y2={y(tick)}
        strokeDasharray={tick === 0 ? undefined : '2 4'}
        className="stroke-border"
      />
      <text x={left - 10} y={y(tick) + 4} textAnchor="end" className="fill-subtle-foreground text-axis tabular">
        {format(tick)}
      </text>
    </g>
  ))
}
