import type { HedgeAnalysis, HedgeStrategy } from '@ballast/contract'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { type ReactNode, useId, useMemo } from 'react'
import { FactFigure, Grounded } from '../../components/grounded-text.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { cn } from '../../lib/class-names.ts'
import { describeCost, findStrategyFacts, nameStrategy, ROLE_NAMES, toHonestFigures } from './hedge-view.ts'
import { PayoffFigure } from './payoff-figure.tsx'

interface StrategyCardProps {
  analysis: HedgeAnalysis
  strategy: HedgeStrategy
  chosen: boolean
  onChoose: () => void
  /** True where choosing opens the ticket itself rather than fills its place. */
  opensTicket: boolean
  className?: string
}

/** One strategy: what it costs, what it pays, why, how, and what it does not do. */
export function StrategyCard({ analysis, strategy, chosen, onChoose, opensTicket, className }: StrategyCardProps) {
  const titleId = useId()
  const factOf = useMemo(() => findStrategyFacts(analysis.facts, strategy), [analysis.facts, strategy])
  const [leg] = strategy.legs
  return (
    <article
      aria-labelledby={titleId}
      className={cn(
        'flex min-w-0 flex-col gap-4 rounded-card border bg-card p-4 shadow-card sm:p-5',
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
        <h3 id={titleId} className="mt-3 text-title">
          <Grounded text={strategy.instrumentParts} />
        </h3>
        <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
          <FactFigure id={factOf('cost')} className="text-stat tabular">
            {describeCost(strategy.cost)}
          </FactFigure>
        </p>
        <p className="text-label text-muted-foreground">
          <Grounded text={strategy.estimatedCostParts} />
        </p>
      </div>
      {strategy.family !== 'do-nothing' && <PayoffFigure analysis={analysis} strategy={strategy} />}
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
        {toHonestFigures(strategy, analysis.request.limitPercent).map(({ label, text, caption, fact }) => (
          <div key={label} className="min-w-0">
            <dt className="text-label text-muted-foreground">{label}</dt>
            <dd className="font-semibold tabular">
              <FactFigure id={factOf(fact)}>{text}</FactFigure>
            </dd>
            {caption && <dd className="text-caption text-subtle-foreground">{caption}</dd>}
          </div>
        ))}
      </dl>
      <Passage title="Reasoning">
        <Grounded text={strategy.reasoningParts} />
      </Passage>
      <Passage title="Implementation">
        <Grounded text={strategy.implementationParts} />
      </Passage>
      {strategy.residualRisk.length > 0 && (
        <Passage title="Not covered">
          <Grounded text={strategy.residualRisk} />
        </Passage>
      )}
      {strategy.caveats.length > 0 && (
        <details className="text-[13px] leading-[19px]">
          <summary className="touch-target w-fit rounded-control text-muted-foreground">
            {strategy.caveats.length === 1 ? '1 caveat' : `${strategy.caveats.length} caveats`}
          </summary>
          <ul className="mt-2 grid list-disc gap-1.5 pl-4 text-muted-foreground">
            {strategy.caveats.map(({ rule, parts }) => (
              <li key={rule}>
                <Grounded text={parts} />
              </li>
            ))}
          </ul>
        </details>
      )}
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
          <Button asChild>
            <Link to="/options" search={{ ticker: leg.underlying, expiry: leg.expiry }}>
              Options chain
            </Link>
          </Button>
        )}
      </div>
    </article>
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
