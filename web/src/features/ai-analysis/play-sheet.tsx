// Tests: ai-analysis-page.test.tsx

import type { Discovery, DiscoveryRun } from '@ballast/contract'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { FactFigure, FactsProvider, Grounded } from '../../components/grounded-text.tsx'
import { HeatTable } from '../../components/options/heat-table.tsx'
import { PayoffChart } from '../../components/options/payoff-chart.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { SmallStat } from '../../components/ui/stat.tsx'
import { countOf, formatDate, formatMoney, formatPercent } from '../../lib/format.ts'
import { PlayEffect } from './play-effect.tsx'
import { PlayGreeks } from './play-greeks.tsx'
import {
  describeReasons,
  formatStrike,
  PLAY_TYPES,
  type PlayFigure,
  toCostFigures,
  toPayoffView,
  toPricingSteps,
  toRelationFigures,
  toValueView,
} from './play-view.ts'
import { PlayWhatIf } from './play-what-if.tsx'

interface PlaySheetProps {
  run: DiscoveryRun
  play: Discovery
  onClose: () => void
}

/** The whole analysis of a play: what it pays, what it is worth when, what it does to the portfolio, and why. */
export function PlaySheet({ run, play, onClose }: PlaySheetProps) {
  const { name, tone } = PLAY_TYPES[play.type]
  const payoff = useMemo(() => toPayoffView(play), [play])
  const value = useMemo(() => toValueView(play), [play])
  const { spot } = play.pricing
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      layout="sheet"
      className="sm:w-[720px]"
      title={`${play.ticker} ${formatMoney(play.strike, { decimals: Number.isInteger(play.strike) ? 0 : 2 })} ${play.contractType}, ${formatDate(play.expiry)}`}
      description={`${play.name} · ${play.assetClass} · ${countOf(play.daysToExpiry, 'day')} left · ${play.pricing.style === 'american' ? 'American' : 'European'} · ${play.ticker} ${formatMoney(spot)}`}
    >
      <FactsProvider facts={run.facts} runId={run.runId}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <div className="grid gap-2">
            <div className="flex flex-wrap items-center gap-2">
              <Badge tone={tone}>{name}</Badge>
              {play.insideNoise && <Badge tone="secondary">Not distinguishable from fair</Badge>}
              {run.simulated && <Badge tone="warning">Simulated</Badge>}
              <Button asChild size="sm" className="ml-auto">
                <Link to="/options" search={{ ticker: play.ticker, expiry: play.expiry }}>
                  Open the chain
                </Link>
              </Button>
            </div>
            <p className="text-body leading-[22px]">
              <Grounded text={play.rationaleParts} />
            </p>
          </div>
          <Figures play={play} figures={toCostFigures(play)} />
          <Section
            title="Payoff at expiry"
            note={`${countOf(play.contracts, 'contract')} bought at the ask, before commissions. The dashed line is the value now, at the quoted volatility.`}
          >
            {payoff && (
              <PayoffChart
                title={`${play.ticker} ${formatStrike(play.strike)} ${play.contractType}, bought`}
                view={payoff}
                spot={spot}
                asOf={run.asOf}
                simulated={run.simulated}
              />
            )}
          </Section>
          {value && (
            <Section
              title="Value by price and days left"
              note={`Per share, at a volatility of ${formatPercent(100 * play.pricing.impliedVolatility, 1)}; bold and green where the buyer is ahead.`}
            >
              <HeatTable heat={value.heat} spot={value.inputs.spot} premium={play.ask} side="buy" />
            </Section>
          )}
          <Section title="What if" note="Repriced here as you move, by the code that priced the run.">
            <PlayWhatIf run={run} play={play} />
          </Section>
          <Section title="Greeks and odds" note="Per share, by Black–Scholes–Merton at the quoted volatility.">
            <PlayGreeks run={run} play={play} value={value} />
          </Section>
          <Section title="Effect on the portfolio">
            <PlayEffect run={run} play={play} />
          </Section>
          <Section title="Why this asset" note={`${describeReasons(play)}.`}>
            <p className="mb-3 text-[13px] text-muted-foreground leading-[20px]">
              <Grounded text={play.firstPrincipleParts} />
            </p>
            <Figures play={play} figures={toRelationFigures(play)} />
          </Section>
          <Section title="How the price was judged">
            <p className="mb-3 text-[13px] text-muted-foreground leading-[20px]">
              <Grounded text={play.pricingParts} />
            </p>
            <Figures play={play} figures={toPricingSteps(play)} />
          </Section>
          <p className="border-t pt-4 text-label text-subtle-foreground">
            This is not an order. Ballast does not trade; take the contract ({play.symbol}) to your broker and check
            live prices first.
          </p>
        </div>
      </FactsProvider>
    </Dialog>
  )
}

interface SectionProps {
  title: string
  note?: string
  children: ReactNode
}

function Section({ title, note, children }: SectionProps) {
  return (
    <section aria-label={title} className="min-w-0 border-t pt-4">
      <h3 className="text-title">{title}</h3>
      {note && <p className="mb-3 text-label text-muted-foreground">{note}</p>}
      {!note && <div className="mb-3" />}
      {children}
    </section>
  )
}

function Figures({ play, figures }: { play: Discovery; figures: readonly PlayFigure[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
      {figures.map(({ label, text, caption, field }) => (
        <SmallStat
          key={label}
          label={label}
          figure={<FactFigure id={play.factIds[field]}>{text}</FactFigure>}
          caption={caption}
        />
      ))}
    </dl>
  )
}
