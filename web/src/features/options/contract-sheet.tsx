// Tests: options-page.test.tsx

import type { OptionChain, OptionContract, OptionExpiry } from '@ballast/contract'
import { Plus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { type ContractView, computeOddsBeyond, toContractView } from '../../components/options/contract-value.ts'
import { HeatTable } from '../../components/options/heat-table.tsx'
import { explainOption, type OptionFigureId } from '../../components/options/option-explanations.ts'
import { PayoffChart } from '../../components/options/payoff-chart.tsx'
import { nameContract } from '../../components/options/strategy-text.ts'
import { premiumOf, type StrategyView, toStrategyView } from '../../components/options/strategy-view.ts'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { SmallStat } from '../../components/ui/stat.tsx'
import { ToggleGroup } from '../../components/ui/toggle-group.tsx'
import {
  countOf,
  formatCompact,
  formatDate,
  formatInstant,
  formatMoney,
  formatNumber,
  formatPercent,
  NO_DATA,
} from '../../lib/format.ts'
import { ChainFigure } from './chain-figure.tsx'
import { QUOTE_STATES } from './chain-view.ts'
import { formatVolatility } from './ladder-columns.ts'
import { describeSpread, judgeLiquidity } from './liquidity-view.ts'

interface ContractSheetProps {
  chain: OptionChain
  contract: OptionContract
  /** The other side of the strike, if it is listed. */
  twin: OptionContract | null
  expiry: OptionExpiry
  onOpenContract: (symbol: string) => void
  /** Absent where there is no strategy to add it to. */
  onTrade?: (symbol: string, side: 'buy' | 'sell') => void
  onClose: () => void
}

/** Everything about one contract: what it costs, what it pays, what it is sensitive to, whether it can be traded. */
export function ContractSheet(props: ContractSheetProps) {
  const { chain, contract, twin, expiry, onTrade } = props
  const [side, setSide] = useState<'buy' | 'sell'>('buy')
  const { ticker, rates, underlyingPrice } = chain
  const spot = underlyingPrice ?? contract.underlyingPrice
  const value = useMemo(() => toContractView(contract, expiry, rates.annual), [contract, expiry, rates.annual])
  const leg = useMemo(() => ({ contract, expiry, contracts: side === 'buy' ? 1 : -1 }), [contract, expiry, side])
  const payoff = useMemo(
    () => (spot === null ? null : toStrategyView([leg], { spot, rate: rates.annual, shares: 0 })),
    [leg, spot, rates.annual],
  )
  const premium = premiumOf(leg)
  const name = `${ticker} ${nameContract(contract)}`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      layout="sheet"
      title={`${name}, ${formatDate(contract.expirationDate)}`}
      description={`${countOf(expiry.days, 'day')} left · ${contract.style === 'american' ? 'American' : 'European'} · ${countOf(contract.multiplier, 'share')} · ${ticker} ${formatMoney(spot)}`}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="flex flex-wrap items-center gap-2.5">
          {twin && (
            <ToggleGroup
              label="Side of the strike"
              value={contract.contractType}
              onValueChange={(type) => type !== contract.contractType && props.onOpenContract(twin.symbol)}
              options={[
                { value: 'call', label: 'Call' },
                { value: 'put', label: 'Put' },
              ]}
            />
          )}
          <ToggleGroup
            label="Bought or sold"
            value={side}
            onValueChange={setSide}
            options={[
              { value: 'buy', label: `Buy at ${formatNumber(contract.ask)}` },
              { value: 'sell', label: `Sell at ${formatNumber(contract.bid)}` },
            ]}
          />
          {onTrade && (
            <Button
              size="sm"
              className="ml-auto"
              disabled={premium === null}
              onClick={() => {
                onTrade(contract.symbol, side)
                props.onClose()
              }}
            >
              <Plus aria-hidden="true" />
              Add to strategy
            </Button>
          )}
        </div>
        {contract.state !== 'ok' && (
          <Notice>
            <b className="font-semibold first-letter:uppercase">{QUOTE_STATES[contract.state].name}.</b>{' '}
            {QUOTE_STATES[contract.state].meaning} It is left out of every average.
          </Notice>
        )}
        <Quote contract={contract} expiry={expiry} />
        <Section title="Payoff at expiry">
          {payoff && premium !== null && spot !== null ? (
            <PayoffChart
              title={`${name}, ${side === 'buy' ? 'bought' : 'sold'}`}
              view={payoff}
              spot={spot}
              asOf={chain.asOf}
              simulated={chain.simulated}
            />
          ) : (
            <p className="text-body text-muted-foreground">
              {spot === null
                ? 'The price of the underlying is not known.'
                : `Nobody ${side === 'buy' ? 'offers' : 'bids for'} it, so there is no price to start from.`}
            </p>
          )}
        </Section>
        <Greeks chain={chain} contract={contract} value={value} payoff={payoff} />
        {value && premium !== null && (
          <Section
            title="Value by price and days left"
            note={`Per share, at a volatility of ${formatVolatility(contract.impliedVolatility)}; bold and green where the ${side === 'buy' ? 'buyer' : 'seller'} is ahead.`}
          >
            <HeatTable heat={value.heat} spot={value.inputs.spot} premium={premium} side={side} />
          </Section>
        )}
      </div>
    </Dialog>
  )
}

function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className="border-t pt-4">
      <h3 className="text-title">{title}</h3>
      {note && <p className="mb-2 text-label text-muted-foreground">{note}</p>}
      {children}
    </section>
  )
}

function Quote({ contract, expiry }: { contract: OptionContract; expiry: OptionExpiry }) {
  const verdict = judgeLiquidity(contract, expiry.days)
  const spread = describeSpread(contract)
  return (
    <>
      <dl className="grid grid-cols-4 gap-x-3 gap-y-3 sm:gap-x-4">
        <SmallStat label="Bid" figure={formatNumber(contract.bid)} />
        <SmallStat label="Ask" figure={formatNumber(contract.ask)} />
        <SmallStat label="Mid" figure={formatNumber(contract.mid)} caption={spread && `Spread ${spread}`} />
        <SmallStat label="Last" figure={formatNumber(contract.last)} caption={describeTrade(contract.lastTradeAt)} />
        <SmallStat label="Volume" figure={formatCompact(contract.volume)} caption={describeTimes(contract)} />
        <SmallStat label="Open interest" figure={formatCompact(contract.openInterest)} />
        <SmallStat label="Volume / open" figure={formatNumber(contract.volOI)} />
        <SmallStat label="Liquidity" figure={<Badge tone={verdict.tone}>{verdict.label}</Badge>} />
      </dl>
      <p className="-mt-2 text-[13px] text-muted-foreground leading-[18px]">{verdict.text}</p>
    </>
  )
}

function describeTrade(lastTradeAt: string | null): string | null {
  return lastTradeAt && formatInstant(lastTradeAt)
}

function describeTimes({ volumeTimesAverage }: OptionContract): string | null {
  return volumeTimesAverage === null ? null : `${formatNumber(volumeTimesAverage, { decimals: 1 })}× average`
}

interface GreeksProps {
  chain: OptionChain
  contract: OptionContract
  value: ContractView | null
  payoff: StrategyView | null
}

function Greeks({ chain, contract, value, payoff }: GreeksProps) {
  const explained = (figure: OptionFigureId, children?: ReactNode) => (
    <ChainFigure
      chain={chain}
      explanation={explainOption(figure)}
      missing={value ? null : 'No clean quote of the strike gives a volatility, so nothing is computed from one.'}
    >
      {children}
    </ChainFigure>
  )
  const valuation = value?.valuation
  const [breakEven] = payoff?.breakEvens ?? []
  return (
    <Section title="Volatility, Greeks and odds" note="Per share; Greeks by Black–Scholes–Merton at our volatility.">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
        <SmallStat
          label={explained('impliedVolatility', 'Our IV')}
          figure={formatVolatility(contract.impliedVolatility)}
          caption={contract.providerIV !== null && <ProviderVolatility contract={contract} />}
        />
        <SmallStat label={explained('delta')} figure={formatNumber(valuation?.delta)} />
        <SmallStat label={explained('gamma')} figure={formatNumber(valuation?.gamma, { decimals: 4 })} />
        <SmallStat
          label={explained('theta')}
          figure={formatNumber(valuation && valuation.theta / 365, { decimals: 3 })}
          caption="a day"
        />
        <SmallStat
          label={explained('vega')}
          figure={formatNumber(valuation && valuation.vega / 100, { decimals: 3 })}
          caption="a point of IV"
        />
        <SmallStat
          label={explained('rho')}
          figure={formatNumber(valuation && valuation.rho / 100, { decimals: 3 })}
          caption="a point of interest"
        />
        <SmallStat
          label={explained('probability', 'Odds in the money')}
          figure={formatPercent(value?.inTheMoneyPercent, 1)}
          caption="risk-neutral"
        />
        <SmallStat
          label={explained('breakEven')}
          figure={breakEven === undefined ? NO_DATA : formatMoney(breakEven)}
          caption={
            value &&
            breakEven !== undefined &&
            `${formatPercent(computeOddsBeyond(value.inputs, breakEven), 1)} odds beyond`
          }
        />
      </dl>
      {value && value.earlyExercise >= 0.005 && (
        <p className="mt-3 text-[13px] text-muted-foreground leading-[18px]">
          The right to exercise early adds {formatMoney(value.earlyExercise)} a share: as an American option it is worth{' '}
          {formatMoney(value.valuation.price + value.earlyExercise)} by the model.
        </p>
      )}
    </Section>
  )
}

function ProviderVolatility({ contract }: { contract: OptionContract }) {
  const text = `Provider ${formatVolatility(contract.providerIV)}`
  return contract.ivDisagrees ? <span className="text-warning">≠ {text}</span> : text
}
