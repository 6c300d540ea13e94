// Tests: hedges.test.ts, hedge-verdicts.test.ts, hedges-model.test.ts

import { HEDGE_FAMILIES, type HedgeStrategy, toOptionSymbolOf } from '@ballast/contract'
import type { HedgeFamily, HedgeProposal, LimitPrices, LossMap, OwnRisk } from '@ballast/quant'
import { type Listings, toContractKey } from '../../advice/book/build-book-model.ts'
import type { CrisisBasis } from '../../advice/book/build-crises.ts'
import { describeCost } from '../../advice/texts/describe-ticket.ts'
import { findUnhedgedLoss } from '../../advice/texts/risk-facts.ts'
import { recordStrategy, type StrategyFacts, type StrategyFrame } from '../../advice/texts/strategy-facts.ts'
import { roundPercent } from '../../advice/texts/write-risk.ts'
import { joinTexts, toPlainText } from '../../grounding/grounded-text.ts'
import { listShown, type Sentence } from '../../grounding/sentence.ts'
import { writeCaveat } from './write-caveats.ts'
import { findContraryReplay } from './write-replays.ts'
import { writeStrategy } from './write-strategy.ts'

export interface ShapeFrame extends Omit<StrategyFrame, 'key'> {
  listings: Listings
  crises: readonly CrisisBasis[]
  /** The three prices of the limit; null where they were not looked for. */
  prices: LimitPrices | null
  /** Id of what is recommended; null if nothing is. */
  pick: string | null
  /** True if the search found a ticket that keeps the limit within the budget. */
  isReached: boolean
  /** Risk that is larger than the market's; null where the market is the largest. */
  ownRisk: OwnRisk | null
}

export interface ShapedStrategy {
  strategy: HedgeStrategy
  facts: StrategyFacts
  /** Sentences that its reasoning can use. */
  reasoning: Sentence[]
}

/** A proposal of the engine as it is answered. @param key name of the strategy among facts */
export function shapeStrategy(
  frame: ShapeFrame,
  proposal: HedgeProposal,
  { key, role }: { key: string; role: HedgeStrategy['role'] },
): ShapedStrategy {
  const { risk, request, crises } = frame
  const facts = recordStrategy({ ...frame, key }, proposal)
  const legs = proposal.legs.map((leg) => toLeg(frame, leg))
  const symbols = legs.map(({ symbol }) => symbol)
  const texts = writeStrategy({ ...frame, key, proposal, facts, isPick: proposal.id === frame.pick, symbols })
  const reasoningParts = joinTexts(listShown(texts.reasoning))
  const estimatedCost = describeCost(proposal, facts)
  const caveats = proposal.caveats.map((caveat, place) => {
    const parts = writeCaveat(frame.ledger, `${key}.caveat${place + 1}`, caveat)
    return { rule: caveat.rule, text: toPlainText(parts), parts }
  })
  const { cost, carry, probabilities, breakEven, expected, greeks } = proposal
  const strategy: HedgeStrategy = {
    type: HEDGE_FAMILIES[proposal.family].name,
    estimatedCost: toPlainText(estimatedCost),
    instrument: toPlainText(texts.instrument),
    reasoning: toPlainText(reasoningParts),
    implementation: toPlainText(texts.implementation),
    id: proposal.id,
    family: proposal.family,
    role,
    estimatedCostParts: estimatedCost,
    instrumentParts: texts.instrument,
    reasoningParts,
    implementationParts: texts.implementation,
    legs,
    trades: proposal.trades.map((trade) => ({ ...trade })),
    cost: {
      kind: cost.kind,
      premium: cost.premium,
      fees: cost.fees,
      total: cost.total,
      atMid: cost.atMid,
      tax: cost.tax,
      percent: 100 * cost.fraction,
      possibleSaving: cost.possibleSaving,
    },
    table: proposal.table.map(({ marketReturn, unhedged: without, ...row }) => ({
      marketPercent: roundPercent(marketReturn),
      unhedged: without,
      hedgedAtExpiry: row.hedgedAtExpiry,
      hedgedFlatVolatility: row.hedgedSteady,
      hedgedStressedVolatility: row.hedgedResponding,
    })),
    lossAtShockPercent: 100 * proposal.lossAtShock,
    unhedgedLossAtShockPercent: 100 * findUnhedgedLoss(risk, request),
    holdsLimit: proposal.holdsLimit,
    openRiskPercent: 100 * proposal.openRisk.total,
    losses: shapeLosses(proposal.losses),
    mostToLose: proposal.mostToLose,
    upsideGivenUpPercent: 100 * proposal.upsideGivenUp,
    breakEven: {
      prices: [...breakEven.prices],
      marketPercent: breakEven.marketReturn === null ? null : 100 * breakEven.marketReturn,
      cap: breakEven.cap,
    },
    efficiency: proposal.efficiency,
    netLossAvoided: proposal.netLossAvoided,
    annualDragPercent: carry && { heldToExpiry: 100 * carry.heldToExpiry, rolled: 100 * carry.rolled },
    probabilities: probabilities && {
      riskNeutralPercent: 100 * probabilities.riskNeutral,
      forecastPercent: 100 * probabilities.forecast,
    },
    expected: expected && shapeExpected(expected, facts),
    greeks: greeks && { before: { ...greeks.before }, after: { ...greeks.after } },
    contraryCrisisId: findContraryReplay(frame, proposal)?.scenario ?? null,
    crises: proposal.crises.map((row) => shapeReplay(row, crises, risk.value)),
    daysToExpiry: proposal.daysToExpiry,
    daysToRenewal: proposal.daysToRenewal,
    residualRisk: texts.residualRisk,
    sellingInsteadPercent: facts.selling && 100 * facts.selling.fraction,
    caveats,
  }
  return { strategy, facts, reasoning: texts.reasoning }
}

/** With the ends of the range rounded, as they are written. */
function shapeExpected(
  { odds, ...expected }: NonNullable<HedgeProposal['expected']>,
  facts: StrategyFacts,
): HedgeStrategy['expected'] {
  return {
    ...expected,
    low: Number(facts.expected?.low.value ?? expected.low),
    high: Number(facts.expected?.high.value ?? expected.high),
    odds: odds && {
      paysBackPercent: 100 * odds.paysBack,
      overThreePercent: 100 * odds.overThree,
      nothingPercent: 100 * odds.nothing,
    },
  }
}

function shapeReplay(
  { scenario, tradingDays, endDay, renewed, ...row }: HedgeProposal['crises'][number],
  crises: readonly CrisisBasis[],
  value: number,
): HedgeStrategy['crises'][number] {
  const basis = crises.find(({ id }) => id === scenario)
  // There are many of them, and nobody reads a millionth of the value.
  const toPercent = (amount: number) => Math.round((1e6 * amount) / value) / 1e4
  return {
    scenarioId: scenario,
    name: basis?.name ?? scenario,
    tradingDays,
    endDay,
    renewals: 0,
    indexPercent: toPercent(value * row.indexReturn),
    proxyPercent: toPercent(value * (basis?.proxyShare ?? 0)),
    unhedgedPercent: toPercent(row.unhedged),
    hedgedPercent: toPercent(row.hedged),
    worstUnhedgedPercent: toPercent(row.worstUnhedged),
    worstHedgedPercent: toPercent(row.worstHedged),
    renewed: renewed && {
      renewals: renewed.renewals,
      cost: Math.round(100 * renewed.cost) / 100,
      costPercent: toPercent(renewed.cost),
      hedgedPercent: toPercent(renewed.hedged),
      worstHedgedPercent: toPercent(renewed.worstHedged),
    },
  }
}

function shapeLosses({ days, falls, unhedged, hedged }: LossMap): HedgeStrategy['losses'] {
  const toPercent = (rows: LossMap['hedged']) => rows.map((row) => row.map((loss) => 100 * loss))
  return {
    days: days.map(({ date, tradingDays }) => ({ date, tradingDays })),
    fallsPercent: falls.map((fall) => roundPercent(-fall)),
    unhedgedPercent: toPercent(unhedged),
    hedgedPercent: toPercent(hedged),
  }
}

function toLeg({ situation, listings }: ShapeFrame, leg: HedgeProposal['legs'][number]): HedgeStrategy['legs'][number] {
  const { underlying, type, strike, expiry, contracts, premium, multiplier, settledInShares } = leg
  const row = listings.get(toContractKey(underlying, expiry, type, strike))
  const analysed = situation.markets
    .find(({ ticker }) => ticker === underlying)
    ?.chain.contracts.find(
      (one) => one.type === type && one.strike === strike && one.expiry === expiry && one.state !== 'adjusted',
    )
  return {
    symbol: row?.symbol ?? toOptionSymbolOf(leg) ?? `${underlying} ${expiry} ${type} ${strike}`,
    underlying,
    type,
    strike,
    expiry,
    contracts,
    premium,
    multiplier,
    ...(settledInShares !== undefined && { settledInShares }),
    bid: row?.bid ?? null,
    ask: row?.ask ?? null,
    openInterest: row?.openInterest ?? null,
    delta: analysed?.valuation?.delta ?? null,
    impliedVolatility: analysed?.impliedVolatility ?? null,
  }
}

/** Keys of strategies among facts: the family, and a number from the second of a family on. */
export function createKeys(): (family: HedgeFamily) => string {
  const counts = new Map<HedgeFamily, number>()
  return (family) => {
    const count = (counts.get(family) ?? 0) + 1
    counts.set(family, count)
    return count === 1 ? family : `${family}.${count}`
  }
}
