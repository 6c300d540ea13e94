// Tests: ai-analysis-page.test.tsx

import type { Discovery } from '@ballast/contract'
import { ChevronDown, Lightbulb } from 'lucide-react'
import { type ReactNode, useId, useMemo } from 'react'
import { FactFigure, Grounded } from '../../components/grounded-text.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Disclosure } from '../../components/ui/disclosure.tsx'
import { cn } from '../../lib/class-names.ts'
import { formatMoney } from '../../lib/format.ts'
import { cutSentences, nameContract, PLAY_TYPES, toCardFigures, toEvidenceFigures } from './idea-view.ts'

interface IdeaCardProps {
  idea: Discovery
  /** True if the chain of its ticker stands below. */
  expanded: boolean
  chainId: string
  onToggle: () => void
  onAnalyze: () => void
}

/** Sentences that a card shows before it is asked for the rest. */
const RATIONALE_SENTENCES = 1
const PRINCIPLE_SENTENCES = 1

/** One idea. A click anywhere on it shows or hides the chain of its ticker. */
export function IdeaCard({ idea, expanded, chainId, onToggle, onAnalyze }: IdeaCardProps) {
  const titleId = useId()
  const { name, tone } = PLAY_TYPES[idea.type]
  const rationale = useMemo(() => cutSentences(idea.rationaleParts, RATIONALE_SENTENCES), [idea])
  const principle = useMemo(() => cutSentences(idea.firstPrincipleParts, PRINCIPLE_SENTENCES), [idea])
  const fact = (field: string) => idea.factIds[field]
  return (
    <article
      aria-labelledby={titleId}
      className={cn(
        // The button that shows the chain reaches over the whole card; whatever else can be pressed lies above it.
        'relative flex min-w-0 flex-col rounded-tile border bg-background p-4 transition-colors duration-120 hover:border-input [&_button:not([aria-controls])]:relative [&_button:not([aria-controls])]:z-[1]',
        expanded && 'border-primary',
      )}
    >
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 id={titleId} className="flex flex-wrap items-center gap-2 text-title">
            {idea.ticker}
            <Badge tone={tone}>{name}</Badge>
            {idea.insideNoise && <Badge tone="secondary">Not distinguishable from fair</Badge>}
          </h3>
          <p className="mt-0.5 text-[13px] text-muted-foreground">
            {nameContract(idea)} <span className="text-subtle-foreground">· {idea.name}</span>
          </p>
        </div>
        <p className="shrink-0 font-semibold text-[15px] tabular">
          <FactFigure id={fact('cost')} className="min-h-6">
            {formatMoney(idea.cost, { decimals: 0 })}
          </FactFigure>
          <span className="block text-right font-normal text-caption text-subtle-foreground">a contract</span>
        </p>
      </div>
      <dl className="mt-3 grid grid-cols-3 divide-x border-y py-2.5">
        {toCardFigures(idea).map(({ label, text, field }) => (
          <div key={label} className="min-w-0 px-3 first:pl-0 last:pr-0">
            <dt className="text-label text-muted-foreground">{label}</dt>
            <dd className="font-semibold tabular">
              <FactFigure id={fact(field)}>{text}</FactFigure>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-[13px] text-muted-foreground leading-[20px]">
        <Grounded text={rationale.first} />
      </p>
      <p className="mt-2.5 flex gap-2.5 text-[13px] text-muted-foreground leading-[20px]">
        <Lightbulb aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0">
          <span className="sr-only">First principle: </span>
          <Grounded text={principle.first} />
        </span>
      </p>
      <Disclosure
        summary={
          <>
            Read it all<span className="sr-only"> about {idea.ticker}</span>
          </>
        }
        className="mt-1 [&>summary]:relative [&>summary]:z-[1]"
      >
        <div className="grid gap-2 text-[13px] text-muted-foreground leading-[20px]">
          <dl className="flex flex-wrap gap-x-5 gap-y-1 text-label">
            {toEvidenceFigures(idea).map(({ label, text, caption, field }) => (
              <div key={label} className="flex flex-wrap gap-x-1.5">
                <dt className="text-muted-foreground">{label}</dt>
                <dd className="font-medium tabular">
                  <FactFigure id={fact(field)}>{text}</FactFigure>
                </dd>
                {caption && <dd className="text-subtle-foreground tabular">{caption}</dd>}
              </div>
            ))}
          </dl>
          {[rationale.rest, principle.rest].map(
            (text, place) =>
              text.length > 0 && (
                // The two of a finished idea never change places.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <p key={place}>
                  <Grounded text={text} />
                </p>
              ),
          )}
        </div>
      </Disclosure>
      <div className="mt-auto flex items-center gap-2 pt-3">
        <Button size="sm" onClick={onAnalyze} aria-label={`Analyze ${idea.ticker} ${nameContract(idea)}`}>
          Analyze
        </Button>
        <button
          type="button"
          aria-expanded={expanded}
          aria-controls={chainId}
          onClick={onToggle}
          className="touch-target inline-flex h-[30px] items-center gap-2 rounded-control px-2.5 font-medium text-muted-foreground text-table after:absolute after:inset-0 after:cursor-pointer after:rounded-tile hover:text-foreground"
        >
          <ChevronDown
            aria-hidden="true"
            className={cn('size-4 transition-transform duration-120', expanded && 'rotate-180')}
          />
          Options chain
          <span className="sr-only"> of {idea.ticker}</span>
        </button>
      </div>
    </article>
  )
}

interface IdeaListProps {
  ideas: readonly Discovery[]
  expandedId: string | null
  onToggle: (id: string) => void
  onAnalyze: (idea: Discovery) => void
  /** The chain of an idea's ticker at its expiry. */
  renderChain: (idea: Discovery) => ReactNode
}

/** The ideas side by side; an open chain takes the whole width under the row of its card. */
export function IdeaList({ ideas, expandedId, onToggle, onAnalyze, renderChain }: IdeaListProps) {
  const listId = useId()
  return (
    <div className="grid min-w-0 grid-flow-dense gap-3 md:grid-cols-2 xl:grid-cols-3">
      {ideas.flatMap((idea) => {
        const expanded = idea.id === expandedId
        const chainId = `${listId}-${idea.id}`
        return [
          <IdeaCard
            key={idea.id}
            idea={idea}
            expanded={expanded}
            chainId={chainId}
            onToggle={() => onToggle(idea.id)}
            onAnalyze={() => onAnalyze(idea)}
          />,
          // The place is kept while it is empty, so that the button always has what it controls.
          <section
            key={`${idea.id} chain`}
            id={chainId}
            aria-label={`Options chain of ${idea.ticker}`}
            hidden={!expanded}
            className="col-span-full min-w-0"
          >
            {expanded && renderChain(idea)}
          </section>,
        ]
      })}
    </div>
  )
}
