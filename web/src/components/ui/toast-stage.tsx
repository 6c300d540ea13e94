// Tests: toast.test.tsx

import { Check, TriangleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import { cn } from '../../lib/class-names.ts'
import { useTheme } from '../../lib/theme.ts'
import type { ToastMessage } from './toast.tsx'

const DURATION_MS = 5_000

interface ToastStageProps {
  /** Messages that nobody has shown yet. */
  waiting: readonly ToastMessage[]
  onTaken: (taken: readonly ToastMessage[]) => void
}

export function ToastStage({ waiting, onTaken }: ToastStageProps) {
  const { theme } = useTheme()
  useEffect(() => {
    if (waiting.length === 0) return
    for (const message of waiting) show(message)
    onTaken(waiting)
  }, [waiting, onTaken])
  return (
    <Sonner
      theme={theme}
      position="top-right"
      visibleToasts={1}
      duration={DURATION_MS}
      // Under the bar and its banner, on the right edge of the page's grid.
      offset={{ top: 102, right: 'max(24px, calc((100vw - 1312px) / 2))' }}
      mobileOffset={{ top: 96, left: 16, right: 16 }}
      className="z-60!"
      // The library's own ring is a shadow that hardly anybody sees.
      toastOptions={{ className: 'rounded-card focus-visible:outline-2! focus-visible:outline-ring!' }}
    />
  )
}

function show(message: ToastMessage, id?: string | number, duration = DURATION_MS): void {
  toast.custom((toastId) => <ToastCard message={message} id={toastId} />, { duration, ...(id !== undefined && { id }) })
}

function ToastCard({ id, message }: { id: string | number; message: ToastMessage }) {
  const { title, description, destructive } = message
  const Icon = destructive ? TriangleAlert : Check
  return (
    <div
      role={destructive ? 'alert' : 'status'}
      className={cn(
        'flex w-[356px] font-sans max-w-[calc(100vw-32px)] items-start gap-3 rounded-card border bg-popover p-3.5 shadow-popover',
        destructive && 'border-destructive/60',
      )}
    >
      <Icon
        aria-hidden="true"
        className={cn('mt-0.5 size-4 shrink-0', destructive ? 'text-destructive' : 'text-gain')}
      />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-body">{title}</p>
        {description && <p className="break-words text-[13px] text-muted-foreground leading-[18px]">{description}</p>}
      </div>
      <button
        type="button"
        aria-label="Close"
        onClick={() => toast.dismiss(id)}
        // The library pauses under the pointer only; whoever comes by keyboard gets the same time to read.
        onFocus={() => show(message, id, Number.POSITIVE_INFINITY)}
        onBlur={() => show(message, id)}
        className="-m-1 grid size-6 shrink-0 place-items-center rounded-badge text-muted-foreground hover:text-foreground"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
}
