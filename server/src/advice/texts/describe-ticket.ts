// Tests: ../../features/hedges/hedge-tickets.test.ts

import { type GroundedText, namePosition } from '@ballast/contract'
import type { HedgeLeg, HedgeProposal } from '@ballast/quant'
import { formatFigure } from '../../grounding/fact-text.ts'
import { abs, bare, ground, joinTexts, plain } from '../../grounding/grounded-text.ts'
import type { LegFacts, StrategyFacts } from './strategy-facts.ts'

/** "buy 4 × 730 put", "buy back 4 × 730 put" */
function describeLeg(leg: HedgeLeg, { contracts, strike }: LegFacts, closes: boolean): GroundedText {
  return ground`${leg.contracts > 0 ? (closes ? 'buy back' : 'buy') : 'sell'} ${bare(contracts)} × ${bare(strike)} ${leg.type}`
}

/** "SPY Feb 19, 2027: buy 4 × 730 put, sell 3 × 620 put"; legs of several underlyings one after the other. */
export function describeLegs(
  { legs, family }: Pick<HedgeProposal, 'legs' | 'family'>,
  facts: readonly LegFacts[],
): GroundedText {
  const groups = new Map<string, GroundedText[]>()
  const heads = new Map<string, GroundedText>()
  for (const [place, leg] of legs.entries()) {
    const own = facts[place]
    if (own === undefined) continue
    const key = `${leg.underlying} ${leg.expiry}`
    heads.set(key, heads.get(key) ?? ground`${namePosition(leg.underlying)} ${own.expiry}: `)
    groups.set(key, [...(groups.get(key) ?? []), describeLeg(leg, own, family === 'close-options')])
  }
  return joinTexts(
    [...groups].map(([key, texts]) => joinTexts([heads.get(key) ?? [], joinTexts(texts, ', ')], '')),
    '; ',
  )
}

/** The same without facts: for tickets that are compared and not recommended. */
export function nameLegs(legs: readonly HedgeLeg[]): string {
  const [first] = legs
  if (first === undefined) return ''
  const orders = legs.map(({ contracts, strike, type }) => {
    return `${contracts > 0 ? 'buy' : 'sell'} ${Math.abs(contracts)} × ${strike} ${type}`
  })
  return `${namePosition(first.underlying)} ${formatFigure(first.expiry, 'date')}: ${orders.join(', ')}`
}

/** "buy to open 4 SPY Feb 19, 2027 730 puts (SPY270219P00730000) at $15.30 per share or less" */
export function describeOrder(
  leg: HedgeLeg,
  facts: LegFacts,
  { symbol, closes = false }: { symbol: string; closes?: boolean },
): GroundedText {
  const side = `${leg.contracts > 0 ? 'buy' : 'sell'} to ${closes ? 'close' : 'open'}`
  const bound = leg.contracts > 0 ? 'or less' : 'or more'
  const noun = Math.abs(leg.contracts) === 1 ? leg.type : `${leg.type}s`
  return ground`${side} ${bare(facts.contracts)} ${namePosition(leg.underlying)} ${facts.expiry} ${bare(facts.strike)} ${noun} (${symbol}) at ${facts.premium} per share ${bound}`
}

/** "$4,610 (1.77% of the portfolio; 7.1% a year if renewed at this price)" */
export function describeCost(proposal: HedgeProposal, facts: StrategyFacts): GroundedText {
  const { kind, total } = proposal.cost
  const { cost, costPercent, annual } = facts
  switch (kind) {
    case 'none':
      return plain('Nothing')
    case 'forgone-return':
      return ground`No premium; about ${cost} of expected return forgone (${costPercent} of the portfolio)`
    case 'spread':
      return ground`About ${cost} in trading costs (${costPercent} of the portfolio)`
    default:
      if (total < 0) return ground`Credit of ${abs(cost)} (${abs(costPercent)} of the portfolio)`
      return annual === null
        ? ground`${cost} (${costPercent} of the portfolio)`
        : ground`${cost} (${costPercent} of the portfolio; ${annual} a year if renewed at this price)`
  }
}
