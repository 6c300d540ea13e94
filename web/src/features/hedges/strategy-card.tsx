// Tests: hedges-page.test.tsx

import type { HedgeAnalysis, HedgeStrategy } from '@ballast/contract'
import { Check } from 'lucide-react'
import { type ReactNode, useId, useMemo } from 'react'
import { FactFigure, Grounded } from '../../components/grounded-text.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { ButtonLink } from '../../components/ui/button-link.tsx'
import { Disclosure } from '../../components/ui/disclosure.tsx'
import { cn } from '../../lib/class-names.ts'
import { countOf } from '../../lib/format.ts'
import {
  describeCost,
  describeSaving,
  describeShare,
  findStrategyFacts,
  nameStrategy,
  ROLE_NAMES,
  toHonestFigures,
} from './hedge-view.ts'
import { KeyFigure } from './key-figure.tsx'
import { PayoffFigure } from './payoff-figure.tsx'
import { toOrderLines } from './ticket-text.ts'

interface StrategyCardProps {
  analysis: HedgeAnalysis
  strategy: HedgeStrategy
  chosen: boolean
  onChoose: () => void
  /** True where choosing opens the ticket itself rather than fills its place. */
  opensTicket: boolean
  className?: string
}

/** Orders that a card names; the ticket has them all. */
const SHOWN_ORDERS = 3

/** One strategy: what it costs, what it saves, what to type at the broker; the rest opens. */
export function StrategyCard({ analysis, strategy, chosen, onChoose, opensTicket, className }: StrategyCardProps) {
  const titleId = useId()
  const factOf = useMemo(() => findStrategyFacts(analysis.facts, strategy), [analysis.facts, strategy])
  const [leg] = strategy.legs
  const saving = describeSaving(strategy, analysis)
  return (
    <article
      aria-labelledby={titleId}
      className={cn(
        'flex min-w-0 flex-col gap-2.5 rounded-card border bg-card p-4 shadow-card sm:p-5',
        chosen && 'border-primary ring-1 ring-primary',
        className,
      )}
    >
      <div>
        <div className="flex items-center justify-between gap-3">
          <Badge tone={chosen ? 'default' : 'secondary'}>{strategy.type}</Badge>
          <span className="text-label text-muted-foreground">
            {nameStrategy(analysis, strategy)} · {ROLE_NAMES[strategy.role]}
          </span>
        </div>
        <h3 id={titleId} className="mt-2 font-semibold text-[13.5px] leading-5">
          <Grounded text={strategy.instrumentParts} />
        </h3>
      </div>
      {/* A label of two lines beside one of one: both figures stand on one line all the same. */}
      <dl className="grid grid-cols-[2fr_3fr] gap-x-4 [&>div]:row-span-3 [&>div]:grid [&>div]:grid-rows-subgrid [&_dt]:self-end">
        <KeyFigure label="Costs" caption={describeShare(strategy)}>
          <FactFigure id={factOf('cost')}>{describeCost(strategy.cost)}</FactFigure>
        </KeyFigure>
        <KeyFigure label={saving.label} caption={saving.caption}>
          <FactFigure id={factOf(saving.fact)}>{saving.text}</FactFigure>
        </KeyFigure>
      </dl>
      {strategy.family !== 'do-nothing' && <PayoffFigure analysis={analysis} strategy={strategy} />}
      <Disclosure summary={nameFold(strategy)}>
        <div className="grid gap-3.5">
          <Orders strategy={strategy} />
          <dl className="grid text-[13px] leading-6">
            {toHonestFigures(strategy).map(({ label, text, fact }) => (
              <div key={label} className="flex justify-between gap-3">
                <dt className="text-muted-foreground">{label}</dt>
                <dd className="text-right font-medium tabular [&_button]:text-right">
                  <FactFigure id={factOf(fact)}>{text}</FactFigure>
                </dd>
              </div>
            ))}
          </dl>
          <Passages strategy={strategy} />
        </div>
      </Disclosure>
      <div className="mt-auto flex gap-2 pt-1">
        <Button
          className={cn('flex-1', chosen && 'border-transparent tint-primary text-primary')}
          aria-pressed={opensTicket ? undefined : chosen}
          onClick={onChoose}
        >
          {chosen && !opensTicket && <Check aria-hidden="true" />}
          {chosen && !opensTicket ? 'Shown in ticket' : 'Show ticket'}
        </Button>
        {leg && (
          <ButtonLink to="/options" search={{ ticker: leg.underlying, expiry: leg.expiry }}>
            Options chain
          </ButtonLink>
        )}
      </div>
    </article>
  )
}

/** Orders to type at the broker. */
function Orders({ strategy }: { strategy: HedgeStrategy }) {
  const orders = toOrderLines(strategy)
  if (orders.length === 0) return null
  const more = orders.length - SHOWN_ORDERS
  return (
    <section aria-label="Orders" className="rounded-control bg-muted px-3 py-2.5 text-[13px] leading-[19px]">
      <ul className="grid gap-1">
        {orders.slice(0, SHOWN_ORDERS).map(({ order, price }) => (
          <li key={order} className="flex flex-wrap justify-between gap-x-3 tabular">
            <span className="font-medium">{order}</span>
            <span className="text-muted-foreground">{price}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-1 text-muted-foreground">and {more} more in the ticket</p>}
    </section>
  )
}

/** `Why, odds, orders and 5 caveats`. */
function nameFold({ caveats, legs, trades }: HedgeStrategy): string {
  const parts = ['Why', 'odds', ...(legs.length + trades.length > 0 ? ['orders'] : [])]
  const last = caveats.length > 0 ? countOf(caveats.length, 'caveat') : parts.pop()
  return `${parts.join(', ')} and ${last}`
}

/** Why, how to place it, what it leaves open, and what to know before. */
function Passages({ strategy }: { strategy: HedgeStrategy }) {
  const { reasoningParts, implementationParts, residualRisk, caveats } = strategy
  return (
    <div className="grid gap-2.5">
      <Passage title="Reasoning">
        <Grounded text={reasoningParts} />
      </Passage>
      <Passage title="Implementation">
        <Grounded text={implementationParts} />
      </Passage>
      {residualRisk.length > 0 && (
        <Passage title="Not covered">
          <Grounded text={residualRisk} />
        </Passage>
      )}
      {caveats.length > 0 && (
        <ul className="grid list-disc gap-1.5 pl-4 text-[13px] text-muted-foreground leading-[19px]">
          {caveats.map(({ rule, parts }) => (
            <li key={rule}>
              <Grounded text={parts} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Passage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="text-[13px] leading-[19px]">
      <h4 className="font-medium">{title}</h4>
      <p className="text-muted-foreground">{children}</p>
    </div>
  )
}
