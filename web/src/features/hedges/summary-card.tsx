import type { HedgeAnalysis } from '@ballast/contract'
import { Shield } from 'lucide-react'
import { nameSource } from '../../components/explained.tsx'
import { Grounded } from '../../components/grounded-text.tsx'
import { Badge, type BadgeTone } from '../../components/ui/badge.tsx'
import { Card } from '../../components/ui/card.tsx'
import { formatInstant } from '../../lib/format.ts'
import { describeAsked, OUTCOME_NAMES } from './hedge-view.ts'

const OUTCOME_TONES = {
  hedge: 'default',
  'cannot-be-met': 'warning',
  'limit-holds-already': 'gain',
  'do-not-hedge': 'gain',
} as const satisfies Record<HedgeAnalysis['outcome'], BadgeTone>

/** The answer, what was understood of the question, and who answered. */
export function SummaryCard({ analysis }: { analysis: HedgeAnalysis }) {
  const { request, outcome, engine, source, asOf, chains, leftOut } = analysis
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
          </div>
          <p className="mt-1.5 max-w-[110ch] text-body leading-[22px]">
            <Grounded text={analysis.summaryParts} />
          </p>
          <ul className="mt-2.5 grid gap-1 text-label text-muted-foreground">
            {request.understood.length > 0 && (
              <li>
                Understood:{' '}
                {request.understood
                  .map(({ words, meaning }) => `“${words}” as ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`)
                  .join('; ')}
                .
              </li>
            )}
            {request.notUsed.length > 0 && (
              <li className="text-warning">Not used: {request.notUsed.map((words) => `“${words}”`).join(', ')}.</li>
            )}
            {leftOut.length > 0 && (
              <li className="text-warning">
                Left out: {leftOut.map(({ ticker, reason }) => `${ticker} (${reason.replaceAll('-', ' ')})`).join(', ')}
                .
              </li>
            )}
            {troubles.map((note) => (
              <li key={note}>{note.replace(/\.?$/, '.')}</li>
            ))}
            <li>
              By {engine.name}
              {engine.fallbackReason && ` (${engine.fallbackReason})`}, from {nameSource(source).toLowerCase()} of{' '}
              {formatInstant(asOf)}.{engine.kind === 'model' && ' A model can be wrong.'}
            </li>
          </ul>
        </section>
      </div>
    </Card>
  )
}
