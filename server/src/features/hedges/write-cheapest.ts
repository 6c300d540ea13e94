// Tests: hedge-verdicts.test.ts, hedges.test.ts, sold-options.test.ts

import { type GroundedText, HEDGE_FAMILIES, namePosition } from '@ballast/contract'
import type { CheapestHedge } from '@ballast/quant'
import { writeCap } from '../../advice/texts/write-terms.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, ground } from '../../grounding/grounded-text.ts'
import type { SummaryFrame } from './summary-frame.ts'
import { findPick } from './write-target.ts'

/** Finds what keeps the limit for less than the recommendation; null where nothing does, or where that is not looked at. */
function findCheaper({ analysis }: SummaryFrame) {
  const [pick, { cheapest }] = [findPick(analysis), analysis]
  return pick === undefined || cheapest === null || cheapest.cost > pick.cost.total - LEAST_SAVING ? null : cheapest
}

/** Dollars by which something must be cheaper to be called so. */
export const LEAST_SAVING = 0.5

/** "cheapest hedge" only of what is cheapest of all that keeps the limit, of any family; else "cheapest put spread". */
export function nameCheapest(frame: SummaryFrame): string {
  const family = findPick(frame.analysis)?.family
  const isOfAll = frame.analysis.request.objective === 'loss-curve' && findCheaper(frame) === null
  if (isOfAll || family === undefined) return 'cheapest hedge'
  if (family === 'close-options') return 'cheapest way to close sold options'
  const name = HEDGE_FAMILIES[family].name.toLowerCase()
  // With a call that pays for the put the same family costs less.
  return family === 'split-hedge' ? `cheapest ${name} that caps no gains` : `cheapest ${name}`
}

/** Writes what keeps the limit for less, and what that gives up or leaves open; selling has a sentence of its own. */
export function writeCheaper(frame: SummaryFrame): GroundedText[] {
  const [pick, cheapest] = [findPick(frame.analysis), frame.analysis.cheapestBesideSelling]
  const isCheaper = pick !== undefined && cheapest !== null && cheapest.cost <= pick.cost.total - LEAST_SAVING
  return isCheaper ? [ground`Cheaper still is ${writeCheapest(frame, cheapest)}.`] : []
}

/** Writes what keeps the limit where no options can. */
export function writeOtherHolder(frame: SummaryFrame): GroundedText[] {
  const { cheapestBesideSelling: cheapest } = frame.analysis
  return cheapest === null ? [] : [ground`This keeps it: ${writeCheapest(frame, cheapest)}.`]
}

/** "Index Collar on SPY for a credit of $544, which gives up what SPY gains above 830 (10.4% from here)" */
function writeCheapest(
  { ledger, analysis }: SummaryFrame,
  { family, instrument, cap, cost }: CheapestHedge,
): GroundedText {
  const writer = new FactWriter(ledger, 'search.cheapest')
  const name = `${HEDGE_FAMILIES[family].name}${instrument === null ? '' : ` on ${namePosition(instrument)}`}`
  const first = ground`${name} ${writePrice(writer, cost)}`
  if (family === 'diversifiers')
    return ground`${first} of trading, before tax on what is sold and the return that it gives up`
  if (cap !== null) return ground`${first}, which ${writeCap(writer, cap)}`
  const pick = findPick(analysis)
  return pick?.family === 'split-hedge'
    ? ground`${first}, which leaves open what is particular to ${namePosition(pick.legs[0]?.underlying ?? '')}`
    : first
}

/** "for a credit of $544" */
export function writePrice(writer: FactWriter, total: number): GroundedText {
  const cost = writer.state('search.cheapest.cost', total, {
    key: 'cost',
    ...(Math.abs(total) < CENTS_BELOW && { decimals: 2 }),
  })
  return Number(cost.value) < 0 ? ground`for a credit of ${abs(cost)}` : ground`for ${cost}`
}

/** Dollars below which cents matter. */
const CENTS_BELOW = 10
