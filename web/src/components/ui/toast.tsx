import { Check, TriangleAlert, X } from 'lucide-react'
import { Toaster as Sonner, toast } from 'sonner'
import { cn } from '../../lib/class-names.ts'

const DURATION_MS = 5_000

interface ToastContent {
  title: string
  description?: string
}

/** Good news, read out when the reader pauses. */
export function showSuccess(content: ToastContent): void {
  show({ ...content, destructive: false })
}

/** Something failed or is missing, read out at once. */
export function showError(content: ToastContent): void {
  show({ ...content, destructive: true })
}

type Tone = { destructive: boolean }

function show(content: ToastContent & Tone, id?: string | number, duration = DURATION_MS): void {
  toast.custom((toastId) => <ToastCard content={content} id={toastId} />, { duration, ...(id !== undefined && { id }) })
}

function ToastCard({ id, content }: { id: string | number; content: ToastContent & Tone }) {
  const { title, description, destructive } = content
  const Icon = destructive ? TriangleAlert : Check
  return (
    <div
      role={destructive ? 'alert' : 'status'}
      className={cn(
        'flex w-[356px] max-w-[calc(100vw-32px)] items-start gap-3 rounded-card border bg-popover p-3.5 shadow-popover',
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
        onFocus={() => show(content, id, Number.POSITIVE_INFINITY)}
        onBlur={() => show(content, id)}
        className="-m-1 grid size-6 shrink-0 place-items-center rounded-badge text-muted-foreground hover:text-foreground"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
}

/** Stands once in the shell: one toast at a time, under the bar, 5 seconds. */
export function Toaster({ theme }: { theme: 'dark' | 'light' }) {
  return (
    <Sonner
      theme={theme}
      position="top-right"
      visibleToasts={1}
      duration={DURATION_MS}
      offset={{ top: 68, right: 24 }}
      mobileOffset={{ top: 60, left: 16, right: 16 }}
      className="z-60!"
    />
  )
}
