// Tests: hedge-verdicts.test.ts, hedges.test.ts

import type { Fact, GroundedText } from '@ballast/contract'
import type { HedgeAnalysis, HedgeProposal } from '@ballast/quant'
import type { RiskFacts } from '../../advice/texts/risk-facts.ts'
import type { StrategyFacts } from '../../advice/texts/strategy-facts.ts'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, type FactReference, ground } from '../../grounding/grounded-text.ts'

/** An analysis, what was asked of it, and the figures to say how near to that it came. */
export interface TargetFrame {
  ledger: FactLedger
  analysis: HedgeAnalysis
  facts: RiskFacts
}

/** Finds the proposal that the analysis recommends, if any. */
export const findPick = ({ proposals, pick }: HedgeAnalysis): HedgeProposal | undefined =>
  proposals.find(({ id }) => id === pick)

/** True if a loss, in percent, keeps the limit; compared as both are read, by two decimals. */
export const isWithin = (lossPercent: number, { limit }: RiskFacts): boolean =>
  lossPercent <= Number(limit.value) + 0.005

/** True if the limit is meant for simulated paths. */
export const isByPaths = ({ analysis }: TargetFrame) =>
  analysis.request.objective === 'cvar' && analysis.search.unhedgedLoss !== null

/** The shock itself keeps the limit: options that are held pay there, and lose more in a smaller one. */
const isOnTheWay = (frame: TargetFrame) =>
  !isByPaths(frame) && isWithin(-Number(frame.facts.lossPercent.value), frame.facts)

/** Writes what the limit is meant for. */
export function writeWanted(frame: TargetFrame): GroundedText {
  const { limit, shock } = frame.facts
  if (isByPaths(frame)) return ground`A mean loss of at most ${limit} over the worst paths that were simulated`
  if (isOnTheWay(frame)) return ground`A loss of at most ${limit} in every market fall of up to ${shock}`
  return isLastingAlone(frame)
    ? ground`A loss of at most ${limit} in a market fall of ${shock}, and little more in deeper ones,`
    : ground`A loss of at most ${limit} in a market fall of ${shock}`
}

/** The fall whose loss without a hedge {@link findUnhedged} gives. */
export const nameWorstFall = (frame: TargetFrame): GroundedText =>
  isOnTheWay(frame)
    ? ground`the worst market fall of up to ${frame.facts.shock}`
    : ground`a market fall of ${frame.facts.shock}`

/** True if what is recommended keeps the limit down to the shock, and fails only beyond it. */
function isLastingAlone({ analysis, facts }: TargetFrame): boolean {
  const pick = findPick(analysis)
  return pick !== undefined && !pick.holdsLimit && isWithin(100 * pick.worstLoss, facts)
}

/** Why the limit cannot be met. */
export function writeShortfall(frame: TargetFrame): GroundedText {
  const { facts } = frame
  const wanted = writeWanted(frame)
  const cost = findCostWithoutBudget(frame)
  return cost === null
    ? ground`${wanted} cannot be had at any price with the options that ${nameOffered(frame)}.`
    : ground`${wanted} cannot be had for ${facts.budgetUsd} (${facts.budget}): it would cost ${cost}.`
}

/** The options that there are to choose from. */
export const nameOffered = ({ analysis }: Pick<TargetFrame, 'analysis'>) =>
  analysis.search.reason === 'accounts' ? 'your accounts can hold' : 'are offered'

/** Why the limit is kept by something else than puts on the index. */
export function writePutsAlone(frame: TargetFrame): GroundedText {
  const { limit, budget, budgetUsd } = frame.facts
  const cost = findCostWithoutBudget(frame)
  return cost === null
    ? ground`The puts on the index that ${nameOffered(frame)} cannot alone keep the loss within ${limit} at any price.`
    : ground`Puts on the index alone would cost ${cost} to keep the loss within ${limit}, more than the budget of ${budgetUsd} (${budget}).`
}

/** Finds the cost of the limit without a budget; null where it can be had, or cannot at all. */
export function findCostWithoutBudget({ ledger, analysis }: TargetFrame): Fact | null {
  const { reason, costWithoutBudget } = analysis.search
  if (reason !== 'budget' || costWithoutBudget === null) return null
  return new FactWriter(ledger, 'search').state('search.costWithoutBudget', costWithoutBudget)
}

/** Finds the loss without a hedge, by the measure that the limit is meant for. */
export function findUnhedged(frame: TargetFrame): FactReference {
  const { ledger, analysis, facts } = frame
  if (isOnTheWay(frame)) return abs(recordWorst(frame, analysis.unhedged, 'unhedged'))
  if (!isByPaths(frame)) return abs(facts.lossPercent)
  return abs(new FactWriter(ledger, 'search').state('search.unhedgedCvarPercent', analysis.search.unhedgedLoss ?? 0))
}

/** The most that is lost on the way down to the shock. */
function recordWorst({ ledger, facts }: TargetFrame, proposal: HedgeProposal, name: string): Fact {
  return new FactWriter(ledger, `search.${name}`).state('search.worstLossPercent', proposal.worstLoss, {
    names: { side: name === 'unhedged' ? 'without a hedge' : 'with what is recommended' },
    inputs: [facts.shock],
  })
}

/** Writes the loss that is left with the best that the budget buys, and where it does not keep the limit. */
export function writeReached(frame: TargetFrame, { loss }: StrategyFacts): GroundedText {
  const { ledger, analysis, facts } = frame
  const unhedged = findUnhedged(frame)
  const pick = findPick(analysis)
  if (isByPaths(frame) && analysis.search.reachableLimit !== null) {
    const reached = new FactWriter(ledger, 'search').state(
      'search.reachableCvarPercent',
      analysis.search.reachableLimit,
    )
    return ground`a mean loss of ${reached} instead of ${unhedged}`
  }
  if (pick === undefined || isByPaths(frame)) return ground`a loss of ${loss} instead of ${unhedged}`
  if (isOnTheWay(frame)) {
    return ground`the worst of them then costs ${abs(recordWorst(frame, pick, 'pick'))} instead of ${unhedged}`
  }
  const effect =
    Number(loss.value) < 0
      ? ground`a gain of ${abs(loss)} instead of a loss of ${unhedged}`
      : ground`a loss of ${loss} instead of ${unhedged}`
  if (!isWithin(Number(loss.value), facts)) return effect
  return isLastingAlone(frame)
    ? ground`${effect}, which does not last in deeper falls`
    : ground`${effect}, but of up to ${recordWorst(frame, pick, 'pick')} in a smaller fall`
}

/** Writes what keeps the limit, and what would be lost without it. */
export function writeTarget(frame: TargetFrame): GroundedText {
  const { limit, shock, lossPercent, lossUsd, lastDay } = frame.facts
  if (frame.analysis.request.objective === 'floor') {
    return ground`no position it covers then loses more than ${limit} at expiry`
  }
  if (isByPaths(frame)) {
    return ground`the mean of the worst simulated losses is then ${limit} at most instead of ${findUnhedged(frame)}`
  }
  return isOnTheWay(frame)
    ? ground`no market fall of up to ${shock} until ${lastDay} then costs more than ${limit}; without it the worst of them costs ${findUnhedged(frame)}`
    : ground`a market fall of ${shock} on any day until ${lastDay} then costs at most ${limit} instead of ${abs(lossPercent)} (${abs(lossUsd)})`
}
