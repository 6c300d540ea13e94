// Tests: ../../features/hedges/hedge-tickets.test.ts, ../../features/hedges/hedge-verdicts.test.ts

import type { Fact, GroundedText } from '@ballast/contract'
import { COST_PATHS, type HedgeProposal } from '@ballast/quant'
import type { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, bare, ground } from '../../grounding/grounded-text.ts'

/** Expected cost of a ticket in the end, as a range, and how often it pays. */
export interface ExpectedCostFacts {
  payoff: Fact
  netCost: Fact
  /** Rounded outward. */
  low: Fact
  high: Fact
  odds: { paysBack: Fact; overThree: Fact; nothing: Fact } | null
}

/** Enters the expected cost of a strategy; null for one without options, or without a history to draw from. */
export function recordExpectedCost(
  writer: FactWriter,
  { expected }: Pick<HedgeProposal, 'expected'>,
  cost: Fact,
): ExpectedCostFacts | null {
  if (expected === null) return null
  const { odds } = expected
  const paths = { label: 'Simulated paths', value: String(COST_PATHS) }
  const payoff = writer.state('strategy.expectedPayoff', expected.payoff, { inputs: [paths] })
  const inputs = [cost, paths]
  return {
    payoff,
    netCost: writer.state('strategy.expectedNetCost', expected.netCost, { inputs: [cost, payoff] }),
    low: writer.state('strategy.expectedCostLow', roundOutward(expected.low, Math.floor), { inputs: [cost, paths] }),
    high: writer.state('strategy.expectedCostHigh', roundOutward(expected.high, Math.ceil), { inputs: [cost, paths] }),
    odds: odds && {
      paysBack: writer.state('strategy.paysBackPercent', odds.paysBack, { inputs }),
      overThree: writer.state('strategy.paysThreePercent', odds.overThree, { inputs }),
      nothing: writer.state('strategy.paysNothingPercent', odds.nothing, { inputs }),
    },
  }
}

/** To two digits: $1,143 at least is $1,100. */
function roundOutward(value: number, round: (value: number) => number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, Math.abs(value)))) - 1)
  return round(value / unit) * unit
}

/** True if sold calls are expected to cost more than what is bought pays: then more than the price can be lost. */
const isBeyondPrice = ({ payoff }: ExpectedCostFacts) => Number(payoff.value) < 0

/** "In the end the hedge is expected to cost about $1,100 to $1,700, most likely lost in full." */
export function writeExpectedRange(facts: ExpectedCostFacts, subject: 'the hedge' | 'this strategy'): GroundedText {
  const { low, high, odds } = facts
  const isMostly = odds !== null && Number(odds.nothing.value) > 50 && !isBeyondPrice(facts)
  const likely = isMostly ? ', most likely lost in full' : ''
  if (Number(high.value) <= 0)
    return ground`In the end ${subject} is expected to gain about ${abs(high)} to ${abs(low)}.`
  return Number(low.value) < 0
    ? ground`In the end the expected result of ${subject} lies between a gain of ${abs(low)} and a cost of ${high}${likely}.`
    : ground`In the end ${subject} is expected to cost about ${low} to ${high}${likely}.`
}

/** "This strategy pays back its price in 9 of a hundred simulated outcomes, more than triple that in 3, and nothing in 85." */
export function writeOdds(facts: ExpectedCostFacts): GroundedText[] {
  if (facts.odds === null) return []
  const { paysBack, overThree, nothing } = facts.odds
  const least = isBeyondPrice(facts) ? 'nothing or less' : 'nothing'
  return [
    ground`This strategy pays back its price in ${bare(paysBack)} of a hundred simulated outcomes, more than triple that in ${bare(overThree)}, and ${least} in ${bare(nothing)}.`,
  ]
}
