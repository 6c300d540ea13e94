// Tests: selling.test.ts, hedge-verdicts.test.ts

import type { Fact, GroundedText } from '@ballast/contract'
import type { HedgeAnalysis, SellingComparison } from '@ballast/quant'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, ground, plain } from '../../grounding/grounded-text.ts'

/** Tax on what selling realises, to follow "for about $1,043 of expected return forgone": " and $7,859 of tax …". */
export function writeTaxClause(ledger: FactLedger, { selling, request }: HedgeAnalysis): GroundedText {
  if (selling === null) return plain(', taxes aside')
  const { sale } = selling
  if (request.account === 'ira') return plain(', free of tax in an IRA')
  const writer = new FactWriter(ledger, 'selling')
  if (sale.rate === 0) return plain(', at no tax on gains')
  if (sale.unknownValue > 0.5) {
    const unknown = writer.usd('unknownCostUsd', sale.unknownValue, {
      label: 'Value of what would be sold and whose cost is not known',
      formula: 'Shares to sell less those of lots with a cost, × price',
    })
    return ground`, taxes aside: what ${unknown} of it cost is not known`
  }
  if (sale.gain <= 0) return plain(', with no gain to tax')
  const gain = writer.usd('gainUsd', sale.gain, {
    label: 'Gains that selling realises',
    formula: 'Σ shares sold × (price − cost), the dearest lots first',
  })
  if (sale.tax === null) return ground` and the tax on gains of ${gain}`
  const tax = writer.usd('taxUsd', sale.tax, {
    label: 'Tax on the gains that selling realises',
    formula: 'Gains × the rate that was given',
    inputs: [gain],
  })
  return ground` and ${tax} of tax on gains of ${gain}`
}

/** What decides between the two, and how they did in past crises. */
export function writeSellingVerdict(ledger: FactLedger, { selling }: HedgeAnalysis): GroundedText[] {
  if (selling === null) return []
  const writer = new FactWriter(ledger, 'selling')
  const { breakEvenRate, cheaper, crises } = selling
  const texts: GroundedText[] = []
  if (breakEvenRate !== null && cheaper === 'tax') {
    const rate = writer.percent('breakEvenTaxPercent', breakEvenRate, {
      label: 'Tax rate on gains above which the hedge is expected to cost less than selling',
      formula: '(expected cost of the hedge − expected return forgone) / gains that selling realises',
      inputs: [recordHedgeCost(ledger, selling)],
    })
    texts.push(ground`At a tax rate above ${rate} on these gains the hedge is expected to cost less.`)
  }
  if (crises.all > 0) {
    const [better, all] = [
      writer.count('betterCrises', crises.better, 'count', {
        label: 'Past crises in which selling leaves more at the deepest point than the hedge as it is',
        formula: 'Replays of days with and without the trades',
      }),
      writer.count('allCrises', crises.all, 'count', {
        label: 'Past crises that were replayed',
        formula: 'Those with prices of what is held, or of stand-ins',
      }),
    ]
    texts.push(ground`At the deepest point it does better in ${better} of ${all} past crises.`)
  }
  return texts
}

/** The expected return that selling forgoes, without the tax that is part of its cost. */
export function recordForgone(ledger: FactLedger, { cost }: { cost: Fact }, selling: SellingComparison | null): Fact {
  if (selling === null || selling.forgone === cost.value) return cost
  return new FactWriter(ledger, 'selling').usd('forgone', selling.forgone, {
    label: 'Expected return that selling forgoes',
    formula: 'Value sold × its beta × 4.5% a year × trading days / 252',
  })
}

/** ": the hedge is expected to cost $2,002" */
export function writeHedgeCost(ledger: FactLedger, selling: SellingComparison): GroundedText {
  return ground`the hedge is expected to cost ${abs(recordHedgeCost(ledger, selling))}`
}

const recordHedgeCost = (ledger: FactLedger, { hedgeCost }: SellingComparison) =>
  new FactWriter(ledger, 'selling').usd('hedgeCost', hedgeCost, {
    label: 'What the hedge is expected to cost in the end',
    formula: 'Its cost − its mean payoff over simulated paths; its cost where there are none',
  })
