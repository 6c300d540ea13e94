// Tests: plans.test.tsx

import { EXAMPLES, type MeteredFeature } from '@ballast/contract'
import { type ReactNode, useId } from 'react'
import { formatCount, formatDate, formatShare, formatValue } from '../../lib/format.ts'
import { type BarRow, BarsDrawing } from '../charts/bars-drawing.tsx'

/** A computed result of a feature for a sample portfolio, for whoever cannot run it on their own now. */
export function Example({ feature }: { feature: MeteredFeature }) {
  const titleId = useId()
  const { title, content } = CONTENTS[feature]
  return (
    <section aria-labelledby={titleId} className="min-w-0 border-t pt-4 lg:border-t-0 lg:border-l lg:py-3 lg:pl-5">
      <h3 id={titleId} className="text-title">
        Example: {title}
      </h3>
      <p className="mb-3 text-[13px] text-muted-foreground">
        {EXAMPLES.portfolio}, a sample portfolio worth {formatValue(EXAMPLES.value)}. Simulated prices of{' '}
        {formatDate(EXAMPLES.asOf)}.
      </p>
      {content}
    </section>
  )
}

const { hedge_analysis: hedge, comprehensive_analysis: advice, agentic_discovery: idea } = EXAMPLES
const ASKED = hedge.falls[1]
const ROWS: readonly BarRow[] = hedge.falls.map(({ marketPercent, unhedged, hedged }) => ({
  id: String(marketPercent),
  title: `Market falls ${formatCount(-marketPercent)}%`,
  subtitle: `from ${formatShare((-100 * unhedged) / EXAMPLES.value)} to ${formatShare((-100 * hedged) / EXAMPLES.value)}`,
  unhedged,
  hedged,
}))

const CONTENTS: Record<MeteredFeature, { title: string; content: ReactNode }> = {
  hedge_analysis: {
    title: `a hedge for ${formatValue(hedge.cost)}`,
    content: (
      <>
        <p className="mb-3 text-body">
          If the market falls {formatCount(-ASKED.marketPercent)}%, this portfolio loses {formatValue(-ASKED.unhedged)}{' '}
          without the hedge and {formatValue(-ASKED.hedged)} with it.
        </p>
        <BarsDrawing label="Loss before and after, by fall of the market" rows={ROWS} />
        <p className="mt-2 text-label text-muted-foreground">{hedge.instrument}. Losses at expiry, after the cost.</p>
      </>
    ),
  },
  comprehensive_analysis: {
    title: 'a recommendation',
    content: (
      <>
        <p className="text-body">
          Sell some {advice.sold.join(' and ')}, then hedge the rest. If the market falls {advice.marketPercent}%, this
          portfolio loses {formatShare(advice.lossPercent)} instead of{' '}
          {formatShare((-100 * ASKED.unhedged) / EXAMPLES.value)}.
        </p>
        <ol className="my-3 grid list-decimal gap-1.5 pl-5 text-[13px] text-muted-foreground">
          {advice.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ol>
        <p className="text-label text-muted-foreground">{advice.evidence}</p>
      </>
    ),
  },
  agentic_discovery: {
    title: `an option for ${formatValue(idea.cost)}`,
    content: (
      <>
        <p className="mb-3 text-body">
          In the worst tenth of simulated outcomes this portfolio falls {formatShare(-idea.badPortfolioPercent)}, and
          this option gains {formatCount(idea.conditionalReturn)}% of its price.
        </p>
        <p className="text-[13px] text-muted-foreground">
          Like insurance it costs more than it returns: {formatShare(-idea.expectedReturn)} of the price, on average.
        </p>
        <p className="mt-2 text-label text-muted-foreground">
          One {idea.ticker} {formatDate(idea.expiry)} {idea.strike} {idea.contractType}, the first of {idea.found}{' '}
          ideas.
        </p>
      </>
    ),
  },
}
