// Tests: curve-chart.test.tsx

import { type PointerEvent, useId, useMemo } from 'react'
import { cn } from '../../lib/class-names.ts'
import { toNumberTicks, toValueScale } from './chart-scale.ts'
import { ChartStage, ValueGrid } from './chart-stage.tsx'
import { ChartTooltip } from './chart-tooltip.tsx'
import { round } from './series-path.tsx'
import { useChartCursor } from './use-chart-cursor.ts'
import { useElementWidth } from './use-element-width.ts'

const MARGIN = { top: 20, right: 10, bottom: 26, left: 54 } as const

export interface CurvePoint {
  x: number
  y: number
}

export interface Curve {
  id: string
  label: string
  /** Ascending in x. */
  points: readonly CurvePoint[]
  /** A CSS colour made of tokens: `var(--chart-1)`. */
  colour: string
  dashed?: boolean
  /** `dots` draws the points alone, as observations that a curve was fitted to. */
  style?: 'line' | 'dots'
  /** A dot at every point of a line, where the points themselves mean something. */
  dotted?: boolean
  /** Fills between the curve and zero: gain above, loss below. */
  area?: boolean
}

/** A vertical line at a place on the axis, with its name above. */
export interface CurveMark {
  x: number
  label: string
  tone: 'primary' | 'subtle'
}

export interface CurveChartProps {
  /** Says what is drawn: "Profit at expiry by price of NVDA". */
  label: string
  curves: readonly Curve[]
  marks?: readonly CurveMark[]
  height: number
  /** Names a place on the axis: "strike 140.00". */
  formatX: (x: number) => string
  formatXTick: (x: number) => string
  formatY: (y: number) => string
  formatYTick: (y: number, step: number) => string
  /** Where the keyboard and the pointer stop; all points of all curves when absent. */
  stops?: readonly number[]
  /** A click or Enter takes the place under the cursor. */
  onChoose?: (x: number) => void
  className?: string
}

/** Curves over a number, with a crosshair under the mouse, the finger and the arrow keys. */
export function CurveChartDrawing(props: CurveChartProps) {
  const {
    label,
    curves,
    marks = [],
    height,
    formatX,
    formatXTick,
    formatY,
    formatYTick,
    stops,
    onChoose,
    className,
  } = props
  const [wrapper, width] = useElementWidth<HTMLDivElement>(480)
  const clipId = useId()
  const places = useMemo(() => stops ?? toStops(curves), [stops, curves])
  const plotWidth = Math.max(1, width - MARGIN.left - MARGIN.right)
  const plotHeight = height - MARGIN.top - MARGIN.bottom
  const scale = useMemo(() => toScale(curves, plotHeight), [curves, plotHeight])
  const { first, span } = useMemo(() => toDomain(curves), [curves])
  const bottom = scale.ticks[0] ?? 0
  const top = scale.ticks.at(-1) ?? 1
  const toX = (x: number) => MARGIN.left + ((x - first) / span) * plotWidth
  const toY = (y: number) => MARGIN.top + (1 - (y - bottom) / (top - bottom)) * plotHeight
  const rowsAt = (index: number) => {
    const x = places[index] ?? first
    return curves.flatMap((curve) => {
      const y = valueAt(curve, x)
      return y === null ? [] : [{ label: curve.label, colour: curve.colour, value: formatY(y), y }]
    })
  }
  const cursor = useChartCursor({
    count: places.length,
    describe: (index) =>
      `${formatX(places[index] ?? first)}: ${rowsAt(index)
        .map((row) => `${row.label} ${row.value}`)
        .join(', ')}`,
  })
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left - MARGIN.left
    cursor.moveTo(nearest(places, first + (offset / plotWidth) * span))
  }
  const chooseAtCursor = () => {
    const place = cursor.index === null ? undefined : places[cursor.index]
    if (place !== undefined) onChoose?.(place)
  }
  const at = cursor.index
  const cursorX = at === null ? null : toX(places[at] ?? first)
  return (
    <ChartStage
      ref={wrapper}
      label={`${label}. Left and Right move along the axis${onChoose ? ', Enter chooses' : ''}.`}
      cursor={cursor}
      width={width}
      height={height}
      hasAxes
      onKeyDown={(event) => (event.key === 'Enter' ? chooseAtCursor() : cursor.onKeyDown(event))}
      onClick={chooseAtCursor}
      onPointerMove={onPointerMove}
      className={cn('rounded-control', className)}
      overlay={
        cursorX !== null &&
        at !== null && <ChartTooltip title={formatX(places[at] ?? first)} rows={rowsAt(at)} x={cursorX} width={width} />
      }
    >
      <ValueGrid
        ticks={scale.ticks}
        y={toY}
        left={MARGIN.left}
        right={width - MARGIN.right}
        format={(tick) => formatYTick(tick, scale.step)}
      />
      {toNumberTicks(first, first + span, width < 360 ? 4 : 5).map((tick) => (
        <text
          key={tick}
          x={toX(tick)}
          y={height - 6}
          textAnchor="middle"
          className="fill-subtle-foreground text-axis tabular"
        >
          {formatXTick(tick)}
        </text>
      ))}
      <Marks
        marks={marks.filter(({ x }) => x >= first && x <= first + span)}
        toX={toX}
        width={width}
        bottom={toY(bottom)}
      />
      <g className="animate-draw">
        {curves.map((curve) => (
          <CurvePath key={curve.id} curve={curve} toX={toX} toY={toY} clipId={`${clipId}-${curve.id}`} right={width} />
        ))}
      </g>
      {cursorX !== null && at !== null && (
        <g>
          <line x1={cursorX} x2={cursorX} y1={MARGIN.top} y2={toY(bottom)} className="stroke-muted-foreground" />
          {rowsAt(at).map((row) => (
            <circle
              key={row.label}
              cx={cursorX}
              cy={toY(row.y)}
              r="4"
              fill={row.colour}
              strokeWidth="2"
              className="stroke-card"
            />
          ))}
        </g>
      )}
    </ChartStage>
  )
}

function toStops(curves: readonly Curve[]): number[] {
  return [...new Set(curves.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b)
}

/** Scale of the values; a low chart has fewer ticks, so that their labels do not touch. */
const toScale = (curves: readonly Curve[], plotHeight: number) =>
  toValueScale(
    curves.flatMap(({ points }) => points.map(({ y }) => y)),
    plotHeight < 96 ? 2 : 4,
  )

function toDomain(curves: readonly Curve[]): { first: number; span: number } {
  const xs = toStops(curves)
  const first = xs[0] ?? 0
  const span = (xs.at(-1) ?? 1) - first
  return span > 0 ? { first, span } : { first: first - 0.5, span: 1 }
}

function nearest(places: readonly number[], x: number): number | null {
  let best: number | null = null
  for (const [index, place] of places.entries()) {
    if (best === null || Math.abs(place - x) < Math.abs((places[best] ?? 0) - x)) best = index
  }
  return best
}

/** The curve's value at x: dots only where there is one, lines between their points. */
function valueAt({ points, style }: Curve, x: number): number | null {
  const after = points.findIndex((point) => point.x >= x)
  const right = points[after]
  if (right?.x === x) return right.y
  const left = points[after - 1]
  if (style === 'dots' || !left || !right) return null
  return left.y + ((x - left.x) / (right.x - left.x)) * (right.y - left.y)
}

interface MarksProps {
  marks: readonly CurveMark[]
  toX: (x: number) => number
  width: number
  bottom: number
}

/** Labels nearer than this would run into one another; they then part to either side. */
const LABEL_WIDTH = 84

function Marks({ marks, toX, width, bottom }: MarksProps) {
  const placed = marks.map((mark) => ({ ...mark, place: toX(mark.x) })).sort((a, b) => a.place - b.place)
  return placed.map(({ label, tone, place }, index) => {
    const [before, after] = [placed[index - 1]?.place, placed[index + 1]?.place]
    const isCrowdedRight = after !== undefined && after - place < LABEL_WIDTH
    const isCrowdedLeft = before !== undefined && place - before < LABEL_WIDTH
    const anchor =
      place > width - LABEL_WIDTH / 2 || (isCrowdedRight && !isCrowdedLeft)
        ? 'end'
        : place < MARGIN.left + LABEL_WIDTH / 2 || isCrowdedLeft
          ? 'start'
          : 'middle'
    const isPrimary = tone === 'primary'
    return (
      <g key={`${label} ${place}`}>
        <line
          x1={place}
          x2={place}
          y1={MARGIN.top - 4}
          y2={bottom}
          strokeDasharray="3 3"
          className={isPrimary ? 'stroke-primary' : 'stroke-subtle-foreground'}
        />
        <text
          x={anchor === 'end' ? place - 2 : anchor === 'start' ? place + 2 : place}
          y={11}
          textAnchor={anchor}
          className={cn('text-axis tabular', isPrimary ? 'fill-primary' : 'fill-muted-foreground')}
        >
          {label}
        </text>
      </g>
    )
  })
}

interface CurvePathProps {
  curve: Curve
  toX: (x: number) => number
  toY: (y: number) => number
  clipId: string
  /** Where the drawing ends, in px. */
  right: number
}

function CurvePath({ curve, toX, toY, clipId, right }: CurvePathProps) {
  const { points, colour, dashed, style = 'line', dotted, area } = curve
  // One path of dots rather than an element for each: a long chain has hundreds.
  const dots = (size: number) => (
    <path
      d={points.map(({ x, y }) => `M${round(toX(x))} ${round(toY(y))}h0`).join('')}
      stroke={colour}
      strokeWidth={size}
      strokeLinecap="round"
    />
  )
  if (style === 'dots') return dots(5)
  const path = points.map(({ x, y }, place) => `${place === 0 ? 'M' : 'L'}${round(toX(x))} ${round(toY(y))}`).join('')
  const zero = toY(0)
  const filled = `${path}L${round(toX(points.at(-1)?.x ?? 0))} ${round(zero)}L${round(toX(points[0]?.x ?? 0))} ${round(zero)}Z`
  return (
    <>
      {area && points.length > 1 && (
        <>
          <clipPath id={`${clipId}-above`}>
            <rect x="0" y={-1e4} width={right} height={1e4 + zero} />
          </clipPath>
          <clipPath id={`${clipId}-below`}>
            <rect x="0" y={zero} width={right} height={1e4} />
          </clipPath>
          <path d={filled} fill="var(--gain)" fillOpacity="0.14" clipPath={`url(#${clipId}-above)`} />
          <path d={filled} fill="var(--loss)" fillOpacity="0.14" clipPath={`url(#${clipId}-below)`} />
        </>
      )}
      <path
        d={path}
        fill="none"
        stroke={colour}
        strokeWidth={dashed ? 1.5 : 2}
        strokeDasharray={dashed ? '5 4' : undefined}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {dotted && dots(9)}
    </>
  )
}
