// Tests: ai-analysis-page.test.tsx

import type { ComprehensiveAnalysis, GroundedText, StreamStep } from '@ballast/contract'
import { FactsProvider, Grounded } from '../../components/grounded-text.tsx'
import { StepList } from '../../components/step-list.tsx'
import { Disclosure } from '../../components/ui/disclosure.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { cn } from '../../lib/class-names.ts'
import { countOf } from '../../lib/format.ts'
import { ActionCard } from './action-card.tsx'
import { Evidence } from './evidence.tsx'
import { EngineNote, Methodology } from './methodology.tsx'

interface ComprehensiveResultProps {
  analysis: ComprehensiveAnalysis
  /** Steps of the run that made it, when that was a moment ago. */
  steps: readonly StreamStep[]
}

/** A finished analysis: the recommendation first, its reasons and actions under it, how it was made folded below. */
export function ComprehensiveResult({ analysis, steps }: ComprehensiveResultProps) {
  const { recommendationParts, reasoningParts, actions, portfolioId } = analysis
  return (
    <FactsProvider facts={analysis.facts} runId={analysis.analysisId}>
      <div className="grid min-w-0 content-start gap-5 px-4 py-4 sm:px-6 sm:py-5">
        {!analysis.isCurrent && (
          <Notice>
            Your positions, or what your accounts may hold, have changed since. Run AI Analysis uses them as they are
            now.
          </Notice>
        )}
        {analysis.stale && (
          <Notice>The market data service did not answer. This analysis uses what was fetched earlier.</Notice>
        )}
        <div className="grid gap-x-8 gap-y-4 md:grid-cols-[minmax(0,1fr)_190px]">
          <section aria-labelledby="analysis-recommendation" className="min-w-0">
            <h3 id="analysis-recommendation" className="text-label text-muted-foreground">
              Recommendation
            </h3>
            <p className="mt-1.5 text-balance font-semibold text-[20px] leading-[28px] tracking-[-0.015em]">
              <Grounded text={recommendationParts} />
            </p>
          </section>
          <div className="md:border-l md:pl-6">
            <Evidence {...analysis} />
          </div>
        </div>
        <section aria-labelledby="analysis-reasoning">
          <h3 id="analysis-reasoning" className="text-label text-muted-foreground">
            Reasoning
          </h3>
          <Reasons texts={reasoningParts.slice(0, SHOWN_REASONS)} from={1} />
          {reasoningParts.length > SHOWN_REASONS && (
            <Disclosure
              summary={`Why else: ${countOf(reasoningParts.length - SHOWN_REASONS, 'more reason')}`}
              className="mt-2"
            >
              <Reasons texts={reasoningParts.slice(SHOWN_REASONS)} from={SHOWN_REASONS + 1} />
            </Disclosure>
          )}
        </section>
        <section aria-labelledby="analysis-actions">
          <h3 id="analysis-actions" className="text-label text-muted-foreground">
            Actions
          </h3>
          {actions.length === 0 ? (
            <p className="mt-2 text-body">Nothing to do: holding what there is beats everything that was tried.</p>
          ) : (
            <ul
              className={cn(
                'mt-2.5 grid gap-3',
                actions.length > 1 && 'md:grid-cols-2',
                actions.length > 2 && 'xl:grid-cols-3',
              )}
            >
              {actions.map((action, place) => (
                <ActionCard
                  key={`${action.type} ${action.description}`}
                  action={action}
                  place={place + 1}
                  portfolioId={portfolioId}
                />
              ))}
            </ul>
          )}
        </section>
        <EngineNote analysis={analysis} />
        <Disclosure
          summary={`Check it: method, ${countOf(analysis.methodology.dataSources.length, 'source')}, engine${steps.length > 0 ? `, ${countOf(steps.length, 'step')}` : ''}`}
          className="border-t pt-3"
        >
          <Methodology analysis={analysis} />
          {steps.length > 0 && (
            <section aria-labelledby="analysis-progress" className="mt-5 border-t pt-4">
              <h3 id="analysis-progress" className="mb-3 text-label text-muted-foreground">
                Progress
              </h3>
              <StepList label="Steps of the analysis" steps={steps} isRunning={false} />
            </section>
          )}
        </Disclosure>
      </div>
    </FactsProvider>
  )
}

/** Most reasons that are read before deciding. */
const SHOWN_REASONS = 4

function Reasons({ texts, from }: { texts: readonly GroundedText[]; from: number }) {
  return (
    <ol start={from} className="mt-2 grid gap-2">
      {texts.map((text, place) => (
        // Sentences of a finished answer never change places.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={place} className="grid grid-cols-[20px_minmax(0,1fr)] gap-2 text-body leading-[22px]">
          <span aria-hidden="true" className="text-muted-foreground tabular">
            {place + from}
          </span>
          <span className="max-w-[120ch] text-muted-foreground [&_button]:font-semibold [&_button]:text-foreground">
            <Grounded text={text} />
          </span>
        </li>
      ))}
    </ol>
  )
}
