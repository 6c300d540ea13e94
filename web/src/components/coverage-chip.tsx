// Tests: coverage-chip.test.tsx

import type { Covers, LeftOutReason } from '@ballast/contract'
import { toTickerLabel } from '../lib/ticker-label.ts'
import { Badge } from './ui/badge.tsx'

/** Why a figure leaves a position out, in a few words. */
const LEFT_OUT_WORDS: Readonly<Record<LeftOutReason, string>> = {
  'unknown-ticker': 'unknown ticker',
  'not-simulated': 'not in the demo market',
  'provider-down': 'the price source did not answer',
  'no-price': 'no price',
  'suspect-price': 'its price is doubtful',
  option: 'no usable option quote',
  expired: 'expired',
  'no-exchange-rate': 'no exchange rate',
  'no-cost': 'no cost',
  'no-history': 'too little price history',
  'option-not-replayed': 'options are not replayed',
}

const LISTED = 12

/** How many positions a headline rests on, which opens to those that it leaves out; nothing where it covers all. */
export function CoverageChip({ covers }: { covers: Covers }) {
  const { covered, positions, leftOut } = covers
  if (leftOut.length === 0) return null
  const rest = leftOut.length - LISTED
  return (
    <details className="max-w-[300px]">
      <summary className="w-fit cursor-pointer list-none rounded-badge">
        <Badge tone="warning">
          covers {covered.toLocaleString('en-US')} of {positions.toLocaleString('en-US')}{' '}
          {positions === 1 ? 'position' : 'positions'}
        </Badge>
      </summary>
      <ul className="mt-1.5 grid gap-0.5 text-label text-muted-foreground">
        {leftOut.slice(0, LISTED).map(({ ticker, reason }) => (
          <li key={`${ticker} ${reason}`}>
            {toTickerLabel(ticker)}: {LEFT_OUT_WORDS[reason]}
          </li>
        ))}
        {rest > 0 && <li>and {rest.toLocaleString('en-US')} more</li>}
      </ul>
    </details>
  )
}
