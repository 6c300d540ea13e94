// Tests: analysis-page.test.tsx

import { Minus, TrendingDown, TrendingUp } from 'lucide-react'
import { Badge, type BadgeTone } from '../../components/ui/badge.tsx'
import { toCorrelationBand } from '../../lib/correlation-band.ts'
import { formatNumber } from '../../lib/format.ts'
import { toBetaTone } from './analysis-view.ts'

/** A correlation on the colour of its band. */
export function CorrelationTag({ value }: { value: number }) {
  const band = toCorrelationBand(value)
  return (
    <span
      className="shrink-0 rounded-badge px-2 py-0.5 font-medium text-label tabular"
      style={{
        backgroundColor: `var(--corr-${band})`,
        color: band === 1 || band === 7 ? 'var(--corr-text-outer)' : 'var(--corr-text-inner)',
      }}
    >
      {formatNumber(value, { signed: true })}
    </span>
  )
}

/** A beta with the tone of its size. */
export function BetaBadge({ beta }: { beta: number | null }) {
  const tone: BadgeTone = toBetaTone(beta)
  return (
    <Badge tone={tone} title={beta === null ? 'No data' : undefined}>
      β {formatNumber(beta)}
    </Badge>
  )
}

/** A correlation as a bar from the middle: to the right with the market, to the left against it. */
export function CentredBar({ value }: { value: number | null }) {
  const share = Math.min(1, Math.abs(value ?? 0)) * 50
  return (
    <span aria-hidden="true" className="relative block h-2 w-full rounded-xs bg-muted">
      <span className="absolute inset-y-[-2px] left-1/2 w-px bg-input" />
      {value !== null && (
        <span
          className="absolute inset-y-0 rounded-xs"
          style={{
            left: value < 0 ? `${50 - share}%` : '50%',
            width: `${share}%`,
            backgroundColor: value < 0 ? 'var(--corr-2)' : 'var(--corr-7)',
          }}
        />
      )}
    </span>
  )
}

const MARKS = {
  up: { icon: TrendingUp, text: 'moves with it', colour: 'text-warning' },
  down: { icon: TrendingDown, text: 'moves against it', colour: 'text-primary' },
  flat: { icon: Minus, text: 'no strong link', colour: 'text-subtle-foreground' },
} as const

/** How a ticker moves with the benchmark: up above 0.5, down below −0.5, else a dash. */
export function MarketMark({ value }: { value: number | null }) {
  const {
    icon: Icon,
    text,
    colour,
  } = MARKS[value !== null && value > 0.5 ? 'up' : value !== null && value < -0.5 ? 'down' : 'flat']
  return (
    <span className={colour} title={text}>
      <Icon aria-hidden="true" className="size-4" />
      <span className="sr-only">{text}</span>
    </span>
  )
}
