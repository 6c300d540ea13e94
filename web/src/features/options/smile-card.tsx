// Tests: options-page.test.tsx

import type { OptionChain, OptionContract, OptionExpiry } from '@ballast/contract'
import { useMemo, useState } from 'react'
import { ChartFigure, ChartTools, useChartFrame } from '../../components/charts/chart-frame.tsx'
import { decimalsOfTick } from '../../components/charts/chart-scale.ts'
import { CurveChart } from '../../components/charts/curve-chart.tsx'
import { LineLegend } from '../../components/charts/line-legend.tsx'
import { explainOption } from '../../components/options/option-explanations.ts'
import { Card } from '../../components/ui/card.tsx'
import { ToggleGroup } from '../../components/ui/toggle-group.tsx'
import { formatNumber, formatPercent, formatShortDate } from '../../lib/format.ts'
import { ChainFigure } from './chain-figure.tsx'
import { type SmileView, type TermView, toLegend, toSmileView, toTermView } from './smile-view.ts'

const HEIGHT = 216
const formatPoints = (value: number) => formatPercent(value, 1)
const formatPointsTick = (tick: number) => formatPercent(tick, decimalsOfTick(tick))

interface SmileCardProps {
  chain: OptionChain
  /** The contracts of the expiry, which a further one does not share with the chain. */
  options: readonly OptionContract[]
  expiry: OptionExpiry
}

/** Implied volatility across strikes, and across expiries. */
export function SmileCard({ chain, options, expiry }: SmileCardProps) {
  const [shown, setShown] = useState<'smile' | 'term'>('smile')
  const smile = useMemo(() => toSmileView(chain, options, expiry), [chain, options, expiry])
  const term = useMemo(() => toTermView(chain), [chain])
  const description =
    shown === 'smile' ? `By strike, ${formatShortDate(expiry.expiry)}` : 'At the money, by days to expiry'
  return (
    <Card
      title={
        <ChainFigure chain={chain} explanation={explainOption('impliedVolatility')}>
          {shown === 'smile' ? 'IV smile' : 'IV term structure'}
        </ChainFigure>
      }
      description={description}
      actions={
        <ToggleGroup
          label="Volatility by"
          value={shown}
          onValueChange={setShown}
          options={[
            { value: 'smile', label: 'Strike' },
            { value: 'term', label: 'Expiry' },
          ]}
        />
      }
    >
      {shown === 'smile' ? (
        smile ? (
          <SmileChart key={expiry.expiry} view={smile} spot={chain.underlyingPrice} />
        ) : (
          <NothingToDraw />
        )
      ) : term ? (
        <TermChart view={term} />
      ) : (
        <NothingToDraw />
      )}
    </Card>
  )
}

function SmileChart({ view, spot }: { view: SmileView; spot: number | null }) {
  const chart = useChartFrame(view.chart)
  return (
    <>
      <ChartFigure chart={chart} findingShown>
        <CurveChart
          label="Implied volatility by strike"
          curves={view.curves}
          stops={view.strikes}
          height={HEIGHT}
          marks={spot === null ? [] : [{ x: spot, label: `Spot ${formatNumber(spot)}`, tone: 'primary' }]}
          formatX={(strike) => `Strike ${formatNumber(strike)}`}
          formatXTick={(strike) => formatNumber(strike, { decimals: decimalsOfTick(strike) })}
          formatY={formatPoints}
          formatYTick={formatPointsTick}
        />
        <div className="mt-2">
          <LineLegend series={toLegend(view.curves)} />
        </div>
      </ChartFigure>
      <Tools chart={chart} />
    </>
  )
}

function TermChart({ view }: { view: TermView }) {
  const chart = useChartFrame(view.chart)
  return (
    <>
      <ChartFigure chart={chart} findingShown>
        <CurveChart
          label="At-the-money implied volatility by days to expiry"
          curves={[view.curve, { ...view.curve, id: 'expiries', label: 'Expiry', style: 'dots' }]}
          height={HEIGHT}
          formatX={(days) => `${formatNumber(days, { decimals: 0 })} days`}
          formatXTick={(days) => `${formatNumber(days, { decimals: 0 })}d`}
          formatY={formatPoints}
          formatYTick={formatPointsTick}
        />
      </ChartFigure>
      <Tools chart={chart} />
    </>
  )
}

function Tools({ chart }: { chart: ReturnType<typeof useChartFrame> }) {
  return (
    <div className="mt-1 flex justify-end gap-1">
      <ChartTools chart={chart} />
    </div>
  )
}

function NothingToDraw() {
  return (
    <p className="grid place-items-center text-center text-body text-muted-foreground" style={{ height: HEIGHT }}>
      Too few clean quotes to draw.
    </p>
  )
}
