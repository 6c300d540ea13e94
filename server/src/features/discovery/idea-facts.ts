import type { Discovery, Fact } from '@ballast/contract'
import type { DiscoveredIdea, OptionValuation } from '@ballast/quant'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import type { RelationFacts } from './relation-facts.ts'
import type { ScanFacts } from './scan-facts.ts'

/** Idea, with everything that was computed of it. */
export interface MeasuredIdea {
  idea: DiscoveredIdea
  greeks: OptionValuation
  pricing: Discovery['pricing']
  effect: Discovery['effect']
  totalCost: number
}

/** The figures of an idea. */
export type IdeaFacts = ReturnType<typeof recordContract> &
  ReturnType<typeof recordPricing> &
  ReturnType<typeof recordUse> &
  ReturnType<typeof recordEffect>

/** Enters the figures of one idea. */
export function recordIdea(
  ledger: FactLedger,
  measured: MeasuredIdea,
  known: { relation: RelationFacts; scan: ScanFacts },
): IdeaFacts {
  const writer = new FactWriter(ledger, `idea.${measured.idea.id}`)
  const contract = recordContract(writer, measured, known.scan)
  const pricing = recordPricing(writer, measured, contract)
  const use = recordUse(writer, measured, { ...known, ...contract })
  return { ...contract, ...pricing, ...use, ...recordEffect(writer, measured) }
}

function recordContract(writer: FactWriter, { idea, pricing, totalCost }: MeasuredIdea, scan: ScanFacts) {
  const { line, contracts, cost, maxLoss, breakEven, costShare } = idea
  const ask = writer.state('contract.ask', line.ask)
  const oneCost = writer.state('idea.cost', cost, {
    inputs: [ask, { label: 'Shares per contract', value: String(line.multiplier) }],
  })
  const count = writer.state('idea.contracts', contracts, { inputs: [scan.budget, scan.value, oneCost] })
  const total = writer.state('idea.totalCost', totalCost, { inputs: [count, oneCost] })
  const strike = writer.state('contract.strike', line.strike, { names: { underlying: line.underlying } })
  return {
    ask,
    cost: oneCost,
    contracts: count,
    totalCost: total,
    strike,
    bid: writer.state('contract.bid', line.bid),
    expiry: writer.state('contract.expiry', line.expiry),
    daysToExpiry: writer.state('idea.daysToExpiry', line.daysToExpiry),
    underlyingPrice: writer.state('idea.underlyingPrice', pricing.spot, { names: { underlying: line.underlying } }),
    totalCostPercent: writer.state('idea.totalCostPercent', costShare, { inputs: [total, scan.value] }),
    maxLoss: writer.state('idea.maxLoss', maxLoss, { inputs: [oneCost] }),
    breakEven: writer.state(line.type === 'call' ? 'idea.callBreakEven' : 'idea.putBreakEven', breakEven, {
      key: 'breakEven',
      names: { underlying: line.underlying },
      inputs: [strike, ask],
    }),
  }
}

function recordPricing(writer: FactWriter, { idea, pricing }: MeasuredIdea, { ask, bid }: { ask: Fact; bid: Fact }) {
  const { fair } = idea
  const mid = writer.state('idea.mid', pricing.mid, { inputs: [bid, ask] })
  const forecast = writer.state('idea.forecastVolatility', pricing.forecastVolatility)
  const error = writer.state('idea.forecastUncertainty', pricing.forecastUncertainty, {
    inputs: [{ label: 'Forecasts measured', value: String(pricing.forecastsMeasured) }],
  })
  const premium = writer.state('idea.premiumRatio', pricing.premiumRatio, {
    inputs: [{ label: 'Observations', value: String(pricing.premiumMeasured) }],
  })
  const shape = writer.state('idea.smileShape', pricing.smileShape)
  const fairVolatility = writer.state('idea.fairVolatility', pricing.fairVolatility, {
    inputs: [forecast, premium, shape],
  })
  const value = writer.state('idea.fairValue', fair.value, { inputs: [fairVolatility] })
  return {
    mid,
    forecastVolatility: forecast,
    forecastUncertainty: error,
    premiumRatio: premium,
    smileShape: shape,
    fairVolatility,
    fairValue: value,
    fairLow: writer.state('idea.fairLow', fair.low, { inputs: [fairVolatility, error] }),
    fairHigh: writer.state('idea.fairHigh', fair.high, { inputs: [fairVolatility, error] }),
    mispricing: writer.state('idea.mispricing', fair.mispricing, { inputs: [value, mid] }),
    impliedVolatility: writer.state('idea.impliedVolatility', pricing.impliedVolatility, { inputs: [mid] }),
  }
}

/** Records what it does when it is held, in bad times and in all. */
function recordUse(writer: FactWriter, { idea }: MeasuredIdea, known: { relation: RelationFacts; ask: Fact }) {
  const { relation, ask } = known
  return {
    effectiveCorrelation: writer.state('idea.effectiveCorrelation', idea.effectiveCorrelation, {
      inputs: [relation.correlation],
    }),
    stability: writer.state('idea.stability', idea.side.stability),
    qValue: writer.state('idea.qValue', idea.side.qValue),
    expectedReturn: writer.state('idea.expectedReturn', idea.expectedReturn, { inputs: [ask] }),
    conditionalReturn: writer.state('idea.conditionalReturn', idea.conditionalReturn, { inputs: [ask] }),
    badPortfolio: writer.state('idea.badPortfolio', idea.badBookReturn),
    score: writer.state('idea.score', idea.score),
  }
}

/** Its Greeks, and what it does to the whole portfolio. */
function recordEffect(writer: FactWriter, { idea, greeks, effect }: MeasuredIdea) {
  const fall = effect.table.find(({ marketPercent }) => marketPercent === -20)
  return {
    delta: writer.state('idea.delta', idea.line.delta),
    gamma: writer.state('idea.gamma', greeks.gamma),
    theta: writer.state('idea.theta', greeks.theta / 365),
    vega: writer.state('idea.vega', greeks.vega / 100),
    rho: writer.state('idea.rho', greeks.rho / 100),
    deltaBefore: writer.state('idea.deltaBefore', effect.before.betaWeightedDelta),
    deltaAfter: writer.state('idea.deltaAfter', effect.after.betaWeightedDelta),
    fall: fall && {
      unhedged: writer.state('idea.fall-unhedged', fall.unhedged, { key: 'fall.unhedged' }),
      hedged: writer.state('idea.fall-hedged', fall.hedgedStressedVolatility, { key: 'fall.hedged' }),
    },
  }
}
