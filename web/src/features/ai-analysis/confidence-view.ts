import type { ComprehensiveAnalysis } from '@ballast/contract'
import { countOf, formatCount, formatNumber, formatPercent } from '../../lib/format.ts'

type Detail = ComprehensiveAnalysis['confidenceDetail']

export interface ConfidencePart {
  /** As the formula calls it. */
  symbol: 'D' | 'P' | 'S'
  name: string
  text: string
  meaning: string
  /** Key of its fact. */
  fact: string
}

export const CONFIDENCE_FORMULA = '100 × min(0.9, √D × P × (0.5 + 0.5 × S)), at least 5'

/** D, P and S with what each of them measured. */
export function listConfidenceParts({ data, resamples, resampleCount, windows, windowCount }: Detail) {
  return [
    {
      symbol: 'D',
      name: 'Data',
      text: formatPercent(100 * data, 0),
      meaning: 'of the value has a year of its own prices and a fresh one',
      fact: 'basis.dataPercent',
    },
    {
      symbol: 'P',
      name: 'Resamples',
      text: formatPercent(100 * resamples, 0),
      meaning:
        resampleCount === 0
          ? 'there was too little history to resample'
          : `of ${formatCount(resampleCount)} resampled histories speak for it, net of cost`,
      fact: 'trials.resamplePercent',
    },
    {
      symbol: 'S',
      name: 'Windows',
      text: formatPercent(100 * windows, 0),
      meaning:
        windowCount === 0
          ? 'no past window could be tried'
          : `of ${countOf(windowCount, 'past window')} and crises ${windowCount === 1 ? 'speaks' : 'speak'} for it`,
      fact: 'trials.agreeingWindows',
    },
  ] as const satisfies readonly ConfidencePart[]
}

/** `D 98%, P 71%, S 60%`. */
export function summarizeConfidence(detail: Detail): string {
  return listConfidenceParts(detail)
    .map(({ symbol, text }) => `${symbol} ${text}`)
    .join(', ')
}

/** What stands behind the figure beside the arithmetic: outcomes, or nothing yet. */
export function describeOutcomes({ calibrated, calibratedBy }: Detail): string {
  if (!calibrated) return 'An estimate: no advice that was about as sure has been scored yet.'
  return calibratedBy === 'replay'
    ? 'Then drawn towards how often the engine would have been right in past months, replayed for a sample portfolio: no advice that was about as sure has been scored yet.'
    : 'Then drawn towards how often recommendations of the same stated confidence came true.'
}

const CEILING = 0.9

/** What keeps the confidence from being higher: the smallest of its factors, or the ceiling. */
export function describeLimitation({
  data,
  resamples,
  resampleCount,
  windows,
  windowCount,
  calibrated,
  calibratedBy,
}: Detail): string {
  if (calibrated) {
    return calibratedBy === 'replay'
      ? 'Corrected by the replay of past months'
      : 'Corrected by how often such advice came true'
  }
  const factors = [
    { size: Math.sqrt(data), words: `Limited by the data: ${formatPercent(100 * data, 0)} of the value is covered` },
    {
      size: resamples,
      words:
        resampleCount === 0
          ? 'Limited by too little history'
          : `Limited by chance: it helps in ${formatPercent(100 * resamples, 0)} of resampled histories`,
    },
    {
      size: 0.5 + 0.5 * windows,
      words:
        windowCount === 0
          ? 'Limited by the past: no window could be tried'
          : `Limited by the past: ${formatNumber(windows * windowCount, { decimals: 0 })} of ${countOf(windowCount, 'window')} agree`,
    },
  ]
  const product = factors.reduce((sum, { size }) => sum * size, 1)
  if (product >= CEILING) return 'As high as Ballast states it'
  return factors.toSorted((a, b) => a.size - b.size)[0]?.words ?? ''
}
