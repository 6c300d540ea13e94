// Tests: analytics-page.test.tsx

import type { PointerEvent } from 'react'
import { toValueScale } from '../../components/charts/chart-scale.ts'
import { ChartStage, ValueGrid } from '../../components/charts/chart-stage.tsx'
import { ChartTooltip } from '../../components/charts/chart-tooltip.tsx'
import { useChartCursor } from '../../components/charts/use-chart-cursor.ts'
import { useElementWidth } from '../../components/charts/use-element-width.ts'
import { formatCount, formatDate } from '../../lib/format.ts'
import { type DayOfUse, toDayLabel, totalOfDay, USE_SERIES } from './usage-view.ts'

const HEIGHT = 292
const MARGIN = { top: 24, right: 6, bottom: 30, left: 40 } as const
const BAR_AT_MOST = 40
/** Between the two parts of a bar, in the card's colour. */
const GAP = 2

/** A bar for each day, hedge analyses below and discoveries above, with the total printed on it. */
export function DailyUsageChart({ daily }: { daily: readonly DayOfUse[] }) {
  const [wrapper, width] = useElementWidth<HTMLDivElement>(640)
  const most = Math.max(...daily.map(totalOfDay), 1)
  // Uses are whole: an axis of a few of them has no halves.
  const ticks = toValueScale([0, Math.max(most, 4)]).ticks.filter((tick) => Number.isInteger(tick))
  const top = ticks.at(-1) ?? most
  const plotHeight = HEIGHT - MARGIN.top - MARGIN.bottom
  const slot = Math.max(1, width - MARGIN.left - MARGIN.right) / Math.max(1, daily.length)
  const barWidth = Math.min(BAR_AT_MOST, slot * 0.55)
  const centre = (index: number) => MARGIN.left + (index + 0.5) * slot
  const y = (value: number) => MARGIN.top + (1 - value / top) * plotHeight

  const rowsAt = (index: number) => {
    const day = daily[index]
    return day ? USE_SERIES.map(({ id, label, colour }) => ({ label, colour, value: formatCount(day[id]) })) : []
  }
  const cursor = useChartCursor({
    count: daily.length,
    describe: (index) =>
      `${formatDate(daily[index]?.date)}: ${rowsAt(index)
        .map((row) => `${row.label} ${row.value}`)
        .join(', ')}`,
  })
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left - MARGIN.left
    cursor.moveTo(Math.min(daily.length - 1, Math.max(0, Math.floor(offset / slot))))
  }
  const { index } = cursor

  return (
    <ChartStage
      ref={wrapper}
      label="Uses by day. Left and Right move through the days."
      cursor={cursor}
      width={width}
      height={HEIGHT}
      hasAxes
      onPointerMove={onPointerMove}
      overlay={
        index !== null && (
          <ChartTooltip title={formatDate(daily[index]?.date)} rows={rowsAt(index)} x={centre(index)} width={width} />
        )
      }
    >
      <ValueGrid ticks={ticks} y={y} left={MARGIN.left} right={width - MARGIN.right} format={formatCount} />
      {daily.map((day, place) => (
        <Bar
          key={day.date}
          day={day}
          left={centre(place) - barWidth / 2}
          width={barWidth}
          y={y}
          faded={index !== null && index !== place}
        />
      ))}
      {daily.map((day, place) => (
        <text
          key={day.date}
          x={centre(place)}
          y={HEIGHT - 6}
          textAnchor="middle"
          className="fill-subtle-foreground text-axis tabular"
        >
          {width < 420 ? toDayLabel(day.date).slice(0, 3) : toDayLabel(day.date)}
        </text>
      ))}
    </ChartStage>
  )
}

interface BarProps {
  day: DayOfUse
  left: number
  width: number
  y: (value: number) => number
  /** Another day is looked at. */
  faded: boolean
}

function Bar({ day, left, width, y, faded }: BarProps) {
  const total = totalOfDay(day)
  let below = 0
  return (
    <g opacity={faded ? 0.45 : 1}>
      {USE_SERIES.map(({ id, colour }) => {
        const from = below
        below += day[id]
        if (day[id] === 0) return null
        const height = Math.max(1, y(from) - y(below) - (from > 0 ? GAP : 0))
        const isTop = below === total
        return <path key={id} d={columnPath(left, y(below), width, height, isTop ? 4 : 0)} fill={colour} />
      })}
      <text
        x={left + width / 2}
        y={y(total) - 8}
        textAnchor="middle"
        className="fill-foreground font-semibold text-axis tabular"
      >
        {formatCount(total)}
      </text>
    </g>
  )
}

/** A rectangle with its upper corners rounded by `radius`, as far as there is room. */
function columnPath(x: number, y: number, width: number, height: number, radius: number): string {
  const round = Math.min(radius, height, width / 2)
  return `M${x} ${y + height}V${y + round}q0 ${-round} ${round} ${-round}h${width - 2 * round}q${round} 0 ${round} ${round}V${y + height}Z`
}
