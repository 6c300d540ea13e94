// Tests: options-page.test.tsx

import type { OptionChain } from '@ballast/contract'
import { Copy, Minus, Plus, X } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { copyText } from '../../components/copy-text.ts'
import { explainOption } from '../../components/options/option-explanations.ts'
import { PayoffChart } from '../../components/options/payoff-chart.tsx'
import {
  describeBreakEvens,
  describeLimit,
  NO_ORDER,
  nameContract,
  toTicket,
} from '../../components/options/strategy-text.ts'
import { type Leg, premiumOf, type StrategyView, toStrategyView } from '../../components/options/strategy-view.ts'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { SmallStat } from '../../components/ui/stat.tsx'
import { Switch } from '../../components/ui/switch.tsx'
import { cn } from '../../lib/class-names.ts'
import { formatCount, formatDate, formatMoney, formatNumber } from '../../lib/format.ts'
import { ChainFigure } from './chain-figure.tsx'

interface StrategyCardProps {
  chain: OptionChain
  legs: readonly Leg[]
  /** Adds so many contracts to a leg; negative ones take away. */
  onChange: (leg: Leg, by: number) => void
  onClear: () => void
  /** Shares of the ticker in the chosen portfolio. */
  sharesHeld: number
  sharesIncluded: boolean
  onSharesIncludedChange: (included: boolean) => void
}

/** The legs picked from the ladder as one package: what it costs, pays and is sensitive to. */
export function StrategyCard(props: StrategyCardProps) {
  const { chain, legs, sharesHeld, sharesIncluded } = props
  const { ticker, underlyingPrice: spot, rates } = chain
  const shares = sharesIncluded ? sharesHeld : 0
  const view = useMemo(
    () => (spot === null ? null : toStrategyView(legs, { spot, rate: rates.annual, shares })),
    [legs, spot, rates.annual, shares],
  )
  return (
    <Card
      title="Strategy"
      description={`Longs at the ask, shorts at the bid, before commissions. ${NO_ORDER}`}
      actions={
        <>
          {view && <CopyTicket text={toTicket(ticker, legs, view, shares)} />}
          <Button size="sm" variant="ghost" onClick={props.onClear}>
            Clear
          </Button>
        </>
      }
    >
      <div className="grid min-w-0 gap-6 lg:max-xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="grid min-w-0 content-start gap-4">
          <ul aria-label="Legs of the strategy" className="grid">
            {legs.map((leg) => (
              <LegLine key={leg.contract.symbol} leg={leg} onChange={(by) => props.onChange(leg, by)} />
            ))}
          </ul>
          {sharesHeld !== 0 && (
            <Switch
              label={`Include my ${formatNumber(sharesHeld)} shares of ${ticker}, from today's price`}
              checked={sharesIncluded}
              onCheckedChange={props.onSharesIncludedChange}
            />
          )}
          {view && <Figures chain={chain} view={view} />}
        </div>
        {/* Beside the ladder the picture comes first. */}
        <div className="min-w-0 xl:order-first">
          {view && spot !== null ? (
            <PayoffChart
              title={`${ticker} strategy`}
              view={view}
              spot={spot}
              asOf={chain.asOf}
              simulated={chain.simulated}
              height={260}
            />
          ) : (
            <p className="grid h-full min-h-[200px] place-items-center text-center text-body text-muted-foreground">
              A leg has no quote on its side, or no volatility to value it by.
            </p>
          )}
          {view?.isMixed && (
            <p className="mt-2 text-label text-muted-foreground">
              The legs expire on different days. The payoff is of {formatDate(view.expiry.expiry)}, when the first ends;
              the others are valued then at today's volatilities.
            </p>
          )}
        </div>
      </div>
    </Card>
  )
}

function LegLine({ leg, onChange }: { leg: Leg; onChange: (by: number) => void }) {
  const { contract, contracts } = leg
  const isLong = contracts > 0
  const name = `${nameContract(contract)}, ${formatDate(contract.expirationDate)}`
  return (
    <li className="grid grid-cols-[1fr_auto_auto] items-center gap-3 border-b py-2 text-table last:border-b-0">
      <span className="min-w-0">
        <b className={cn('font-semibold', isLong ? 'text-gain' : 'text-loss')}>{isLong ? '+ Buy' : '− Sell'}</b> {name}
        <span className="block text-caption text-muted-foreground tabular">
          at {formatMoney(premiumOf(leg))} {isLong ? '(ask)' : '(bid)'}
        </span>
      </span>
      <span className="flex items-center gap-1">
        <Button size="icon-sm" aria-label={`One contract less of ${name}`} onClick={() => onChange(isLong ? -1 : 1)}>
          <Minus aria-hidden="true" />
        </Button>
        <span className="w-8 text-center tabular">{formatCount(Math.abs(contracts))}</span>
        <Button size="icon-sm" aria-label={`One contract more of ${name}`} onClick={() => onChange(isLong ? 1 : -1)}>
          <Plus aria-hidden="true" />
        </Button>
      </span>
      <Button size="icon-sm" variant="ghost" aria-label={`Remove ${name}`} onClick={() => onChange(-contracts)}>
        <X aria-hidden="true" />
      </Button>
    </li>
  )
}

function Figures({ chain, view }: { chain: OptionChain; view: StrategyView }) {
  const { greeks } = view
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 border-t pt-4 sm:max-xl:grid-cols-4">
      <SmallStat
        label={<PlainLabel text={view.netCost >= 0 ? 'Net debit' : 'Net credit'} />}
        figure={formatMoney(Math.abs(view.netCost))}
      />
      <SmallStat
        label={<PlainLabel text="Most you can lose" />}
        figure={describeLimit(view.maxLoss === null ? null : -view.maxLoss)}
      />
      <SmallStat label={<PlainLabel text="Most you can gain" />} figure={describeLimit(view.maxGain)} />
      <SmallStat
        label={<Explained chain={chain} figure="breakEven" />}
        figure={<BreakEvens prices={view.breakEvens} />}
      />
      {greeks && (
        <>
          <SmallStat
            label={<Explained chain={chain} figure="delta" />}
            figure={formatNumber(greeks.deltaShares, { decimals: 1 })}
            caption="shares"
          />
          <SmallStat
            label={<Explained chain={chain} figure="gamma" />}
            figure={formatNumber(greeks.gammaShares)}
            caption="shares per $1"
          />
          <SmallStat
            label={<Explained chain={chain} figure="theta" />}
            figure={formatMoney(greeks.thetaPerDay, { signed: true })}
            caption="a day"
          />
          <SmallStat
            label={<Explained chain={chain} figure="vega" />}
            figure={formatMoney(greeks.vegaPerPoint, { signed: true })}
            caption="a point of IV"
          />
        </>
      )}
    </dl>
  )
}

/** One price is a figure like its neighbours; several need the room of words. */
function BreakEvens({ prices }: { prices: StrategyView['breakEvens'] }) {
  const text = describeBreakEvens(prices)
  return prices.length === 1 ? text : <span className="text-body">{text}</span>
}

/** As high as the names beside it that can be pressed. */
function PlainLabel({ text }: { text: string }) {
  return <span className="inline-flex min-h-6 items-center">{text}</span>
}

function Explained({
  chain,
  figure,
}: {
  chain: OptionChain
  figure: 'breakEven' | 'delta' | 'gamma' | 'theta' | 'vega'
}): ReactNode {
  return <ChainFigure chain={chain} explanation={explainOption(figure)} />
}

function CopyTicket({ text }: { text: string }) {
  return (
    <Button size="sm" onClick={() => void copyText(text, { title: 'Ticket copied', description: NO_ORDER })}>
      <Copy aria-hidden="true" />
      Copy ticket
    </Button>
  )
}
