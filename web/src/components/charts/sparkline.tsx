// Tests: ../../features/backtest/backtest-page.test.tsx

interface SparklineProps {
  values: readonly number[]
  className?: string
  /** Fills under the line. */
  area?: boolean
}

/** The course of something in a corner, without axes; decorative, the figures stand beside it. */
export function Sparkline({ values, className, area = false }: SparklineProps) {
  const low = Math.min(...values)
  const span = Math.max(...values) - low || 1
  const line = values
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${index} ${(100 - ((value - low) / span) * 100).toFixed(2)}`)
    .join('')
  const end = values.length - 1
  if (values.length < 2) return null
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${end} 100`} preserveAspectRatio="none" className={className}>
      {area && <path d={`${line}L${end} 100L0 100Z`} className="fill-primary/12" />}
      <path d={line} fill="none" strokeWidth="2" vectorEffect="non-scaling-stroke" className="stroke-primary" />
    </svg>
  )
}
