// Tests: limit-sliders.test.tsx

import { HEDGE_RANGES, type HedgeAnalysis } from '@ballast/contract'
import { useMemo } from 'react'
import { Slider } from '../../components/ui/slider.tsx'
import { SmallStat } from '../../components/ui/stat.tsx'
import { formatMoney, formatPercent, formatShare, formatValue, NO_DATA } from '../../lib/format.ts'
import { describeCost } from './hedge-view.ts'
import { createLimitPricer, type LimitPrice, priceCrisisLimit, priceLimit } from './limit-price-view.ts'

interface LimitSlidersProps {
  limitPercent: number
  shockPercent: number
  /** Takes the place of the fall. */
  crisis: { id: string; name: string } | undefined
  /** Analysis that the cost is computed from; nothing is known without one. */
  analysis: HedgeAnalysis | undefined
  onLimit: (percent: number) => void
  onShock: (percent: number) => void
  /** Renders the next step beside the figures. */
  children?: (price: LimitPrice | null) => React.ReactNode
}

/** The two numbers that a hedge is about, and what they cost while they move. */
export function LimitSliders(props: LimitSlidersProps) {
  const { limitPercent, shockPercent, crisis, analysis, onLimit, onShock, children } = props
  const pricer = useMemo(() => analysis && createLimitPricer(analysis), [analysis])
  const price = crisis
    ? analysis && priceCrisisLimit(analysis, { limitPercent, crisisId: crisis.id })
    : pricer && priceLimit(pricer, { limitPercent, shockPercent })
  const value = analysis?.riskAssessment.value
  return (
    <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1">
        <Slider
          label="Most I want to lose"
          value={limitPercent}
          {...HEDGE_RANGES.limitPercent}
          step={1}
          text={`${formatShare(limitPercent)}${value === undefined ? '' : ` · ${formatValue((limitPercent / 100) * value)}`}`}
          onChange={onLimit}
        />
        <Slider
          label="If the market falls"
          value={shockPercent}
          {...HEDGE_RANGES.shockPercent}
          step={1}
          text={crisis?.name ?? formatShare(shockPercent)}
          disabled={crisis !== undefined}
          onChange={onShock}
        />
      </div>
      <div className="grid min-w-0 gap-2.5">
        <dl
          aria-live="polite"
          className="grid grid-cols-3 gap-x-4 max-sm:grid-cols-[repeat(3,auto)] [&_dd.tabular]:whitespace-nowrap"
        >
          <SmallStat
            label="Loss without a hedge"
            figure={price ? formatLoss(price.unhedgedLoss) : NO_DATA}
            caption={price && value ? `${formatPercent((100 * price.unhedgedLoss) / value, 1)} of value` : PLACE}
          />
          <SmallStat
            label="Loss with it"
            figure={price?.order ? formatLoss(price.order.loss) : NO_DATA}
            caption={price?.order && value ? `${formatPercent((100 * price.order.loss) / value, 1)} of value` : PLACE}
          />
          <SmallStat
            label="Costs now"
            figure={price?.order ? describeCost({ total: price.order.cost }) : price?.isHeld ? formatValue(0) : NO_DATA}
            caption={price?.order ? `${formatPercent(Math.abs(price.order.percent))} of value` : PLACE}
          />
        </dl>
        <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-h-9 min-w-0 flex-1 basis-64 max-sm:min-h-[54px] text-[13px] text-muted-foreground leading-[18px]">
            {describePrice(price ?? null, crisis !== undefined)}
          </p>
          {children?.(price ?? null)}
        </div>
      </div>
    </div>
  )
}

/** Keeps the room of a caption that is not known yet. */
const PLACE = '\u00a0'

const formatLoss = (dollars: number) => formatMoney(-dollars, { decimals: 0, signed: true })

function describePrice(price: LimitPrice | null, isCrisis: boolean): string {
  if (price === null)
    return isCrisis
      ? 'An analysis replays this crisis day by day to find the cost.'
      : 'Analyze Portfolio finds the cheapest hedge for these two numbers.'
  if (price.isHeld) return 'You stay within this limit without a hedge.'
  const selling =
    price.sellingPercent === null ? '' : ` Or sell ${formatShare(price.sellingPercent)} of every position.`
  if (price.order === null) return `No order we priced keeps this limit. A new search may find one.${selling}`
  return `${price.order.instrument}${isCrisis ? ', bought again at each expiry' : ''}.${selling}`
}
