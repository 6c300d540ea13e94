// Tests: overview-page.test.tsx

import { CoverageChip } from '../../components/coverage-chip.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Change } from '../../components/ui/change.tsx'
import { SmallStat, StatCard } from '../../components/ui/stat.tsx'
import { cn } from '../../lib/class-names.ts'
import { countOf, formatCount, formatMoney, formatNumber, formatValue } from '../../lib/format.ts'
import { useIsPhone } from '../../lib/use-media-query.ts'
import { type Outcome, type SummaryView, toOutcomeBars, toOutcomeCaption } from './summary-view.ts'

/** Total Cost Basis, Positions and Total Shares; on a phone the three figures share one card. */
export function SummaryCards({ summary }: { summary: SummaryView }) {
  const isPhone = useIsPhone()
  const cost = formatMoney(summary.totalCostBasis)
  const positions = formatCount(summary.positionCount)
  const shares = formatNumber(summary.totalShares)
  if (isPhone) {
    return (
      <Card>
        <dl className="flex flex-wrap justify-between gap-y-2 divide-x *:px-3 *:first:pl-0 *:last:pr-0 *:[&_dd]:text-title">
          <SmallStat label="Total Cost Basis" figure={cost} />
          <SmallStat label="Positions" figure={positions} />
          <SmallStat label="Total Shares" figure={shares} />
        </dl>
        <CoverageChip covers={summary.costCovers} />
      </Card>
    )
  }
  return (
    <div className="grid grid-cols-3 gap-4">
      <StatCard
        label="Total Cost Basis"
        figure={cost}
        aside={
          summary.gainPercent !== null && (
            <Change percent={summary.gainPercent} decimals={1} className="font-medium max-lg:hidden" />
          )
        }
        caption={summary.awaitsPrices ? <CaptionBar /> : <WorthCaption summary={summary} />}
        below={<CoverageChip covers={summary.costCovers} />}
      />
      <StatCard
        label="Positions"
        figure={positions}
        aside={!summary.awaitsPrices && <OutcomeBars bars={toOutcomeBars(summary)} />}
        caption={summary.awaitsPrices ? <CaptionBar /> : toOutcomeCaption(summary)}
      />
      <StatCard
        label="Total Shares"
        figure={shares}
        caption={
          summary.mostShares
            ? `Most shares: ${summary.mostShares.ticker}, ${formatNumber(summary.mostShares.shares)}`
            : 'Shares of stocks and funds'
        }
      />
    </div>
  )
}

/** Stands for a caption that needs prices; a span, because captions are paragraphs. */
function CaptionBar() {
  return (
    <span aria-hidden="true" className="inline-block h-3 w-32 animate-skeleton rounded-badge bg-muted align-middle" />
  )
}

function WorthCaption({ summary }: { summary: SummaryView }) {
  const leftOut = summary.withoutPrice.length
  if (summary.worth === null) return 'No current prices'
  const isPartial =
    summary.totalCostBasis !== null && summary.costCovers.leftOut.some(({ reason }) => reason === 'no-cost')
  return (
    <>
      {isPartial ? 'Those with a cost are worth' : 'Worth'}{' '}
      <b className="font-semibold text-foreground">{formatValue(summary.worth)}</b>
      {leftOut > 0
        ? `, without ${countOf(leftOut, 'position')} that ${leftOut === 1 ? 'has' : 'have'} no price`
        : !isPartial && ' at current prices'}
    </>
  )
}

const BAR_STYLES: Record<Outcome, string> = {
  profit: 'h-[18px] bg-gain',
  // Shorter as well as another colour: the drawing must read without colour.
  loss: 'h-2.5 bg-loss',
  even: 'h-1 bg-subtle-foreground',
}

/** A drawing of the caption under it, so it is hidden from those who hear the caption. */
function OutcomeBars({ bars }: { bars: readonly Outcome[] }) {
  return (
    <span aria-hidden="true" className="flex items-end gap-[3px] max-lg:hidden">
      {bars.map((outcome, place) => (
        // Bars have no identity beyond their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={place} className={cn('w-1.5 rounded-xs', BAR_STYLES[outcome])} />
      ))}
    </span>
  )
}
