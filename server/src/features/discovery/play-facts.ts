import { BENCHMARK, type Discovery, type Fact } from '@ballast/contract'
import type { DiscoveredPlay, OptionValuation } from '@ballast/quant'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import type { RelationFacts } from './relation-facts.ts'
import type { ScanFacts } from './scan-facts.ts'

/** What a play is, and everything that was computed of it. */
export interface MeasuredPlay {
  play: DiscoveredPlay
  greeks: OptionValuation
  pricing: Discovery['pricing']
  effect: Discovery['effect']
  totalCost: number
}

/** The figures of a play. */
export type PlayFacts = ReturnType<typeof recordContract> &
  ReturnType<typeof recordPricing> &
  ReturnType<typeof recordUse> &
  ReturnType<typeof recordEffect>

/** Enters the figures of one play. */
export function recordPlay(
  ledger: FactLedger,
  measured: MeasuredPlay,
  known: { relation: RelationFacts; scan: ScanFacts },
): PlayFacts {
  const writer = new FactWriter(ledger, `play.${measured.play.id}`)
  const contract = recordContract(writer, measured, known.scan)
  const pricing = recordPricing(writer, measured, contract)
  const use = recordUse(writer, measured, { ...known, ...contract })
  return { ...contract, ...pricing, ...use, ...recordEffect(writer, measured) }
}

function recordContract(writer: FactWriter, { play, pricing, totalCost }: MeasuredPlay, scan: ScanFacts) {
  const { line, contracts, cost, maxLoss, breakEven, costShare } = play
  const ask = writer.perShare('ask', line.ask, { label: 'Ask per share', formula: 'Of the quote' })
  const oneCost = writer.usd('cost', cost, {
    label: 'Cost of one contract',
    formula: 'Ask × shares per contract',
    inputs: [ask, { label: 'Shares per contract', value: String(line.multiplier) }],
  })
  const count = writer.count('contracts', contracts, 'contracts', {
    label: 'Contracts to buy',
    formula:
      'As many as the budget of one play buys, at least one, at most a tenth of those that are open and never more than 500',
    inputs: [scan.budget, scan.value, oneCost],
  })
  const total = writer.usd('totalCost', totalCost, {
    label: 'Cost of the position with commissions',
    formula: 'Contracts × (cost + commission)',
    inputs: [count, oneCost],
    decimals: 2,
  })
  const strike = writer.strike('strike', line.strike, {
    label: `Strike, ${line.underlying}`,
    formula: 'Of the contract',
  })
  return {
    ask,
    cost: oneCost,
    contracts: count,
    totalCost: total,
    strike,
    bid: writer.perShare('bid', line.bid, { label: 'Bid per share', formula: 'Of the quote' }),
    expiry: writer.date('expiry', line.expiry, { label: 'Last day of trading', formula: 'Of the contract' }),
    daysToExpiry: writer.count('daysToExpiry', line.daysToExpiry, 'days', {
      label: 'Calendar days to expiry',
      formula: 'From the time of the quotes',
    }),
    underlyingPrice: writer.perShare('underlyingPrice', pricing.spot, {
      label: `Price of ${line.underlying}`,
      formula: 'Of the option chain',
    }),
    totalCostPercent: writer.percent('totalCostPercent', costShare, {
      label: 'Cost of the position in percent of the portfolio',
      formula: 'Cost with commissions / value of the portfolio',
      inputs: [total, scan.value],
      decimals: 2,
    }),
    maxLoss: writer.usd('maxLoss', maxLoss, {
      label: 'The most that one contract can lose',
      formula: 'Cost + commission',
      inputs: [oneCost],
      decimals: 2,
    }),
    breakEven: writer.perShare('breakEven', breakEven, {
      label: `Price of ${line.underlying} at which the option pays back its ask at expiry`,
      formula: line.type === 'call' ? 'Strike + ask' : 'Strike − ask',
      inputs: [strike, ask],
    }),
  }
}

function recordPricing(writer: FactWriter, { play, pricing }: MeasuredPlay, { ask, bid }: { ask: Fact; bid: Fact }) {
  const { fair } = play
  const mid = writer.perShare('mid', pricing.mid, {
    label: 'Middle of the quote',
    formula: '(bid + ask) / 2',
    inputs: [bid, ask],
  })
  const forecast = writer.percent('forecastVolatility', pricing.forecastVolatility, {
    label: 'Volatility expected to expiry, a year',
    formula:
      'Exponentially weighted variance (0.94) reverting to that of three years with a half-life of 30 trading days',
  })
  const error = writer.percent('forecastUncertainty', pricing.forecastUncertainty, {
    label: 'Usual error of such forecasts',
    formula: 'Root mean square of ln(realised / forecast), walked forward over the asset’s last three years',
    inputs: [{ label: 'Forecasts measured', value: String(pricing.forecastsMeasured) }],
  })
  const premium = writer.count('premiumRatio', pricing.premiumRatio, 'ratio', {
    label: 'Usual implied over realised volatility',
    formula: 'Median of what was observed of the asset, or the usual figure of its class',
    inputs: [{ label: 'Observations', value: String(pricing.premiumMeasured) }],
  })
  const shape = writer.count('smileShape', pricing.smileShape, 'ratio', {
    label: 'Volatility of this strike over that at the money',
    formula: 'By the fitted smile of the expiry as it is now',
  })
  const fairVolatility = writer.percent('fairVolatility', pricing.fairVolatility, {
    label: 'Volatility at which the option is fairly priced',
    formula: 'Expected volatility × usual premium × shape of the smile',
    inputs: [forecast, premium, shape],
  })
  const value = writer.perShare('fairValue', fair.value, {
    label: 'Fair value per share, against its own normal',
    formula: 'Black–Scholes–Merton at the fair volatility',
    inputs: [fairVolatility],
  })
  const band = (name: string, amount: number, words: string, sign: string) =>
    writer.perShare(name, amount, {
      label: `Fair value with a volatility one forecast error ${words}`,
      formula: `Black–Scholes–Merton at fair volatility × e^(${sign}error)`,
      inputs: [fairVolatility, error],
    })
  return {
    mid,
    forecastVolatility: forecast,
    forecastUncertainty: error,
    premiumRatio: premium,
    smileShape: shape,
    fairVolatility,
    fairValue: value,
    fairLow: band('fairLow', fair.low, 'lower', '−'),
    fairHigh: band('fairHigh', fair.high, 'higher', '+'),
    mispricing: writer.percent('mispricing', fair.mispricing, {
      label: 'Fair value against the middle of the quote',
      formula: 'Fair value / middle − 1; positive is cheap',
      inputs: [value, mid],
    }),
    impliedVolatility: writer.percent('impliedVolatility', pricing.impliedVolatility, {
      label: 'Implied volatility of the strike',
      formula: 'Volatility at which Black–Scholes–Merton gives the clean quote of the strike',
      inputs: [mid],
    }),
  }
}

/** What it does when it is held, in bad times and in all. */
function recordUse(writer: FactWriter, { play }: MeasuredPlay, known: { relation: RelationFacts; ask: Fact }) {
  const { relation, ask } = known
  return {
    effectiveCorrelation: recordRatio(writer, 'effectiveCorrelation', play.effectiveCorrelation, {
      label: 'Correlation of the position with the portfolio',
      formula: 'That of the underlying, with its sign turned for a put',
      inputs: [relation.correlation],
    }),
    stability: writer.percent('stability', play.side.stability, {
      label: 'Stability of the relation',
      formula: 'Mean share of other windows with the same sign, over the relations behind the play',
      decimals: 0,
    }),
    qValue: writer.percent('qValue', play.side.qValue, {
      label: 'Expected share of chance among findings as strong as this',
      formula: 'Smallest of the q-values of the relations behind the play',
    }),
    expectedReturn: writer.percent('expectedReturn', play.expectedReturn, {
      label: 'Expected return on its cost, without a view on direction',
      formula: 'Mean payoff at expiry at the expected volatility and its error / (ask + commission) − 1',
      inputs: [ask],
    }),
    conditionalReturn: writer.percent('conditionalReturn', play.conditionalReturn, {
      label: 'Return on its cost in the worst tenth of the portfolio’s paths',
      formula: 'Mean payoff at expiry over the worst 200 of 2,000 joint block-bootstrap paths / (ask + commission) − 1',
      inputs: [ask],
      decimals: 0,
    }),
    badPortfolio: writer.percent('badPortfolio', play.badBookReturn, {
      label: 'Mean return of the portfolio in those paths',
      formula: 'Mean over the worst 200 of 2,000 joint block-bootstrap paths to the expiry',
    }),
    score: recordRatio(writer, 'score', play.score, {
      label: 'Score',
      formula:
        '0.35 × hedge power + 0.25 × relative value + 0.20 × stability + 0.20 × liquidity, each standardised over what passed',
    }),
  }
}

/** Its Greeks, and what it does to the whole portfolio. */
function recordEffect(writer: FactWriter, { play, greeks, effect }: MeasuredPlay) {
  const greek = (name: string, value: number, label: string, formula: string, decimals = 4) =>
    recordRatio(writer, name, value, { label, formula, decimals })
  const weighted = (name: string, value: number, label: string) =>
    writer.count(name, value, 'shares', {
      label: `${label}, in shares of ${BENCHMARK}`,
      formula: `Σ value × beta of shares and of the deltas of options, over the price of ${BENCHMARK}`,
      decimals: 1,
    })
  const fall = effect.table.find(({ marketPercent }) => marketPercent === -20)
  return {
    delta: greek('delta', play.line.delta, 'Delta', 'Change of the price per $1 of the underlying', 2),
    gamma: greek('gamma', greeks.gamma, 'Gamma', 'Change of delta per $1 of the underlying'),
    theta: greek('theta', greeks.theta / 365, 'Theta a day', 'Change of the price in a calendar day'),
    vega: greek('vega', greeks.vega / 100, 'Vega a point', 'Change of the price per point of volatility'),
    rho: greek('rho', greeks.rho / 100, 'Rho a point', 'Change of the price per point of interest'),
    deltaBefore: weighted('deltaBefore', effect.before.betaWeightedDelta, 'Beta-weighted delta of the portfolio'),
    deltaAfter: weighted('deltaAfter', effect.after.betaWeightedDelta, 'Beta-weighted delta with the play'),
    fall: fall && {
      unhedged: writer.usd('fall.unhedged', fall.unhedged, {
        label: 'Profit of the portfolio if the market falls by 20%',
        formula: 'Σ value × ((1 − 0.2)^beta − 1), its own options revalued',
      }),
      hedged: writer.usd('fall.hedged', fall.hedgedStressedVolatility, {
        label: 'The same with the play, volatility answering',
        formula: 'Options revalued after the move with the time left and the volatility that a fall brings',
      }),
    },
  }
}

const recordRatio = (writer: FactWriter, name: string, value: number, meaning: Parameters<FactWriter['count']>[3]) =>
  writer.count(name, value, 'ratio', meaning)
