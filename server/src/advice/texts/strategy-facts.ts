// Tests: ../../features/hedges/hedges.test.ts

import type { Fact } from '@ballast/contract'
import { nameCrisis } from '@ballast/contract/hedge-request'
import {
  type BookRisk,
  formatIsoDate,
  type HedgeProposal,
  type HedgeRequest,
  type HedgeSituation,
  type LimitPrices,
  NAME_GAP,
  type OwnRisk,
  parseIsoDate,
} from '@ballast/quant'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { findUnhedgedLoss, type RiskFacts } from './risk-facts.ts'
import { type ExpectedCostFacts, recordExpectedCost } from './write-expected-cost.ts'

export interface LegFacts {
  contracts: Fact
  strike: Fact
  expiry: Fact
  premium: Fact
}

/** The figures of one strategy that texts speak of; null where a strategy has none. */
export interface StrategyFacts {
  cost: Fact
  costPercent: Fact
  premium: Fact
  fees: Fact
  atMid: Fact
  legs: readonly LegFacts[]
  loss: Fact
  upside: Fact
  open: Fact
  annual: Fact | null
  rolled: Fact | null
  breakEven: Fact | null
  mostToLose: Fact | null
  expected: ExpectedCostFacts | null
  renewal: Fact | null
  cap: Fact | null
  /** Share of everything whose sale brings the same loss in the shock, or keeps the same limit, and what that forgoes. */
  selling: { share: Fact; forgone: Fact; fraction: number; isForLimit: boolean; isTaxed: boolean } | null
}

export interface StrategyFrame {
  ledger: FactLedger
  /** Name of the strategy among facts: the same for the same place in the answer. */
  key: string
  risk: BookRisk
  riskFacts: RiskFacts
  request: HedgeRequest
  /** Day from which the days to expiry count, ISO. */
  today: string
  situation: HedgeSituation
  /** Selling a part of everything for the same limit; null where nothing would have to be sold. */
  comparator: HedgeProposal | null
}

/** Enters the figures of a strategy. */
export function recordStrategy(frame: StrategyFrame, proposal: HedgeProposal): StrategyFacts {
  const { ledger, key, riskFacts, today } = frame
  const writer = new FactWriter(ledger, `strategy.${key}`)
  const { cost, carry, mostToLose, breakEven, daysToRenewal } = proposal
  const legs = proposal.legs.map((leg, place) =>
    recordLeg(new FactWriter(ledger, `strategy.${key}.leg${place + 1}`), leg),
  )
  const premium = writer.state('strategy.premium', cost.premium, {
    inputs: legs.flatMap(({ contracts, premium: price }) => [contracts, price]),
  })
  const fees = writer.state('strategy.fees', cost.fees, { names: { fee: frame.request.fee } })
  const total = writer.state(`strategy.cost.${cost.kind}`, cost.total, {
    key: 'cost',
    inputs: [premium, fees],
    ...(Math.abs(cost.total) < CENTS_BELOW && { decimals: 2 }),
  })
  const costPercent = writer.state('strategy.costPercent', cost.fraction, { inputs: [total, riskFacts.value] })
  return {
    cost: total,
    costPercent,
    premium,
    fees,
    legs,
    atMid: writer.state('strategy.atMid', cost.atMid),
    loss: recordLoss(writer, frame, proposal),
    open: writer.state('strategy.openRiskPercent', proposal.openRisk.total, {
      names: { gap: 100 * NAME_GAP, gapTicker: proposal.openRisk.gapTicker ?? 'a single name' },
      inputs: [riskFacts.shock],
    }),
    upside: writer.state('strategy.upsideGivenUpPercent', proposal.upsideGivenUp),
    annual: carry && writer.state('strategy.annualDragPercent', carry.heldToExpiry, { inputs: [costPercent] }),
    rolled: carry && writer.state('strategy.rolledDragPercent', carry.rolled, { inputs: [total] }),
    breakEven:
      breakEven.marketReturn === null ? null : writer.state('strategy.breakEvenPercent', breakEven.marketReturn),
    mostToLose: mostToLose === null ? null : writer.state('strategy.mostToLose', mostToLose),
    expected: recordExpectedCost(writer, proposal, total),
    renewal:
      daysToRenewal === null
        ? null
        : writer.state('strategy.renewalDate', formatIsoDate(parseIsoDate(today) + daysToRenewal)),
    cap: breakEven.cap === null ? null : writer.state('strategy.capStrike', breakEven.cap, { key: 'cap' }),
    selling: recordSelling(writer, frame, proposal),
  }
}

function recordLoss(writer: FactWriter, { request, riskFacts }: StrategyFrame, { lossAtShock }: HedgeProposal): Fact {
  if (request.crisis !== null) {
    return writer.state('strategy.crisisLossPercent', lossAtShock, { names: { crisis: nameCrisis(request.crisis) } })
  }
  return writer.state('strategy.lossAtShockPercent', lossAtShock, { inputs: [riskFacts.shock] })
}

/** Dollars below which cents matter: of a small portfolio they do. */
const CENTS_BELOW = 10

function recordLeg(writer: FactWriter, leg: HedgeProposal['legs'][number]): LegFacts {
  const { contracts, strike, expiry, premium, underlying, type } = leg
  const names = { underlying, strike, type, side: contracts > 0 ? 'bought' : 'sold' }
  return {
    contracts: writer.state('leg.contracts', Math.abs(contracts), { names }),
    strike: writer.state('leg.strike', strike, { names }),
    expiry: writer.state('leg.expiry', expiry, { names }),
    premium: writer.state(contracts > 0 ? 'leg.ask' : 'leg.bid', premium, { key: 'premium', names }),
  }
}

/**
 * How much of everything would have to be sold for the same: to keep the limit where it does, else for its loss. A part of
 * what the comparator sells, which leaves what is to be kept and what sold calls need; null where that is not enough.
 */
function recordSelling(
  writer: FactWriter,
  { risk, riskFacts, request, situation, comparator }: StrategyFrame,
  { holdsLimit, lossAtShock, family }: HedgeProposal,
): StrategyFacts['selling'] {
  const unhedged = findUnhedgedLoss(risk, request)
  const target = holdsLimit ? Math.max(request.limit, lossAtShock) : lossAtShock
  const isForLimit = target > lossAtShock + 0.0005
  if (comparator === null || family === 'reduce-exposure' || family === 'do-nothing') return null
  const sale = measureSale(comparator, situation)
  const part = isForLimit ? 1 : (unhedged - target) / (unhedged - comparator.lossAtShock)
  const fraction = part * sale.fraction
  if (!(part <= MORE_THAN_SOLD && fraction > 0.001 && fraction < 1) || (isForLimit && !comparator.holdsLimit))
    return null
  const when = request.crisis === null ? 'in the shock' : `by the lowest day of ${nameCrisis(request.crisis)}`
  const share = writer.state(isForLimit ? 'strategy.sellingForLimitPercent' : 'strategy.sellingPercent', fraction, {
    key: 'sellingPercent',
    names: { when },
    inputs: [riskFacts.lossPercent, riskFacts.limit],
  })
  const forgone = writer.state('strategy.sellingForgone', part * sale.forgone, {
    inputs: [share, riskFacts.value, riskFacts.horizon],
  })
  return { share, forgone, fraction, isForLimit, isTaxed: request.account !== 'ira' && request.gainsTax !== 0 }
}

/** A part of the comparator's sale beyond this is more than it sells, rounding aside. */
const MORE_THAN_SOLD = 1.01

/** The largest part of a holding that is sold, the return that the sales are expected to forgo. */
function measureSale({ trades, cost }: HedgeProposal, { holdings }: HedgeSituation) {
  const values = new Map(holdings.map(({ ticker, value }) => [ticker, value]))
  const parts = trades.map(({ ticker, amount }) => -amount / (values.get(ticker) ?? Number.POSITIVE_INFINITY))
  return { fraction: Math.max(0, ...parts), forgone: cost.total - cost.tax }
}

/** Everything that the texts of a strategy are written from. */
export interface TextFrame extends StrategyFrame {
  proposal: HedgeProposal
  facts: StrategyFacts
  /** True for what the analysis recommends. */
  isPick: boolean
  /** True where the search found a ticket that keeps the limit within the budget. */
  isReached: boolean
  /** The three prices of the limit; null where they were not looked for. */
  prices: LimitPrices | null
  /** Risk that is larger than the market's; null where the market is the largest. */
  ownRisk: OwnRisk | null
  /** OCC symbol of each leg. */
  symbols: readonly string[]
}
