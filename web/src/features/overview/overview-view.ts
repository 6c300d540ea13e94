import type { Overview } from '@ballast/contract'
import { countOf, formatShare } from '../../lib/format.ts'
import { describeUnpriced, nameProxies, nameTickers } from '../../lib/ticker-label.ts'

/** Lists what the figures of the strip leave out, a sentence for each kind; none when nothing is missing. */
export function toCoverageNotes(
  overview: Pick<Overview, 'unpriced' | 'withoutCost' | 'coverage' | 'benchmarkCover'>,
): string[] {
  const { missingHistory, coveredPercent, proxies } = overview.coverage
  const notes = [...(overview.benchmarkCover ? [overview.benchmarkCover] : []), ...describeUnpriced(overview, 'total')]
  if (overview.withoutCost.length > 0) {
    notes.push(
      `${countPositions(overview.withoutCost)} no cost and ${are(overview.withoutCost)} left out of total gain: ${nameTickers(overview.withoutCost)}.`,
    )
  }
  if (missingHistory.length > 0) {
    notes.push(
      `${countPositions(missingHistory)} too little price history for the risk figures, which cover ${formatShare(coveredPercent)} of value: ${nameTickers(missingHistory)}.`,
    )
  }
  if (proxies.length > 0) {
    notes.push(
      `The line and the risk figures follow funds in place of Treasuries, which have no daily prices: ${nameProxies(proxies)}.`,
    )
  }
  return notes
}

function countPositions(tickers: readonly string[]): string {
  return `${countOf(tickers.length, 'position')} ${tickers.length === 1 ? 'has' : 'have'}`
}

function are(tickers: readonly string[]): string {
  return tickers.length === 1 ? 'is' : 'are'
}

export interface SentencePart {
  text: string
  /** The share of value is what the eye should find. */
  strong: boolean
}

/** The sentence of the largest risk with its percentages marked for emphasis. */
export function toSentenceParts(sentence: string): SentencePart[] {
  return sentence
    .split(/(?<![\d.])(\d+(?:\.\d+)?%)/)
    .filter((text) => text !== '')
    .map((text) => ({ text, strong: /^\d+(?:\.\d+)?%$/.test(text) }))
}
