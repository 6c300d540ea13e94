// Tests: selling.test.ts, hedge-verdicts.test.ts

import type { Fact, GroundedText } from '@ballast/contract'
import type { HedgeAnalysis, SellingComparison } from '@ballast/quant'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, ground, plain } from '../../grounding/grounded-text.ts'

/** Tax on what selling realises, to follow "for about $1,043 of expected return forgone": " and $7,859 of tax …". */
export function writeTaxClause(ledger: FactLedger, { selling, request, proposals }: HedgeAnalysis): GroundedText {
  const sale = selling?.sale ?? proposals.find(({ family }) => family === 'reduce-exposure')?.saleTax
  if (!sale) return plain(', taxes aside')
  if (request.account === 'ira') return plain(', free of tax in an IRA')
  const writer = new FactWriter(ledger, 'selling')
  if (sale.rate === 0) return plain(', at no tax on gains')
  if (sale.unknownValue > 0.5) {
    const unknown = writer.state('selling.unknownCostUsd', sale.unknownValue)
    return ground`, taxes aside, because the cost of ${unknown} of it is not known`
  }
  if (sale.gain <= 0) return plain(', with no gain to tax')
  const gain = writer.state('selling.gainUsd', sale.gain)
  if (sale.tax === null) return ground` and the tax on gains of ${gain}`
  const tax = writer.state('selling.taxUsd', sale.tax, { inputs: [gain] })
  return ground` and ${tax} of tax on gains of ${gain}`
}

/** A lower rate would be read as none. */
const SMALLEST_RATE = 0.0005

/** Writes what decides between the two, and how they did in past crises. */
export function writeSellingVerdict(ledger: FactLedger, { selling }: HedgeAnalysis): GroundedText[] {
  if (selling === null) return []
  const writer = new FactWriter(ledger, 'selling')
  const { breakEvenRate, cheaper, crises } = selling
  const texts: GroundedText[] = []
  if (breakEvenRate !== null && cheaper === 'tax') {
    const rate = writer.state('selling.breakEvenTaxPercent', breakEvenRate, {
      inputs: [recordHedgeCost(ledger, selling)],
    })
    texts.push(
      breakEvenRate < SMALLEST_RATE
        ? plain('With any tax on these gains the hedge is expected to cost less.')
        : ground`At a tax rate above ${rate} on these gains the hedge is expected to cost less.`,
    )
  }
  if (crises.all > 0) {
    const [better, all] = [
      writer.state('selling.betterCrises', crises.better),
      writer.state('selling.allCrises', crises.all),
    ]
    texts.push(ground`At the deepest point selling does better in ${better} of ${all} past crises.`)
  }
  return texts
}

/** The expected return that selling forgoes, without the tax that is part of its cost. */
export function recordForgone(ledger: FactLedger, { cost }: { cost: Fact }, selling: SellingComparison | null): Fact {
  if (selling === null || selling.forgone === cost.value) return cost
  return new FactWriter(ledger, 'selling').state('selling.forgone', selling.forgone)
}

/** ": the hedge is expected to cost $2,002" */
export function writeHedgeCost(ledger: FactLedger, selling: SellingComparison): GroundedText {
  return ground`the hedge is expected to cost ${abs(recordHedgeCost(ledger, selling))}`
}

const recordHedgeCost = (ledger: FactLedger, { hedgeCost }: SellingComparison) =>
  new FactWriter(ledger, 'selling').state('selling.hedgeCost', hedgeCost)
