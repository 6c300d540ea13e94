// Tests: charts.test.tsx

export interface LineSeries {
  id: string
  label: string
  /** One for each day; a day without a value breaks the line. */
  values: readonly (number | null)[]
  /** A CSS colour made of tokens: `var(--chart-1)`. */
  colour: string
  /** Dashes tell the benchmark from the portfolio without colour. */
  dashed?: boolean
  /** Fills under the line, fading out downwards; or between the line and zero, evenly. */
  area?: boolean | 'to-zero'
}

interface SeriesPathProps {
  series: LineSeries
  x: (index: number) => number
  y: (value: number) => number
  /** Where the filled area ends, in px. */
  baseline: number
  /** Unique in the document. */
  gradientId: string
}

export function SeriesPath({ series, x, y, baseline, gradientId }: SeriesPathProps) {
  const runs = toRuns(series.values)
  const toPath = (run: readonly Point[]) =>
    run.map(({ index, value }, place) => `${place === 0 ? 'M' : 'L'}${round(x(index))} ${round(y(value))}`).join('')
  return (
    <>
      {series.area && (
        <>
          <defs>
            <linearGradient id={gradientId} x1="0" x2="0" y1="0" y2="1">
              <stop offset="0" stopColor={series.colour} stopOpacity="0.28" />
              <stop offset="1" stopColor={series.colour} stopOpacity="0" />
            </linearGradient>
          </defs>
          {runs.map((run) => (
            <path
              key={run[0]?.index}
              d={`${toPath(run)}L${round(x(run.at(-1)?.index ?? 0))} ${baseline}L${round(x(run[0]?.index ?? 0))} ${baseline}Z`}
              {...(series.area === 'to-zero'
                ? { fill: series.colour, fillOpacity: 0.2 }
                : { fill: `url(#${gradientId})` })}
            />
          ))}
        </>
      )}
      <path
        d={runs.map(toPath).join('')}
        fill="none"
        stroke={series.colour}
        strokeWidth={series.dashed ? 1.5 : 2}
        strokeDasharray={series.dashed ? '5 4' : undefined}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </>
  )
}

interface Point {
  index: number
  value: number
}

/** The stretches of days that have a value. */
function toRuns(values: readonly (number | null)[]): Point[][] {
  const runs: Point[][] = []
  values.forEach((value, index) => {
    if (value === null) return
    const open = runs.at(-1)
    if (open?.at(-1)?.index === index - 1) open.push({ index, value })
    else runs.push([{ index, value }])
  })
  return runs
}

/** Tenths of a pixel are as fine as a screen shows. */
export function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
