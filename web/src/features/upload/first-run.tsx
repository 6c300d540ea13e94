// Tests: e2e/first-run.e2e.ts

import type { ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'

const STEPS = [
  { title: 'Add positions', text: 'Ticker, shares and average cost are enough.' },
  { title: 'See what it is worth', text: 'Prices, allocation and sectors at a glance.' },
  { title: 'Know the risk', text: 'Beta, volatility, drawdown and the largest risk.' },
] as const

interface FirstRunProps {
  /** While a review is open it has the page for itself. */
  isReviewing: boolean
  /** The ways to the first portfolio. */
  children: ReactNode
}

/** Screen for a user without a portfolio: the ways to the first one, and what it leads to. */
export function FirstRun({ isReviewing, children }: FirstRunProps) {
  return (
    <div className={cn(!isReviewing && 'mx-auto max-w-[1080px] sm:pt-6')}>
      <div className={cn('mb-6 text-center', isReviewing && 'hidden')}>
        <h2 className="text-h1-phone sm:text-h1">Upload a portfolio to get started</h2>
        <p className="text-balance font-normal text-muted-foreground text-title">
          A CSV, a JSON file, pasted text or a screenshot from your broker all work.
        </p>
      </div>
      {children}
      <ol className={cn('mt-7 grid gap-4 md:grid-cols-3', isReviewing && 'hidden')}>
        {STEPS.map((step, i) => (
          <li key={step.title} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-6 shrink-0 place-items-center rounded-full border text-label text-muted-foreground"
            >
              {i + 1}
            </span>
            <div>
              <p className="font-semibold text-body">{step.title}</p>
              <p className="text-[13px] text-muted-foreground leading-[18px]">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
