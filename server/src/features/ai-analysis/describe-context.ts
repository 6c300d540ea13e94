// Tests: comprehensive.test.ts, comprehensive-runs.test.ts

import { type ComprehensiveAnalysis, type GroundedText, namePosition } from '@ballast/contract'
import { EVIDENCE } from '../../advice/texts/sentence-kinds.ts'
import { bare, ground, plain, toPlainText } from '../../grounding/grounded-text.ts'
import { type SentenceKind, tell } from '../../grounding/sentence.ts'
import type { AdviceFacts } from './advice-facts.ts'
import type { AdviceFrame } from './advice-frame.ts'
import { listNames } from './write-reasoning.ts'

type Badge = ComprehensiveAnalysis['context'][number]
type Described = { state: Badge['state']; note: GroundedText }

/** Lists the data that the analysis could draw on: used in whole, in part, or not at all, with what lacks. */
export function describeContext(frame: AdviceFrame, facts: AdviceFacts): Badge[] {
  const badges: readonly (readonly [string, SentenceKind, Described])[] = [
    ['Portfolio data', EVIDENCE.portfolio, describePortfolio(frame, facts)],
    ['Correlation matrix', EVIDENCE.correlation, describeCorrelation(frame, facts)],
    ['Options chains', EVIDENCE.chains, describeChains(frame)],
    ['Backtest results', EVIDENCE.replays, describeReplays(frame, facts)],
  ]
  return badges.map(([name, kind, { state, note }]) => {
    return { name, state, note: toPlainText(note), noteParts: tell(kind, note) }
  })
}

function describePortfolio({ built, input }: AdviceFrame, { holdings, leftOutCount }: AdviceFacts): Described {
  const names = [...built.leftOut.map(({ ticker }) => ticker)]
  if (names.length > 0) {
    const counted = leftOutCount ? ground` (${leftOutCount.left} of ${leftOutCount.held} positions)` : []
    return { state: 'partial', note: ground`Left out: ${listNames(names)}${counted}.` }
  }
  if (input.stalePrices.length > 0) {
    return { state: 'partial', note: ground`Older prices are used for ${listNames(input.stalePrices)}.` }
  }
  if (holdings.value === 0) {
    return { state: 'used', note: plain(built.situation.options.length > 0 ? 'Options alone.' : 'Cash alone.') }
  }
  return {
    state: 'used',
    note: ground`${holdings} ${holdings.value === 1 ? 'position' : 'positions'}, all with a price.`,
  }
}

function describeCorrelation(
  { risk, built, input }: AdviceFrame,
  { score, dataPercent, averageCorrelation }: AdviceFacts,
): Described {
  if (built.situation.holdings.length === 0) {
    const held =
      built.situation.options.length > 0 ? 'Nothing is held but options and cash.' : 'Nothing is held but cash.'
    return { state: 'missing', note: plain(held) }
  }
  if (built.situation.holdings.length === 1) {
    return { state: 'missing', note: plain('A single position has no pair to correlate with.') }
  }
  const old = input.hedging.oldHistories
  if (old.length > 0) return { state: 'partial', note: ground`Older histories are used for ${listNames(old)}.` }
  const excluded = (risk.diversification?.excludedWeight ?? 0) > 1e-9
  if (!score) return { state: 'missing', note: plain('The positions have too little history.') }
  if (excluded || Number(dataPercent.value) < 100 - 1e-9) {
    return { state: 'partial', note: ground`${dataPercent} of the portfolio has a year of its own prices.` }
  }
  return {
    state: 'used',
    note: averageCorrelation ? ground`Average correlation ${averageCorrelation}.` : ground`Score ${score}.`,
  }
}

function describeChains({ built, input: { hedging } }: AdviceFrame): Described {
  const used = [...built.quotes.keys()]
  if (used.length === 0) return { state: 'missing', note: plain('No option chain could be read.') }
  const failed = hedging.chainOutcomes.filter(({ state }) => state !== 'used' && state !== 'no-options')
  if (failed.length > 0) {
    const names = failed.map(({ ticker }) => namePosition(ticker))
    return { state: 'partial', note: ground`Old or missing quotes: ${listNames(names)}.` }
  }
  return { state: 'used', note: ground`Chains of ${listNames(used.map(namePosition))}.` }
}

function describeReplays({ advice, built }: AdviceFrame, { evidence: { crises, histories } }: AdviceFacts): Described {
  if (built.crises.length === 0 && advice.evidence.histories === 0) {
    return { state: 'missing', note: plain('There is too little history to replay.') }
  }
  if (advice.evidence.kind === 'none') {
    return { state: 'partial', note: plain('Past crises were replayed; no action was tried on them.') }
  }
  const note = ground`Tried on ${crises} past crises and ${bare(histories)} resampled histories.`
  return { state: advice.evidence.histories > 0 && built.crises.length > 0 ? 'used' : 'partial', note }
}
