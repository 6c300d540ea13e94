import type { ComprehensiveAnalysis } from '@ballast/contract'
import { countOf, formatCount, formatNumber } from '../../lib/format.ts'

type Detail = ComprehensiveAnalysis['confidenceDetail']

/** "92 of 100": shares are told as counts, since no percentage is called confidence. */
export const countOf100 = (share: number) => `${formatNumber(100 * share, { decimals: 0 })} of 100`

/** Describes the evidence for a recommendation in a sentence; for analyses by earlier versions, what they counted. */
export function describeEvidence({
  evidence,
  confidenceDetail: { resamples, resampleCount, windows, windowCount },
}: Pick<ComprehensiveAnalysis, 'evidence' | 'confidenceDetail'>): string {
  if (evidence !== '') return evidence
  if (resampleCount === 0) return 'Too little history to test it.'
  const past = `${formatNumber(windows * windowCount, { decimals: 0 })} of ${countOf(windowCount, 'past stretch', 'past stretches')} and crises`
  return `Its first action helps in ${countOf100(resamples)} histories${windowCount > 0 ? `, ${past}` : ''}, as an earlier version counted.`
}

/** Lists the parts of the evidence, each with the key of its fact; nothing for analyses by earlier versions. */
export function listEvidenceParts({ data, within, alternative, resampleCount }: Detail) {
  if (within === null) return []
  return [
    {
      name: 'Within the limit',
      text: countOf100(within),
      meaning: `of ${formatCount(resampleCount)} resampled histories end within the limit, costs included`,
      fact: 'trials.withinOf100',
    },
    ...(alternative === null
      ? []
      : [
          {
            name: 'The best that costs less',
            text: countOf100(alternative),
            meaning: 'histories end within the limit with the best alternative that is expected to cost less',
            fact: 'trials.alternativeOf100',
          },
        ]),
    {
      name: 'Data',
      text: countOf100(data),
      meaning: 'parts of the value have a year of prices and a fresh one',
      fact: 'basis.dataPercent',
    },
  ]
}

/** Why it is called evidence, or what made it confidence. */
export function describeOutcomes({ calibrated, calibratedBy }: Detail): string {
  if (calibrated && calibratedBy !== 'replay')
    return 'We call it confidence because at least thirty recommendations like it have been scored. Their results correct it.'
  return 'This is not a chance of success. We call it confidence only once thirty recommendations like it have been scored.'
}
