// Tests: hedges-page.test.tsx

import { HEDGE_EXAMPLE } from '@ballast/contract'
import { Card } from '../../components/ui/card.tsx'
import { formatCount, formatDate, formatShare, formatValue } from '../../lib/format.ts'
import { BarsDrawing } from './bars-drawing.tsx'
import type { BarRow } from './hedge-view.ts'

const { portfolio, asOf, value, instrument, cost, falls } = HEDGE_EXAMPLE
const ASKED = falls[1]

const ROWS: readonly BarRow[] = falls.map(({ marketPercent, unhedged, hedged }) => ({
  id: String(marketPercent),
  title: `Market falls ${formatCount(-marketPercent)}%`,
  subtitle: `from ${formatShare((-100 * unhedged) / value)} to ${formatShare((-100 * hedged) / value)}`,
  unhedged,
  hedged,
}))

/** A computed hedge of a sample portfolio, for whoever has not paid for one of their own. */
export function HedgeExampleCard() {
  return (
    <Card
      title={`Example: a hedge for ${formatValue(cost)}`}
      description={`${portfolio}, a sample portfolio worth ${formatValue(value)}. Simulated prices of ${formatDate(asOf)}.`}
    >
      <p className="mb-3 text-body">
        If the market falls {formatCount(-ASKED.marketPercent)}%, this portfolio loses {formatValue(-ASKED.unhedged)}{' '}
        without the hedge and {formatValue(-ASKED.hedged)} with it.
      </p>
      <BarsDrawing label="Loss before and after, by fall of the market" rows={ROWS} />
      <p className="mt-2 text-label text-muted-foreground">{instrument}. Losses at expiry, after the cost.</p>
    </Card>
  )
}
