// Tests: ../../routes/-root.test.tsx

import { Check, LoaderCircle } from 'lucide-react'
import { toCorrelationBand } from '../../lib/correlation-band.ts'
import { HERO_CORRELATIONS, HERO_FALLS } from './hero-data.ts'

/** Two finds among many. Sketches carry no figures: a figure here would be an invented one. */
export function DiscoveryDrawing() {
  return (
    <svg aria-hidden="true" viewBox="0 0 260 80" className="h-20 w-full max-w-[260px]">
      {DOTS.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="2.2" className="fill-subtle-foreground/60" />
      ))}
      {FINDS.map(([x, y]) => (
        <g key={x}>
          <circle cx={x} cy={y} r="9" fill="none" className="stroke-pro/50" />
          <circle cx={x} cy={y} r="4" className="fill-pro" />
        </g>
      ))}
    </svg>
  )
}

const DOTS = [
  [14, 22],
  [28, 52],
  [46, 14],
  [58, 36],
  [66, 66],
  [82, 24],
  [94, 50],
  [104, 12],
  [118, 40],
  [126, 64],
  [152, 20],
  [160, 46],
  [174, 10],
  [196, 30],
  [206, 62],
  [222, 16],
  [232, 42],
  [246, 68],
  [250, 26],
] as const

const FINDS = [
  [140, 56],
  [186, 60],
] as const

export function AnalysisDrawing() {
  return (
    <div className="grid w-full gap-2 text-[13px] text-muted-foreground">
      <span className="flex items-center gap-2.5">
        <Check className="size-4 text-gain" /> Correlation and beta
      </span>
      <span className="flex items-center gap-2.5">
        <Check className="size-4 text-gain" /> Run backtests
      </span>
      <span className="flex items-center gap-2.5 font-medium text-foreground">
        <LoaderCircle className="size-4 text-primary" /> Write recommendation
      </span>
    </div>
  )
}

const CELL = { width: 22, height: 11 } as const

const CELLS = HERO_CORRELATIONS.flatMap((row, y) => row.map((correlation, x) => ({ x, y, correlation })))

/** Correlations measured in the simulated market, in the colours of the seven bands. */
export function MatrixDrawing() {
  return (
    <svg aria-hidden="true" viewBox="0 0 176 88" className="h-[92px] w-[184px]">
      {CELLS.map(({ x, y, correlation }) => (
        <rect
          key={`${x} ${y}`}
          x={x * CELL.width + 0.75}
          y={y * CELL.height + 0.75}
          width={CELL.width - 1.5}
          height={CELL.height - 1.5}
          rx="1.5"
          fill={x === y ? 'var(--muted)' : `var(--corr-${toCorrelationBand(correlation)})`}
        />
      ))}
    </svg>
  )
}

export function HedgeDrawing() {
  return (
    <svg aria-hidden="true" viewBox="0 0 260 80" fill="none" className="h-20 w-full max-w-[260px]">
      <path d="M0 14h84l52 34H0Z" className="fill-gain/18" />
      <path d="M136 48h124v8H148Z" className="fill-loss/18" />
      <path d="M0 48h260" className="stroke-border" />
      <path d="M0 14h84l64 42h112" className="stroke-primary" strokeWidth="2" strokeLinejoin="round" />
      <circle cx="136" cy="48" r="4" strokeWidth="2" className="fill-card stroke-primary" />
    </svg>
  )
}

/** The same replay as in the large picture, small. */
export function BacktestDrawing() {
  const fall = HERO_FALLS.at(-1)
  if (!fall) return null
  const low = Math.min(...fall.portfolio, ...fall.benchmark)
  const span = Math.max(...fall.portfolio, ...fall.benchmark) - low
  const toPath = (values: readonly number[]) =>
    values
      .map((value, day) => {
        const x = (day / (values.length - 1)) * 260
        return `${day === 0 ? 'M' : 'L'}${x.toFixed(1)} ${(76 - ((value - low) / span) * 72).toFixed(1)}`
      })
      .join('')
  return (
    <svg aria-hidden="true" viewBox="0 0 260 80" fill="none" className="h-20 w-full max-w-[260px]">
      <path d={toPath(fall.benchmark)} className="stroke-subtle-foreground" strokeWidth="1.5" strokeDasharray="4 3" />
      <path d={toPath(fall.portfolio)} className="stroke-primary" strokeWidth="2" strokeLinejoin="round" />
    </svg>
  )
}

const LADDER = [
  [56, 70],
  [24, 22],
  [100, 58],
  [74, 82],
  [92, 16],
] as const

export function OptionsDrawing() {
  return (
    <svg aria-hidden="true" viewBox="0 0 260 88" className="h-[92px] w-full max-w-[260px]">
      {LADDER.map(([calls, puts], row) => (
        <g key={calls}>
          <rect x={112 - calls} y={row * 18} width={calls} height="10" rx="2" className="fill-chart-1/75" />
          <rect x="124" y={row * 18 + 4} width="12" height="2" rx="1" className="fill-subtle-foreground" />
          <rect x="148" y={row * 18} width={puts} height="10" rx="2" className="fill-chart-2/75" />
        </g>
      ))}
    </svg>
  )
}
