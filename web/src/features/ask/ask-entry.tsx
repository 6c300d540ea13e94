// Tests: e2e/ask.e2e.ts

import type { AskScreen } from '@ballast/contract'
import { MessageCircleQuestionMark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

// Nobody waits for it who does not ask.
const AskSheet = lazy(async () => ({ default: (await import('./ask-sheet.tsx')).AskSheet }))

interface AskEntryProps {
  portfolioId: string
  screen: AskScreen
  /** Ticker that the screen shows, for questions that name nothing. */
  ticker?: string | undefined
}

/** The field of a screen on which one asks in one's own words; it opens the thread. */
export function AskEntry(props: AskEntryProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="mb-4 flex h-11 print:hidden w-full items-center gap-2.5 rounded-control border border-input bg-card px-3.5 text-left text-body text-muted-foreground hover:bg-accent hover:text-foreground"
      >
        <MessageCircleQuestionMark aria-hidden="true" className="size-4 shrink-0" />
        Ask about this portfolio
      </button>
      {open && (
        <Suspense>
          <AskSheet {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
