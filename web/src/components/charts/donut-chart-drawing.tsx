// Tests: charts.test.tsx

import { formatShare } from '../../lib/format.ts'
import { ChartStage } from './chart-stage.tsx'
import { toRingSlice } from './ring-slice.ts'
import { useChartCursor } from './use-chart-cursor.ts'

const INNER_RADIUS = 60
/** Room for the gaps at the edge. */
const MARGIN = 8

export interface DonutSlice {
  key: string
  label: string
  /** Size of the slice, ≥ 0: a short position is drawn by its magnitude and told apart in the legend. */
  value: number
  /** Share of the whole, in percent. */
  percent: number
  /** Value as people read it: `$17,802`. */
  text: string
  colour: string
}

export interface DonutProps {
  /** Says what is drawn: "Allocation by cost basis". */
  label: string
  slices: readonly DonutSlice[]
  /** Text in the middle; without it there is no hole, and the chart is a pie. */
  centre?: { label: string; figure: string }
  /** Width and height in px. */
  size: number
  /** The slice that the legend or the pointer is on. */
  highlighted: string | null
  onHighlight: (key: string | null) => void
}

export function DonutDrawing({ label, slices, centre, size, highlighted, onHighlight }: DonutProps) {
  const at = slices.findIndex(({ key }) => key === highlighted)
  const cursor = useChartCursor({
    count: slices.length,
    describe: (index) => describeSlice(slices[index]),
    cursor: at < 0 ? null : at,
    onCursorChange: (index) => onHighlight(index === null ? null : (slices[index]?.key ?? null)),
  })
  const radii = { inner: centre ? INNER_RADIUS : 0, outer: size / 2 - MARGIN }
  const shown = at < 0 ? undefined : slices[at]
  return (
    <ChartStage
      label={`${label}. Left and Right move through the slices.`}
      cursor={cursor}
      width={size}
      height={size}
      viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`}
      className="mx-auto rounded-full"
      style={{ width: size, height: size }}
      overlay={
        centre && (
          <div
            aria-hidden="true"
            className="pointer-events-none absolute inset-0 grid place-content-center text-center"
          >
            <span className="max-w-[108px] truncate text-label text-muted-foreground">
              {shown ? shown.label : centre.label}
            </span>
            <span className="font-semibold text-[16px] tabular leading-[22px]">
              {shown ? shown.text : centre.figure}
            </span>
            {shown && <span className="text-caption text-muted-foreground tabular">{formatShare(shown.percent)}</span>}
          </div>
        )
      }
    >
      {toTurns(slices).map(({ slice, from, to }) => (
        <path
          key={slice.key}
          d={toRingSlice(from, to, radii)}
          fill={slice.colour}
          fillOpacity={highlighted === null || slice.key === highlighted ? 1 : 0.35}
          stroke="var(--card)"
          // A slice alone has no neighbour to be told from.
          strokeWidth={slices.length > 1 ? 2 : 0}
          onPointerEnter={() => onHighlight(slice.key)}
        />
      ))}
    </ChartStage>
  )
}

/** Where each slice that has a size begins and ends, as shares of the whole turn. */
function toTurns(slices: readonly DonutSlice[]) {
  const total = slices.reduce((sum, { value }) => sum + value, 0)
  let drawn = 0
  return slices.flatMap((slice) => {
    if (slice.value <= 0) return []
    const from = drawn / total
    drawn += slice.value
    return [{ slice, from, to: drawn / total }]
  })
}

function describeSlice(slice: DonutSlice | undefined): string {
  return slice ? `${slice.label}: ${slice.text}, ${formatShare(slice.percent)}` : ''
}
