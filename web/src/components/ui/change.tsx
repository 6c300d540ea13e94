// Tests: ../../features/overview/positions-card.test.tsx

import { cn } from '../../lib/class-names.ts'
import { formatMoney, formatPercentChange, NO_DATA } from '../../lib/format.ts'

type Direction = 'gain' | 'loss' | 'neutral'

function directionOf(value: number | null | undefined): Direction {
  if (!value) return 'neutral'
  return value > 0 ? 'gain' : 'loss'
}

const TEXT_COLOUR = { gain: 'text-gain', loss: 'text-loss', neutral: 'text-muted-foreground' } as const

/** The triangle that says up or down to those who cannot tell the colours; nothing for no change. */
function Triangle({ direction }: { direction: Direction }) {
  if (direction === 'neutral') return null
  return (
    <svg aria-hidden="true" viewBox="0 0 8 7" className="size-[0.55em] shrink-0 fill-current">
      <path d={direction === 'gain' ? 'M4 0 8 7H0Z' : 'M4 7 0 0h8Z'} />
    </svg>
  )
}

interface ChangeProps {
  /** In percent: 3.1 is +3.10 %. */
  percent: number | null | undefined
  decimals?: number
  className?: string
}

/** `▲ +3.10%`: a change in percent with triangle, sign and colour. */
export function Change({ percent, decimals = 2, className }: ChangeProps) {
  const text = formatPercentChange(percent, decimals)
  const direction = /[1-9]/.test(text) ? directionOf(percent) : 'neutral'
  return (
    <span
      title={text === NO_DATA ? 'No data' : undefined}
      className={cn('inline-flex items-center gap-1 whitespace-nowrap tabular', TEXT_COLOUR[direction], className)}
    >
      <Triangle direction={direction} />
      {text}
    </span>
  )
}

/** `+$444`: a change in money, signed and coloured; the percentage beside it carries the triangle. */
export function MoneyChange({ amount, className }: { amount: number | null | undefined; className?: string }) {
  const text = formatMoney(amount, { decimals: 0, signed: true })
  const direction = /[1-9]/.test(text) ? directionOf(amount) : 'neutral'
  return (
    <span
      title={text === NO_DATA ? 'No data' : undefined}
      className={cn('whitespace-nowrap tabular', TEXT_COLOUR[direction], className)}
    >
      {text}
    </span>
  )
}
