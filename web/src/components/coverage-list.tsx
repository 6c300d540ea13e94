// Tests: coverage-chip.test.tsx

import type { Covers, LeftOutReason } from '@ballast/contract'
import { toTickerLabel } from '../lib/ticker-label.ts'

/** Why a figure leaves a position out, in a few words. */
const LEFT_OUT_WORDS: Readonly<Record<LeftOutReason, string>> = {
  'unknown-ticker': 'unknown ticker',
  'not-simulated': 'not in the demo market',
  'provider-down': 'the price source did not answer',
  'no-price': 'no price',
  'suspect-price': 'its price is doubtful',
  option: 'no usable option quote',
  expired: 'expired',
  matured: 'paid back: its value is cash now',
  'no-exchange-rate': 'no exchange rate',
  'no-cost': 'no cost',
  'no-history': 'too little price history',
  'option-not-replayed': 'options are not replayed',
}

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
