// Tests: ai-analysis-page.test.tsx

import type { Discovery, DiscoveryRun } from '@ballast/contract'
import { type ReactNode, useMemo } from 'react'
import { FactFigure, FactsProvider, Grounded } from '../../components/grounded-text.tsx'
import { HeatTable } from '../../components/options/heat-table.tsx'
import { PayoffChart } from '../../components/options/payoff-chart.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { ButtonLink } from '../../components/ui/button-link.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { SmallStat } from '../../components/ui/stat.tsx'
import { countOf, formatDate, formatMoney, formatPercent } from '../../lib/format.ts'
import { IdeaEffect } from './idea-effect.tsx'
import { IdeaGreeks } from './idea-greeks.tsx'
import {
  describeReasons,
  formatStrike,
  type IdeaFigure,
  PLAY_TYPES,
  toCostFigures,
  toPayoffView,
  toPricingSteps,
  toRelationFigures,
  toValueView,
} from './idea-view.ts'
import { IdeaWhatIf } from './idea-what-if.tsx'

/** The whole analysis of an idea: what it pays, what it is worth when, what it does to the portfolio, and why. */
export function IdeaSheet({ run, idea, onClose }: { run: DiscoveryRun; idea: Discovery; onClose: () => void }) {
  const { name, tone } = PLAY_TYPES[idea.type]
  const payoff = useMemo(() => toPayoffView(idea), [idea])
  const value = useMemo(() => toValueView(idea), [idea])
  const { spot } = idea.pricing
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      layout="sheet"
      className="sm:w-[720px]"
      title={`${idea.ticker} ${formatMoney(idea.strike, { decimals: Number.isInteger(idea.strike) ? 0 : 2 })} ${idea.contractType}, ${formatDate(idea.expiry)}`}
      description={`${idea.name} · ${idea.assetClass} · ${countOf(idea.daysToExpiry, 'day')} left · ${idea.pricing.style === 'american' ? 'American' : 'European'} · ${idea.ticker} ${formatMoney(spot)}`}
    >
      <FactsProvider facts={run.facts} runId={run.runId}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <div className="grid gap-2">
            <div className="flex flex-wrap items-center gap-2">
              <Badge tone={tone}>{name}</Badge>
              {idea.insideNoise && <Badge tone="secondary">Not distinguishable from fair</Badge>}
              {run.simulated && <Badge tone="warning">Simulated</Badge>}
              <ButtonLink
                size="sm"
                className="ml-auto"
                to="/options"
                search={{ ticker: idea.ticker, expiry: idea.expiry }}
              >
                Open the chain
              </ButtonLink>
            </div>
            <p className="text-body leading-[22px]">
              <Grounded text={idea.rationaleParts} />
            </p>
          </div>
          <Figures idea={idea} figures={toCostFigures(idea)} />
          <Section
            title="Payoff at expiry"
            note={`${countOf(idea.contracts, 'contract')} bought at the ask, before commissions. The dashed line is the value now, at the quoted volatility.`}
          >
            {payoff && (
              <PayoffChart
                title={`${idea.ticker} ${formatStrike(idea.strike)} ${idea.contractType}, bought`}
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
              note={`Per share, at a volatility of ${formatPercent(100 * idea.pricing.impliedVolatility, 1)}; bold and green where the buyer is ahead.`}
            >
              <HeatTable heat={value.heat} spot={value.inputs.spot} premium={idea.ask} side="buy" />
            </Section>
          )}
          <Section title="What if" note="Repriced here as you move, by the code that priced the run.">
            <IdeaWhatIf run={run} idea={idea} />
          </Section>
          <Section title="Greeks and odds" note="Per share, by Black–Scholes–Merton at the quoted volatility.">
            <IdeaGreeks run={run} idea={idea} value={value} />
          </Section>
          <Section title="Effect on the portfolio">
            <IdeaEffect run={run} idea={idea} />
          </Section>
          <Section title="Why this asset" note={`${describeReasons(idea)}.`}>
            <p className="mb-3 text-[13px] text-muted-foreground leading-[20px]">
              <Grounded text={idea.firstPrincipleParts} />
            </p>
            <Figures idea={idea} figures={toRelationFigures(idea)} />
          </Section>
          <Section title="How the price was judged">
            <p className="mb-3 text-[13px] text-muted-foreground leading-[20px]">
              <Grounded text={idea.pricingParts} />
            </p>
            <Figures idea={idea} figures={toPricingSteps(idea)} />
          </Section>
          <p className="border-t pt-4 text-label text-subtle-foreground">
            This is not an order. Ballast does not trade; take the contract ({idea.symbol}) to your broker and check
            live prices first.
          </p>
        </div>
      </FactsProvider>
    </Dialog>
  )
}

function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 border-t pt-4">
      <h3 className="text-title">{title}</h3>
      {note && <p className="mb-3 text-label text-muted-foreground">{note}</p>}
      {!note && <div className="mb-3" />}
      {children}
    </section>
  )
}

function Figures({ idea, figures }: { idea: Discovery; figures: readonly IdeaFigure[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
      {figures.map(({ label, text, caption, field }) => (
        <SmallStat
          key={label}
          label={label}
          figure={<FactFigure id={idea.factIds[field]}>{text}</FactFigure>}
          caption={caption}
        />
      ))}
    </dl>
  )
}
