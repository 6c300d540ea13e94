// Tests: odd-books.test.ts, comprehensive.test.ts

import type { Fact } from '@ballast/contract'
import type { AdviceFinding, AdviceRule } from '@ballast/quant'
import { INDEX_NAME } from '../../advice/texts/write-risk.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import type { AdviceFrame } from './advice-frame.ts'

/** A holding's or a sector's weight, and what it is set beside. */
export interface Weighed {
  name: string
  weight: Fact
  /** Of a holding its share of the variance, of a sector its weight in the index; null when it is not known. */
  beside: Fact | null
}

/** What the rules found. */
export interface FindingFacts {
  /** Loss at stake by each rule that finds any. */
  stakes: ReadonlyMap<AdviceRule, Fact>
  largest: Weighed | null
  sector: Weighed | null
  /** The move of the market that costs most, where that is not the assumed fall; null where it is. */
  move: WorstMove | null
}

export interface WorstMove {
  /** Null where the market does not move at all. */
  rise: Fact | null
  loss: Fact
}

const STAKES: Readonly<Record<AdviceRule, { label: string; formula: string }>> = {
  'reduce-concentration': {
    label: 'Loss at stake in what the largest company weighs above its cap',
    formula: '(weight − 10%) × 1.65 × annual volatility beyond the market × √(trading days / 252)',
  },
  'hedge-market-risk': {
    label: 'Loss beyond the limit at the move of the market that costs most',
    formula: 'Loss at the assumed fall, at the rise that undoes it, or without a move − limit, at least nothing',
  },
  diversify: {
    label: 'Loss at stake in what the heaviest sector weighs above the index',
    formula:
      '(weight − weight in the index − what reducing the largest company takes out of it) × 1.65 × annual volatility of the sector’s holdings beyond the market × √(trading days / 252)',
  },
  'improve-data': {
    label: 'Loss at stake in what has no reliable data',
    formula: '(1 − share with reliable data) × assumed fall of the market',
  },
}

/** Enters what the rules found. */
export function recordFindings(frame: AdviceFrame): FindingFacts {
  const { ledger, advice } = frame
  const writer = new FactWriter(ledger, 'stake')
  const stakes = advice.findings.flatMap(({ rule, severity }) =>
    severity > 0 ? [[rule, writer.percent(rule, severity, STAKES[rule])] as const] : [],
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
    weight: writer.percent('largestWeightPercent', Number(weight), {
      label: `Share of ${ticker} in the value of the holdings`,
      formula: 'Value of the holding / gross value of all holdings',
    }),
    beside:
      share === undefined
        ? null
        : writer.percent('largestRiskPercent', Number(share), {
            label: `Share of ${ticker} in the variance of the portfolio`,
            formula: 'weight × covariance with the portfolio / variance of the portfolio, daily returns of one year',
          }),
  }
}

function recordMove({ ledger, advice, riskFacts }: AdviceFrame): WorstMove | null {
  const { marketReturn, shock, loss } = parametersOf(advice.findings, 'hedge-market-risk')
  if (typeof marketReturn !== 'number' || marketReturn === shock || !(Number(loss) > 0)) return null
  const writer = new FactWriter(ledger, 'move')
  const rise =
    marketReturn > 0
      ? writer.chosenPercent('risePercent', marketReturn, {
          label: 'Rise of the market that undoes the assumed fall',
          formula: '1 / (1 − assumed fall) − 1',
          inputs: [riskFacts.shock],
        })
      : null
  const lossFact = writer.percent('lossPercent', Number(loss), {
    label: rise ? 'Loss when the market rises by so much' : 'Loss when the market stays where it is',
    formula: 'Holdings by their betas, options at what they are worth in the money at expiry',
    ...(rise && { inputs: [rise] }),
  })
  return { rise, loss: lossFact }
}

function recordSector({ ledger, advice, riskFacts }: AdviceFrame): Weighed | null {
  const { sector, weight, indexWeight } = parametersOf(advice.findings, 'diversify')
  if (typeof sector !== 'string') return null
  const writer = new FactWriter(ledger, 'sector')
  return {
    name: sector,
    weight: writer.percent('heaviestPercent', Number(weight), {
      label: `Share of ${sector} in the holdings`,
      formula: 'Value of the sector’s holdings / gross value of all holdings',
    }),
    beside:
      indexWeight === undefined
        ? null
        : writer.percent('heaviestIndexPercent', Number(indexWeight), {
            label: `Share of ${sector} in the ${INDEX_NAME}`,
            formula: 'Weights of the index’s sectors',
            inputs: [riskFacts.indexSectorsAsOf],
          }),
  }
}
