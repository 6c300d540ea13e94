import { cn } from '../../lib/class-names.ts'

interface ProgressProps {
  label: string
  /** 0 to 100; only a measured value, never a guess. */
  percent: number
  tone?: 'primary' | 'gain'
  className?: string
}

/** A 4 px bar of measured progress. */
export function Progress({ label, percent, tone = 'primary', className }: ProgressProps) {
  const bounded = Math.min(100, Math.max(0, percent))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(bounded)}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cn('h-1 overflow-hidden rounded-full bg-muted', className)}
    >
      <div
        className={cn(
          'h-full rounded-full transition-[width] duration-180',
          tone === 'gain' ? 'bg-gain' : 'bg-primary',
        )}
        style={{ width: `${bounded}%` }}
      />
    </div>
  )
}
