import type { ComprehensiveAnalysis } from '@ballast/contract'
import { FactFigure, useFactsByKey } from '../../components/grounded-text.tsx'
import { Popover } from '../../components/ui/popover.tsx'
import { Progress } from '../../components/ui/progress.tsx'
import { formatPercent } from '../../lib/format.ts'
import {
  CONFIDENCE_FORMULA,
  describeLimitation,
  describeOutcomes,
  listConfidenceParts,
  summarizeConfidence,
} from './confidence-view.ts'

/** How sure the recommendation is, what limits it, and what it is made of. */
export function Confidence({
  confidence,
  confidenceDetail,
}: Pick<ComprehensiveAnalysis, 'confidence' | 'confidenceDetail'>) {
  const findFact = useFactsByKey()
  const text = formatPercent(confidence, 0)
  return (
    <div className="min-w-0">
      <h3 className="text-label text-muted-foreground">Confidence</h3>
      <Popover
        align="end"
        label="How the confidence is computed"
        className="w-[360px]"
        trigger={
          <button
            type="button"
            title={summarizeConfidence(confidenceDetail)}
            className="touch-target mt-1 cursor-pointer rounded-badge text-left text-stat tabular underline decoration-dotted decoration-input underline-offset-4 hover:decoration-current"
          >
            {text}
          </button>
        }
      >
        <div className="grid gap-3 text-[13px] leading-[18px]">
          <div>
            <p className="text-title tabular">
              <FactFigure id={findFact('confidence.percent')}>{text}</FactFigure>
            </p>
            <p className="text-muted-foreground">
              How often the first action would have helped, held back by the quality of the data. A model’s own opinion
              of itself does not enter.
            </p>
          </div>
          <p className="rounded-control bg-muted px-3 py-2 italic">{CONFIDENCE_FORMULA}</p>
          <dl className="grid gap-2">
            {listConfidenceParts(confidenceDetail).map(({ symbol, name, text: share, meaning, fact }) => (
              <div key={symbol} className="grid grid-cols-[16px_1fr] gap-x-2">
                <dt className="font-semibold italic">
                  {symbol}
                  <span className="sr-only">, {name}</span>
                </dt>
                <dd>
                  <span className="font-semibold tabular">
                    <FactFigure id={findFact(fact)}>{share}</FactFigure>
                  </span>{' '}
                  <span className="text-muted-foreground">{meaning}</span>
                </dd>
              </div>
            ))}
          </dl>
          <p className="border-t pt-3 text-muted-foreground">{describeOutcomes(confidenceDetail)}</p>
        </div>
      </Popover>
      <Progress label="Confidence" percent={confidence} className="mt-2" />
      <p className="mt-2 text-label text-subtle-foreground">
        {describeLimitation(confidenceDetail)}
        {!confidenceDetail.calibrated && '. An estimate: no such advice has been scored yet'}
      </p>
    </div>
  )
}
