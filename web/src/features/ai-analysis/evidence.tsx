// Tests: ai-analysis-page.test.tsx

import type { ComprehensiveAnalysis } from '@ballast/contract'
import { FactFigure, Grounded, useFactsByKey } from '../../components/grounded-text.tsx'
import { Popover } from '../../components/ui/popover.tsx'
import { describeEvidence, describeOutcomes, listEvidenceParts } from './evidence-view.ts'

type Shown = Pick<ComprehensiveAnalysis, 'evidence' | 'evidenceParts' | 'confidenceDetail'>

/** Evidence for the recommendation, in words, and what was counted for it. */
export function Evidence(analysis: Shown) {
  const { evidenceParts, confidenceDetail } = analysis
  const findFact = useFactsByKey()
  return (
    <div className="min-w-0">
      <h3 className="text-label text-muted-foreground">Evidence</h3>
      <p className="mt-1 font-semibold text-body leading-[20px]">
        {evidenceParts.length > 0 ? <Grounded text={evidenceParts} /> : describeEvidence(analysis)}
      </p>
      <Popover
        align="end"
        label="How the evidence is counted"
        className="w-[360px]"
        trigger={
          <button
            type="button"
            className="touch-target mt-1 cursor-pointer rounded-badge text-left text-label text-muted-foreground underline decoration-dotted decoration-input underline-offset-4 hover:decoration-current"
          >
            How it is counted
          </button>
        }
      >
        <div className="grid gap-3 text-[13px] leading-[18px]">
          <p className="text-muted-foreground">
            How much more often the plan stays within your limit than the best plan that should cost less. Both are
            tried on the same resampled histories.
          </p>
          <dl className="grid gap-2">
            {listEvidenceParts(confidenceDetail).map(({ name, text, meaning, fact }) => (
              <div key={name}>
                <dt className="font-semibold">{name}</dt>
                <dd>
                  <span className="font-semibold tabular">
                    <FactFigure id={findFact(fact)}>{text}</FactFigure>
                  </span>{' '}
                  <span className="text-muted-foreground">{meaning}</span>
                </dd>
              </div>
            ))}
          </dl>
          <p className="border-t pt-3 text-muted-foreground">{describeOutcomes(confidenceDetail)}</p>
        </div>
      </Popover>
    </div>
  )
}
