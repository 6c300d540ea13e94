// Tests: ../../features/hedges/hedges.test.ts, ../../features/hedges/write-rejection.test.ts

import type { Fact } from '@ballast/contract'
import {
  type BookRisk,
  computeForgoneReturn,
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
import { nameCrisis } from '../request/name-crisis.ts'
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
  /** Share of everything whose sale brings the same loss at the asked fall, or keeps the same limit, and what that forgoes. */
  selling: { share: Fact; forgone: Fact; fraction: number; isForLimit: boolean } | null
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
}

/** Enters the figures of a strategy. */
export function recordStrategy(frame: StrategyFrame, proposal: HedgeProposal): StrategyFacts {
  const { ledger, key, riskFacts, today } = frame
  const writer = new FactWriter(ledger, `strategy.${key}`)
  const { cost, carry, mostToLose, breakEven, daysToRenewal } = proposal
  const legs = proposal.legs.map((leg, place) =>
    recordLeg(new FactWriter(ledger, `strategy.${key}.leg${place + 1}`), leg),
  )
  const premium = writer.usd('premium', cost.premium, {
    label: 'Premium, bought at the ask and sold at the bid',
    formula: 'Σ contracts × shares per contract × price per share',
    inputs: legs.flatMap(({ contracts, premium: price }) => [contracts, price]),
  })
  const fees = writer.usd('fees', cost.fees, {
    label: 'Commissions',
    formula: `Contracts × $${frame.request.fee}`,
    decimals: 2,
  })
  const total = writer.usd('cost', cost.total, {
    label: 'Cost',
    formula: COST_FORMULAS[cost.kind],
    inputs: [premium, fees],
    // Of a small portfolio cents matter.
    ...(Math.abs(cost.total) < 10 && { decimals: 2 }),
  })
  const costPercent = writer.percent('costPercent', cost.fraction, {
    label: 'Cost in percent of the portfolio',
    formula: 'Cost / value of the portfolio',
    inputs: [total, riskFacts.value],
    decimals: 2,
  })
  return {
    cost: total,
    costPercent,
    premium,
    fees,
    legs,
    atMid: writer.usd('atMid', cost.atMid, {
      label: 'Cost at the middle of the quotes',
      formula: 'Σ contracts × shares per contract × (bid + ask) / 2, plus commissions',
    }),
    loss: recordLoss(writer, frame, proposal),
    open: writer.percent('openRiskPercent', proposal.openRisk.total, {
      label: 'Loss at the asked fall with what stays open beside the market',
      formula: `Loss at the asked fall + the larger of the residual volatility over the term and a gap of ${100 * NAME_GAP}% in ${proposal.openRisk.gapTicker ?? 'a single name'}, its own options counted`,
      inputs: [riskFacts.shock],
    }),
    upside: writer.percent('upsideGivenUpPercent', proposal.upsideGivenUp, {
      label: 'Given up if the market rises by 10%',
      formula: 'Profit without less profit with it, over the value of the portfolio',
    }),
    annual:
      carry &&
      writer.percent('annualDragPercent', carry.heldToExpiry, {
        label: 'Cost a year if renewed at this price',
        formula: 'Cost in percent × 365 / days to expiry',
        inputs: [costPercent],
      }),
    rolled:
      carry &&
      writer.percent('rolledDragPercent', carry.rolled, {
        label: 'Cost a year if rolled with a third of its life left',
        formula:
          '(cost − what closing it brings at the roll) / value of the portfolio × 365 / days to the roll, prices unmoved; closing pays half of the spread and the commissions, as opening does',
        inputs: [total],
      }),
    breakEven:
      breakEven.marketReturn === null
        ? null
        : writer.percent('breakEvenPercent', breakEven.marketReturn, {
            label: 'Market move from which the hedged portfolio does better, at expiry',
            formula: 'Where the payoff at expiry equals the cost',
          }),
    mostToLose:
      mostToLose === null
        ? null
        : writer.usd('mostToLose', mostToLose, {
            label: 'The most that the options alone can lose',
            formula: 'Largest loss over all prices of the underlying at expiry, commissions included',
          }),
    expected: recordExpectedCost(writer, proposal, total),
    renewal:
      daysToRenewal === null
        ? null
        : writer.date('renewalDate', formatIsoDate(parseIsoDate(today) + daysToRenewal), {
            label: 'Day on which a third of its life is left',
            formula: 'Day of the quotes + two thirds of the days to expiry',
          }),
    cap:
      breakEven.cap === null
        ? null
        : writer.strike('cap', breakEven.cap, {
            label: 'Price above which gains are capped',
            formula: 'Lowest strike of the calls sold',
          }),
    selling: recordSelling(writer, frame, proposal),
  }
}

function recordLoss(writer: FactWriter, { request, riskFacts }: StrategyFrame, { lossAtShock }: HedgeProposal): Fact {
  if (request.crisis !== null) {
    return writer.percent('crisisLossPercent', lossAtShock, {
      label: `Loss with it by the lowest day of ${nameCrisis(request.crisis)}`,
      formula: 'Every close of the window at today’s values, options bought again at each expiry',
    })
  }
  return writer.percent('lossAtShockPercent', lossAtShock, {
    label: 'Loss with it at the asked fall',
    formula:
      'The worst day of the term and the worst valuation: volatility unmoved, volatility answering, intrinsic value on the last day',
    inputs: [riskFacts.shock],
    decimals: 2,
  })
}

const COST_FORMULAS: Readonly<Record<HedgeProposal['cost']['kind'], string>> = {
  premium: 'Premium + commissions',
  'forgone-return':
    'Value sold × its beta × 4.5% a year × trading days / 252, and the tax on gains where a rate was given',
  spread: 'Value traded × 0.05%, the assumed half of bid to ask, and the tax on gains where a rate was given',
  none: 'Nothing is traded',
}

function recordLeg(writer: FactWriter, leg: HedgeProposal['legs'][number]): LegFacts {
  const { contracts, strike, expiry, premium, underlying, type } = leg
  return {
    contracts: writer.count('contracts', Math.abs(contracts), 'contracts', {
      label: `Contracts ${contracts > 0 ? 'bought' : 'sold'}`,
      formula: 'By the search, in whole contracts',
    }),
    strike: writer.strike('strike', strike, {
      label: `Strike of the ${underlying} ${type}s ${contracts > 0 ? 'bought' : 'sold'}`,
      formula: 'Of the contract',
    }),
    expiry: writer.date('expiry', expiry, { label: 'Last day of trading', formula: 'Of the contract' }),
    premium: writer.perShare('premium', premium, {
      label: contracts > 0 ? 'Ask per share' : 'Bid per share',
      formula: 'Of the quote',
    }),
  }
}

/** How much of everything would have to be sold for the same: to keep the limit where it does, else for its loss. */
function recordSelling(
  writer: FactWriter,
  { risk, riskFacts, request, situation }: StrategyFrame,
  { holdsLimit, lossAtShock, family }: HedgeProposal,
): StrategyFacts['selling'] {
  const unhedged = findUnhedgedLoss(risk, request)
  const target = holdsLimit ? Math.max(request.limit, lossAtShock) : lossAtShock
  const isForLimit = target > lossAtShock + 0.0005
  const fraction = unhedged > 0 ? 1 - target / unhedged : 0
  if (!(fraction > 0.001 && fraction < 1) || family === 'reduce-exposure' || family === 'do-nothing') return null
  const when = request.crisis === null ? 'at the asked fall' : `by the lowest day of ${nameCrisis(request.crisis)}`
  const share = writer.percent('sellingPercent', fraction, {
    label: isForLimit
      ? `Share of everything whose sale keeps the limit ${when}`
      : `Share of everything whose sale does the same ${when}`,
    formula: '1 − loss with the hedge (or the limit that it keeps) / loss without',
    inputs: [riskFacts.lossPercent, riskFacts.limit],
  })
  const forgone = writer.usd(
    'sellingForgone',
    fraction * computeForgoneReturn(situation.holdings, request.horizonDays),
    {
      label: 'Expected return that selling forgoes over the horizon',
      formula: 'Share sold × Σ value × beta × 4.5% a year × trading days / 252; taxes come on top',
      inputs: [share, riskFacts.value, riskFacts.horizon],
    },
  )
  return { share, forgone, fraction, isForLimit }
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
  /** What the portfolio has to fear more than the market; null where that is the market. */
  ownRisk: OwnRisk | null
  /** OCC symbol of each leg. */
  symbols: readonly string[]
}
