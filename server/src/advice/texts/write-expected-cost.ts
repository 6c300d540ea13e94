// Tests: ../../features/hedges/hedge-tickets.test.ts, ../../features/hedges/hedge-verdicts.test.ts

import type { Fact, GroundedText } from '@ballast/contract'
import { COST_PATHS, type HedgeProposal } from '@ballast/quant'
import type { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, bare, ground } from '../../grounding/grounded-text.ts'

/** What a ticket is expected to cost in the end, as a range, and how often it pays. */
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
  const payoff = writer.usd('expectedPayoff', expected.payoff, {
    label: 'Mean payoff at expiry',
    formula: 'Mean over simulated paths, the market earning half of its long-run premium',
    inputs: [paths],
  })
  const share = (name: string, value: number, label: string) =>
    writer.percent(name, value, { label, formula: 'Share of the simulated paths', decimals: 0, inputs: [cost, paths] })
  return {
    payoff,
    netCost: writer.usd('expectedNetCost', expected.netCost, {
      label: 'What it is expected to cost in the end',
      formula: 'Cost − mean payoff',
      inputs: [cost, payoff],
    }),
    low: writer.usd('expectedCostLow', roundOutward(expected.low, Math.floor), {
      label: 'The least of what it is expected to cost',
      formula: 'Cost − mean payoff where the market earns no premium, less two standard errors, rounded down',
      inputs: [cost, paths],
    }),
    high: writer.usd('expectedCostHigh', roundOutward(expected.high, Math.ceil), {
      label: 'The most of what it is expected to cost',
      formula: 'Cost − mean payoff where the market earns 4.5% a year above cash, plus two standard errors, rounded up',
      inputs: [cost, paths],
    }),
    odds: odds && {
      paysBack: share('paysBackPercent', odds.paysBack, 'How often it pays back its price'),
      overThree: share('paysThreePercent', odds.overThree, 'How often it pays more than three times its price'),
      nothing: share('paysNothingPercent', odds.nothing, 'How often it pays nothing'),
    },
  }
}

/** To two digits: $1,143 at least is $1,100. */
function roundOutward(value: number, round: (value: number) => number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, Math.abs(value)))) - 1)
  return round(value / unit) * unit
}

/** "about $1,100 to $1,700, most likely lost in full" */
export function writeExpectedRange({ low, high, odds }: ExpectedCostFacts): GroundedText {
  const isMostly = odds !== null && Number(odds.nothing.value) > 50
  const likely = isMostly ? ', most likely lost in full' : ''
  if (Number(high.value) <= 0) return ground`In the end it is expected to gain about ${abs(high)} to ${abs(low)}.`
  return Number(low.value) < 0
    ? ground`In the end it is expected to do anything from gaining ${abs(low)} to costing ${high}${likely}.`
    : ground`In the end it is expected to cost about ${low} to ${high}${likely}.`
}

/** "It pays back its price in 9 of a hundred simulated outcomes, more than triple its price in 3, and nothing in 85." */
export function writeOdds({ odds }: ExpectedCostFacts): GroundedText[] {
  if (odds === null) return []
  const { paysBack, overThree, nothing } = odds
  return [
    ground`It pays back its price in ${bare(paysBack)} of a hundred simulated outcomes, more than triple its price in ${bare(overThree)}, and nothing in ${bare(nothing)}.`,
  ]
}
