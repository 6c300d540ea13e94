import { type LucideIcon, RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'
import { Button } from './button.tsx'

const TILE_TONES = {
  neutral: 'bg-muted text-muted-foreground',
  destructive: 'tint-destructive text-destructive',
  pro: 'tint-pro text-pro',
} as const

interface StateMessageProps {
  icon: LucideIcon
  tone?: keyof typeof TILE_TONES
  title: string
  text?: ReactNode
  /** At most two buttons or links. */
  actions?: ReactNode
  /** Takes the place of the ordinary space above and below. */
  className?: string
}

/** Content of a card that has nothing to show: icon, title, one sentence, one way on. */
export function StateMessage({
  icon: Icon,
  tone = 'neutral',
  title,
  text,
  actions,
  className = 'py-10',
}: StateMessageProps) {
  return (
    <div className={cn('flex flex-col items-center justify-center px-4 text-center', className)}>
      <span className={cn('grid size-10 place-items-center rounded-tile', TILE_TONES[tone])}>
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <p className="mt-3 text-title">{title}</p>
      {text && <p className="mt-0.5 max-w-[44ch] text-balance text-body text-muted-foreground">{text}</p>}
      {actions && <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}

export { StateMessage as EmptyState }

interface ErrorStateProps {
  /** The catalogue's sentence, letter for letter. */
  title: string
  text?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  className?: string
}

/** A failure told where the work was, with the way to try again in place. */
export function ErrorState({ title, text, onRetry, retrying = false, className }: ErrorStateProps) {
  return (
    <div role="alert">
      <StateMessage
        icon={TriangleAlert}
        tone="destructive"
        title={title}
        text={text}
        {...(className && { className })}
        actions={
          onRetry && (
            <Button busy={retrying} onClick={onRetry}>
              <RotateCw aria-hidden="true" className={cn(retrying && 'animate-spin')} />
              Try Again
            </Button>
          )
        }
      />
    </div>
  )
}
