// Tests: discovery.test.ts, discovery-runs.test.ts

import { type Discovery, type GroundedText, toOptionSymbolOf } from '@ballast/contract'
import {
  type AnalysedContract,
  computeBlackScholes,
  computeHedgedGreeks,
  computeSmileVolatility,
  type DiscoveredIdea,
  type HedgeLeg,
  type OptionMarket,
  type OptionValuation,
  repriceBook,
  repriceHedge,
  STANDARD_SHOCKS,
  type VolatilityAnswer,
} from '@ballast/quant'
import { toContractKey } from '../../advice/book/build-book-model.ts'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { joinTexts, toPlainText } from '../../grounding/grounded-text.ts'
import { listShown, type Sentence } from '../../grounding/sentence.ts'
import { describeKind } from './asset-classes.ts'
import { type DiscoveryMarket, FEE } from './build-market.ts'
import type { UniverseAsset } from './discovery-input.ts'
import { type IdeaFacts, type MeasuredIdea, recordIdea } from './idea-facts.ts'
import type { RelationFacts } from './relation-facts.ts'
import type { ScanFacts } from './scan-facts.ts'
import { writeIdea } from './write-idea.ts'

export interface IdeaFrame {
  ledger: FactLedger
  scan: ScanFacts
  market: DiscoveryMarket
  asset: UniverseAsset
  relation: RelationFacts
  /** True if the portfolio's worst days are days on which the market falls: false for one that is short of it. */
  fallsWithMarket: boolean
}

/** Trading days after which the portfolio with an idea is looked at: a month, which every idea outlives. */
const EFFECT_DAYS = 21

/** An idea as it is answered, and its rationale in the two parts that it is made of. */
export interface ShapedIdea {
  discovery: Discovery
  order: GroundedText
  reasoning: Sentence[]
}

/** An idea of the engine with its facts and its texts. */
export function shapeIdea(frame: IdeaFrame, engine: DiscoveredIdea): ShapedIdea {
  const { ledger, scan, market, asset, relation, fallsWithMarket } = frame
  const idea = { ...engine, cost: toCents(engine.cost), maxLoss: toCents(engine.maxLoss) }
  const found = findContract(market, idea)
  const leg: HedgeLeg = toLeg(idea)
  const measured: MeasuredIdea = {
    idea,
    greeks: found.greeks,
    pricing: shapePricing(found, idea),
    effect: measureEffect(market, leg, idea.line.volatility),
    totalCost: toCents(idea.contracts * (idea.cost + FEE)),
  }
  const facts = recordIdea(ledger, measured, { relation, scan })
  const texts = writeIdea({ scan, relation, asset, facts, idea, fallsWithMarket })
  const { order, reasoning, firstPrinciple, pricing } = texts
  const rationale = joinTexts([order, ...listShown(reasoning)])
  const discovery: Discovery = {
    ...shapeContract(frame, measured, leg),
    ...shapeRelationOf(relation, idea),
    ...shapeScores(idea),
    id: idea.id,
    type: idea.kind === 'hedge' ? 'hedge' : 'tail-risk',
    rationale: toPlainText(rationale),
    firstPrinciple: toPlainText(firstPrinciple),
    name: asset.name,
    assetClass: describeKind(asset.kind).name,
    rationaleParts: rationale,
    firstPrincipleParts: firstPrinciple,
    pricingParts: pricing,
    factIds: listFactIds(facts, relation),
  }
  return { discovery, order, reasoning }
}

/** Dollars without what binary fractions leave of a product: 100 × 0.56 is 56. */
const toCents = (amount: number) => Math.round(100 * amount) / 100

interface FoundContract {
  market: OptionMarket
  forward: number
  dividendYield: number
  years: number
  smileShape: number
  greeks: OptionValuation
}

function findContract({ markets }: DiscoveryMarket, { line }: DiscoveredIdea): FoundContract {
  const market = markets.get(line.underlying)
  const expiry = market?.chain.expiries.find((one) => one.expiry === line.expiry)
  if (!market || !expiry?.smile)
    throw new Error(`There is no smile of ${line.underlying} ${line.expiry} behind an idea`)
  const { years, forward, smile } = expiry
  const { type, strike, volatility } = line
  const isThis = (one: AnalysedContract) =>
    one.type === type && one.strike === strike && one.expiry === line.expiry && one.state !== 'adjusted'
  const { spot, rate } = market
  const { dividendYield } = forward
  return {
    market,
    dividendYield,
    years,
    forward: forward.forward,
    smileShape: computeSmileVolatility(smile, strike) / smile.atmVolatility,
    greeks:
      market.chain.contracts.find(isThis)?.valuation ??
      computeBlackScholes({ type, spot, strike, years, rate, dividendYield, volatility }),
  }
}

function toLeg({ line, contracts }: DiscoveredIdea): HedgeLeg {
  const { underlying, type, strike, expiry, ask, multiplier } = line
  return { underlying, type, strike, expiry, contracts, premium: ask, multiplier }
}

function shapePricing(found: FoundContract, { line, mid, forecast, premium }: DiscoveredIdea): Discovery['pricing'] {
  const { market, forward, dividendYield, years, smileShape } = found
  return {
    spot: market.spot,
    forward,
    years,
    rate: market.rate,
    dividendYield,
    style: market.style,
    mid,
    impliedVolatility: line.volatility,
    forecastVolatility: forecast.volatility,
    forecastUncertainty: forecast.uncertainty,
    forecastsMeasured: forecast.measured,
    premiumRatio: premium.ratio,
    premiumMeasured: premium.measured,
    smileShape,
    fairVolatility: forecast.volatility * premium.ratio * smileShape,
  }
}

/**
 * The portfolio without and with the idea: its Greeks, by the volatility that the contract's own quote implies, and what
 * falls of the market do to it.
 */
function measureEffect(
  { book, underlyings, lookup, indexPrice }: DiscoveryMarket,
  leg: HedgeLeg,
  volatility: number,
): Discovery['effect'] {
  const hedge = { book, legs: [leg], fees: FEE * leg.contracts, underlyings }
  const table = STANDARD_SHOCKS.map((marketReturn) => {
    const at = (volatility: VolatilityAnswer) => ({ marketReturn, horizonDays: EFFECT_DAYS, volatility })
    const hedged = (volatility: VolatilityAnswer) => repriceHedge(hedge, at(volatility), lookup).hedged
    return {
      marketPercent: Math.round(100 * marketReturn),
      unhedged: repriceBook(book, at({ kind: 'expiry' }), lookup),
      hedgedAtExpiry: hedged({ kind: 'expiry' }),
      hedgedFlatVolatility: hedged({ kind: 'rule', scale: 0 }),
      hedgedStressedVolatility: hedged({ kind: 'rule', scale: 1 }),
    }
  })
  return {
    horizonDays: EFFECT_DAYS,
    before: { ...computeHedgedGreeks(book, [], indexPrice, lookup) },
    after: { ...computeHedgedGreeks(book, [{ ...leg, volatility }], indexPrice, lookup) },
    table,
  }
}

function shapeContract(
  { market, asset }: IdeaFrame,
  { idea, greeks, pricing, effect, totalCost }: MeasuredIdea,
  leg: HedgeLeg,
) {
  const { line } = idea
  const row = market.listings.get(toContractKey(line.underlying, line.expiry, line.type, line.strike))
  const symbol = row?.symbol ?? toOptionSymbolOf(leg) ?? `${line.underlying} ${line.expiry} ${line.type} ${line.strike}`
  const quote = { bid: row?.bid ?? null, openInterest: row?.openInterest ?? null }
  const { delta, gamma, theta, vega, rho } = greeks
  return {
    ticker: asset.ticker,
    strike: line.strike,
    expiry: line.expiry,
    cost: idea.cost,
    symbol,
    contractType: line.type,
    underlyingPrice: pricing.spot,
    ...quote,
    ask: line.ask,
    volume: row?.volume ?? null,
    daysToExpiry: line.daysToExpiry,
    delta: line.delta,
    impliedVolatility: line.volatility,
    forecastVolatility: idea.forecast.volatility,
    contracts: idea.contracts,
    totalCost,
    totalCostPercent: 100 * idea.costShare,
    breakEven: idea.breakEven,
    maxLoss: idea.maxLoss,
    fees: toCents(FEE * idea.contracts),
    legs: [{ symbol, ...leg, ...quote, ask: line.ask, delta: line.delta, impliedVolatility: line.volatility }],
    greeks: { delta, gamma, theta, vega, rho },
    pricing,
    effect,
  }
}

function shapeRelationOf({ relation }: RelationFacts, { side, effectiveCorrelation }: DiscoveredIdea) {
  const { correlation, partial, tail } = relation
  return {
    correlation,
    effectiveCorrelation,
    partialCorrelation: partial?.correlation ?? null,
    qValue: side.qValue,
    stability: side.stability,
    reasons: [...side.reasons],
    tail: tail && { days: tail.days, meanPercent: 100 * tail.mean.value, risePercent: 100 * tail.riseShare },
  }
}

function shapeScores({ fair, expectedReturn, conditionalReturn, badBookReturn, score, scoreParts }: DiscoveredIdea) {
  return {
    mispricing: 100 * fair.mispricing,
    expectedReturn: 100 * expectedReturn,
    conditionalReturn: 100 * conditionalReturn,
    badPortfolioPercent: 100 * badBookReturn,
    fairValue: fair.value,
    fairLow: fair.low,
    fairHigh: fair.high,
    insideNoise: fair.insideNoise,
    score,
    scoreParts: { ...scoreParts },
  }
}

/** The fact behind each figure of an idea, by the name of its field. */
function listFactIds(facts: IdeaFacts, { correlation, partial, tail }: RelationFacts): Record<string, string> {
  const { fall, deltaBefore, deltaAfter, badPortfolio, ...same } = facts
  const named = {
    ...same,
    correlation,
    badPortfolioPercent: badPortfolio,
    'effect.before.betaWeightedDelta': deltaBefore,
    'effect.after.betaWeightedDelta': deltaAfter,
    ...(partial && { partialCorrelation: partial.correlation }),
    ...(tail && { 'tail.days': tail.days, 'tail.meanPercent': tail.mean, 'tail.risePercent': tail.rise }),
    ...(fall && {
      'effect.table.-20.unhedged': fall.unhedged,
      'effect.table.-20.hedgedStressedVolatility': fall.hedged,
    }),
  }
  return Object.fromEntries(Object.entries(named).map(([name, { id }]) => [name, id]))
}
