// Tests: coverage-chip.test.tsx

import { type Covers, LEFT_OUT_WORDS } from '@ballast/contract'
import { toTickerLabel } from '../lib/ticker-label.ts'

const LISTED = 12

/** The positions that a headline leaves out, each with the reason. */
export function CoverageList({ leftOut }: Pick<Covers, 'leftOut'>) {
  const rest = leftOut.length - LISTED
  return (
    <ul className="mt-1.5 grid gap-0.5 text-label text-muted-foreground">
      {leftOut.slice(0, LISTED).map(({ ticker, reason }) => (
        <li key={`${ticker} ${reason}`}>
          {toTickerLabel(ticker)}: {LEFT_OUT_WORDS[reason]}
        </li>
      ))}
      {rest > 0 && <li>and {rest.toLocaleString('en-US')} more</li>}
    </ul>
  )
}
