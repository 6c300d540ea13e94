// Tests: hedges-page.test.tsx

import type { HedgeAnalysis } from '@ballast/contract'
import { RotateCw, Shield } from 'lucide-react'
import { nameSource } from '../../components/explained.tsx'
import { FactFigure, Grounded } from '../../components/grounded-text.tsx'
import { Badge, type BadgeTone } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Disclosure } from '../../components/ui/disclosure.tsx'
import { formatInstant } from '../../lib/format.ts'
import { describeModelsPart } from '../../lib/model-note.ts'
import { nameLeftOut } from '../../lib/ticker-label.ts'
import { listChoices, toChoicesForm } from './choices-view.ts'
import {
  describeAsked,
  describeCost,
  describeSaving,
  describeShare,
  findStrategyFacts,
  OUTCOME_NAMES,
  splitFirstSentence,
} from './hedge-view.ts'
import { KeyFigure } from './key-figure.tsx'
import { toOrderLines } from './ticket-text.ts'

/** More would hide the sentence below. */
const SHOWN_ORDERS = 2

const OUTCOME_TONES = {
  hedge: 'default',
  'cannot-be-met': 'warning',
  'limit-holds-already': 'gain',
  'do-not-hedge': 'gain',
} as const satisfies Record<HedgeAnalysis['outcome'], BadgeTone>

interface SummaryCardProps {
  analysis: HedgeAnalysis
  running: boolean
  onRefresh: () => void
  onShowTicket: (strategyId: string) => void
}

/** The answer, what was understood of the question, and who answered. */
export function SummaryCard({ analysis, running, onRefresh, onShowTicket }: SummaryCardProps) {
  const modelsPart = describeModelsPart(analysis)
  const { request, outcome, engine, source, asOf, chains, leftOut, createdAt } = analysis
  const { first, rest } = splitFirstSentence(analysis.summaryParts)
  const troubles = chains.flatMap(({ note }) => note ?? [])
  return (
    <Card>
      <div className="flex items-start gap-4">
        <span className="grid size-9 shrink-0 place-items-center rounded-tile tint-primary text-primary max-sm:hidden">
          <Shield aria-hidden="true" className="size-5" />
        </span>
        <section aria-labelledby="hedge-summary" className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-2.5">
            <h2 id="hedge-summary" className="text-title">
              Summary
            </h2>
            <Badge tone={OUTCOME_TONES[outcome]}>{OUTCOME_NAMES[outcome]}</Badge>
            <span className="text-label text-muted-foreground">{describeAsked(request)}</span>
            {listChoices(toChoicesForm(request)).map((text) => (
              <Badge key={text} tone="secondary">
                {text}
              </Badge>
            ))}
            <span className="ml-auto flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="text-label text-muted-foreground">Analyzed {formatInstant(createdAt)}</span>
              <Button size="sm" busy={running} onClick={onRefresh}>
                <RotateCw aria-hidden="true" />
                Refresh Analysis
              </Button>
            </span>
          </div>
          <p className="mt-2 max-w-[110ch] text-body leading-[22px]">
            <Grounded text={first} />
          </p>
          <ul className="mt-1.5 grid gap-1 text-label text-warning empty:hidden">
            {request.notUsed.length > 0 && (
              <li>Not used: {request.notUsed.map((words) => `“${words}”`).join(', ')}.</li>
            )}
            {leftOut.length > 0 && <li>Left out: {nameLeftOut(leftOut)}.</li>}
          </ul>
          <Answer analysis={analysis} onShowTicket={onShowTicket} />
          <Disclosure summary="Why, and from what" className="mt-1.5 max-w-[110ch] text-body leading-[22px]">
            {rest && (
              <p>
                <Grounded text={rest} />
              </p>
            )}
            {analysis.whyParts.length > 0 && (
              <p className="mt-1.5">
                <Grounded text={analysis.whyParts} />
              </p>
            )}
            <ul className="mt-2 grid gap-1 text-label text-muted-foreground">
              {request.understood.length > 0 && (
                <li>
                  Understood:{' '}
                  {request.understood
                    .map(({ words, meaning }) => `“${words}” as ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`)
                    .join('; ')}
                  .
                </li>
              )}
              {troubles.map((note) => (
                <li key={note}>{note.replace(/\.?$/, '.')}</li>
              ))}
              <li>
                By {engine.name}
                {engine.fallbackReason && ` (${engine.fallbackReason})`}, from {nameSource(source).toLowerCase()} of{' '}
                {formatInstant(asOf)}.{modelsPart && ` ${modelsPart}.`}
              </li>
            </ul>
          </Disclosure>
        </section>
      </div>
    </Card>
  )
}

/** Cost of the recommended options, what they save, and what to type at the broker; of selling where there are none. */
function Answer({ analysis, onShowTicket }: Pick<SummaryCardProps, 'analysis' | 'onShowTicket'>) {
  const { hedgeStrategies, outcome } = analysis
  const hedge = hedgeStrategies.find(({ role, legs }) => role === 'recommended' && legs.length > 0)
  const selling = hedgeStrategies.find(({ family }) => family === 'reduce-exposure')
  const strategy = hedge ?? (outcome === 'cannot-be-met' ? selling : undefined)
  if (!strategy) return null
  const saving = describeSaving(strategy, analysis)
  const factOf = findStrategyFacts(analysis.facts, strategy)
  const orders = toOrderLines(strategy)
  return (
    <dl className="mt-2.5 grid gap-x-8 gap-y-3 rounded-control bg-muted px-4 py-2.5 sm:grid-cols-2 xl:grid-cols-3">
      <KeyFigure label={hedge ? 'Costs' : 'Selling costs'} caption={describeShare(strategy)}>
        <FactFigure id={factOf('cost')}>{describeCost(strategy.cost)}</FactFigure>
      </KeyFigure>
      <KeyFigure label={saving.label} caption={saving.caption}>
        <FactFigure id={factOf(saving.fact)}>{saving.text}</FactFigure>
      </KeyFigure>
      <div className="min-w-0 sm:max-xl:col-span-2">
        <dt className="text-label text-muted-foreground">Type at your broker</dt>
        <dd className="mt-1 text-[13px] leading-[19px]">
          <ul className="grid gap-0.5">
            {orders.slice(0, SHOWN_ORDERS).map(({ order, price }) => (
              <li key={order} className="tabular">
                <span className="font-semibold">{order}</span> <span className="text-muted-foreground">at {price}</span>
              </li>
            ))}
          </ul>
          <button
            type="button"
            className="touch-target mt-1 rounded-control text-primary underline-offset-2 hover:underline"
            onClick={() => onShowTicket(strategy.id)}
          >
            {orders.length > SHOWN_ORDERS ? `All ${orders.length} orders in the ticket` : 'Ticket to copy'}
          </button>
        </dd>
      </div>
    </dl>
  )
}
