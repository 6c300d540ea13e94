// Tests: odd-books.test.ts, comprehensive.test.ts

import type { Fact, GroundedText } from '@ballast/contract'
import type { AdviceFinding, AdviceRule } from '@ballast/quant'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { ground } from '../../grounding/grounded-text.ts'
import type { AdviceFrame } from './advice-frame.ts'

/** A holding's or a sector's weight, and what it is set beside. */
export interface Weighed {
  name: string
  weight: Fact
  /** Share of the variance for a position, weight in the index for a sector; null when it is not known. */
  beside: Fact | null
}

/** Findings of the rules. */
export interface FindingFacts {
  /** Loss at stake by each rule that finds any. */
  stakes: ReadonlyMap<AdviceRule, Fact>
  largest: Weighed | null
  sector: Weighed | null
  /** The move of the market that costs most, where that is not the assumed fall; null where it is. */
  move: WorstMove | null
}

/** With neither a rise nor a fall the market does not move at all. */
export interface WorstMove {
  rise: Fact | null
  /** A smaller one than is assumed. */
  fall: Fact | null
  loss: Fact
}

/** Enters what the rules found. */
export function recordFindings(frame: AdviceFrame): FindingFacts {
  const { ledger, advice } = frame
  const writer = new FactWriter(ledger, 'stake')
  const stakes = advice.findings.flatMap(({ rule, severity }) =>
    severity > 0 ? [[rule, writer.state(`stake.${rule}`, severity)] as const] : [],
  )
  return {
    stakes: new Map(stakes),
    largest: recordLargest(frame),
    sector: recordSector(frame),
    move: recordMove(frame),
  }
}

const parametersOf = (findings: readonly AdviceFinding[], rule: AdviceRule) =>
  findings.find((finding) => finding.rule === rule)?.parameters ?? {}

function recordLargest({ ledger, advice }: AdviceFrame): Weighed | null {
  const { ticker, weight, share } = parametersOf(advice.findings, 'reduce-concentration')
  if (typeof ticker !== 'string') return null
  const writer = new FactWriter(ledger, 'concentration')
  return {
    name: ticker,
    weight: writer.state('holding.weightOfAllPercent', Number(weight), {
      key: 'largestWeightPercent',
      names: { ticker },
    }),
    beside:
      share === undefined
        ? null
        : writer.state('holding.riskPercent', Number(share), { key: 'largestRiskPercent', names: { ticker } }),
  }
}

function recordMove({ ledger, advice, riskFacts }: AdviceFrame): WorstMove | null {
  const { marketReturn, shock, loss } = parametersOf(advice.findings, 'hedge-market-risk')
  if (typeof marketReturn !== 'number' || marketReturn === shock || !(Number(loss) > 0)) return null
  const writer = new FactWriter(ledger, 'move')
  const rise = marketReturn > 0 ? writer.state('move.risePercent', marketReturn, { inputs: [riskFacts.shock] }) : null
  const fall = marketReturn < 0 ? writer.state('move.fallPercent', -marketReturn, { inputs: [riskFacts.shock] }) : null
  const lossFact = writer.state('move.loss', Number(loss), { key: 'lossPercent', ...describeMove({ rise, fall }) })
  return { rise, fall, loss: lossFact }
}

/** Returns the labels of facts about a move. */
export const describeMove = ({ rise, fall }: Pick<WorstMove, 'rise' | 'fall'>) => ({
  names: { move: rise ? 'rises by so much' : fall ? 'falls by so much' : 'stays where it is' },
  inputs: [rise ?? fall ?? []].flat(),
})

/** "A market rise of 25%" */
export function nameWorstMove({ rise, fall }: WorstMove): GroundedText {
  if (rise) return ground`A market rise of ${rise}`
  return fall ? ground`A market fall of ${fall}` : ground`A market that does not move`
}

function recordSector({ ledger, advice, riskFacts }: AdviceFrame): Weighed | null {
  const { sector, weight, indexWeight } = parametersOf(advice.findings, 'diversify')
  if (typeof sector !== 'string') return null
  const writer = new FactWriter(ledger, 'sector')
  return {
    name: sector,
    weight: writer.state('sector.weightPercent', Number(weight), { key: 'heaviestPercent', names: { sector } }),
    beside:
      indexWeight === undefined
        ? null
        : writer.state('sector.indexPercent', Number(indexWeight), {
            key: 'heaviestIndexPercent',
            names: { sector },
            inputs: [riskFacts.indexSectorsAsOf],
          }),
  }
}
