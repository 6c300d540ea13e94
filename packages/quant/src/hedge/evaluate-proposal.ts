import { parseIsoDate } from '../civil-day.ts'
import { countTradingDays } from '../exchange-calendar.ts'
import { computeIndexHedgeSize } from '../options/book-greeks.ts'
import { averageOverVolatility, computeExerciseProbability } from '../options/exercise-odds.ts'
import {
  computeHedgeCarry,
  computeHedgeEfficiency,
  computeScenarioHedgeSize,
  type HedgeCarry,
} from '../options/hedge-sizing.ts'
import { findHedgeBreakEven, type HedgeRow, STANDARD_SHOCKS } from '../options/hedge-table.ts'
import { computeStrategyOutcome } from '../options/option-strategy.ts'
import { computeEffects } from './book-effects.ts'
import { findClosed } from './closing-lines.ts'
import { measureCrisisLosses, replayCrises } from './crisis-replay.ts'
import { estimateExpectedCost } from './expected-cost.ts'
import type { HedgeContext } from './hedge-context.ts'
import { countHedgeDays } from './hedge-dates.ts'
import type { OptionLine } from './hedge-market.ts'
import type {
  CaveatRule,
  HedgeCost,
  HedgeFamily,
  HedgeProposal,
  HedgeSizes,
  RuleFinding,
  ShareTrade,
} from './hedge-proposal.ts'
import { computeHedgedGreeks, type QuotedLeg } from './leg-greeks.ts'
import { computeRequiredGains, createLossLimits, keepsLimit } from './loss-limits.ts'
import { mapLosses } from './loss-map.ts'
import { measureOpenRisk } from './open-risk.ts'
import { toHedgeLeg } from './option-lines.ts'
import type { BookExposure, HedgeBook, HedgeLeg, HedgeUnderlying } from './priced-hedge.ts'
import { toProposalId } from './proposal-id.ts'
import { computeTicketCost, type HedgeShock, repriceBook, repriceLeg, repriceShares } from './reprice-hedge.ts'
import { measureSaleTax } from './sale-cost.ts'

/** Trades of a proposal, before its figures are computed. */
export interface ProposalDraft {
  readonly family: HedgeFamily
  readonly options: readonly { readonly line: OptionLine; readonly contracts: number }[]
  readonly trades: readonly ShareTrade[]
  /** Exposures after the trades; the book's own when left out. */
  readonly exposures?: readonly BookExposure[]
  /** Cost of trades, in currency, and its kind; options are costed from their quotes. */
  readonly forgone?: number
  readonly costKind?: 'forgone-return' | 'spread'
  readonly caveats: readonly RuleFinding<CaveatRule>[]
}

/** All figures of a proposal; see `HedgeProposal` for the meaning of each. */
export function evaluateProposal(context: HedgeContext, draft: ProposalDraft): HedgeProposal {
  const { request, book, situation, lookup } = context
  const legs = toLegs(context, draft)
  const isClosing = draft.family === 'close-options'
  const cost = computeCost(context, draft, legs)
  const paid = cost.premium + cost.fees
  const profit = createProfit(context, draft, legs, paid)
  const payoff = computePayoff(context, legs, request.shock)
  const days = legs.length === 0 || isClosing ? null : Math.max(...draft.options.map(({ line }) => line.daysToExpiry))
  const curve = measureCurve(context, draft, legs, paid)
  const lossAtShock = Math.max(...curve.filter(({ isShock }) => isShock).map(({ loss }) => loss))
  return {
    id: toProposalId(draft),
    family: draft.family,
    legs,
    trades: draft.trades,
    cost,
    table: toTable(context, profit),
    lossAtShock,
    worstLoss: Math.max(...curve.filter(({ isAsked }) => isAsked).map(({ loss }) => loss)),
    holdsLimit: holdsCurve(curve, legs),
    openRisk: measureOpenRisk(context, { trades: draft.trades, legs, lossAtShock }),
    losses: mapLosses(context, { after: toBookAfter(book, draft), legs, paid }),
    mostToLose: computeMostToLose(context, legs, cost.fees),
    upsideGivenUp: measureUpside(context, draft, legs, paid) / book.value,
    breakEven: isClosing ? NEVER : findBreakEvens(context, legs, cost.fees),
    sizes: computeSizes(context, draft, profit(request.shock).unhedged),
    efficiency: legs.length === 0 ? null : computeHedgeEfficiency(payoff, cost.total),
    netLossAvoided:
      legs.length === 0 ? profit(request.shock).expiry - profit(request.shock).unhedged : payoff - cost.total,
    carry: days === null ? null : computeCarry(context, legs, cost, days),
    probabilities: computeOdds(context, draft),
    expected: estimateExpectedCost(context, draft.options, cost.total),
    greeks: {
      before: computeHedgedGreeks(book, [], situation.index.price, lookup),
      after: computeHedgedGreeks(toBookAfter(book, draft), toQuotedLegs(draft), situation.index.price, lookup),
    },
    crises: replayCrises(context, { trades: draft.trades, legs }),
    saleTax: measureSaleTax(situation.holdings, draft.trades, request),
    effects: draft.trades.length === 0 ? null : computeEffects(context, draft.trades),
    daysToExpiry: days,
    daysToRenewal: days === null ? null : Math.floor((2 * days) / 3),
    caveats: draft.caveats,
  }
}

/** Closed options are gone: they neither pay for themselves nor cap anything. */
const NEVER: HedgeProposal['breakEven'] = { prices: [], marketReturn: null, cap: null }

/** Legs of a draft. One that closes a held option is settled as that one is, so that both together are nothing. */
function toLegs({ book }: HedgeContext, { options }: Pick<ProposalDraft, 'options'>): HedgeLeg[] {
  return options.map(({ line, contracts }) => {
    const leg = toHedgeLeg(line, contracts)
    const settledInShares = findClosed(book.options, leg)?.settledInShares
    return settledInShares === undefined ? leg : { ...leg, settledInShares }
  })
}

function computeCost(
  { book, request, situation }: HedgeContext,
  draft: ProposalDraft,
  legs: readonly HedgeLeg[],
): HedgeCost {
  const premium = computeTicketCost(legs, 0)
  const fees = request.fee * legs.reduce((sum, leg) => sum + Math.abs(leg.contracts), 0)
  const middle = draft.options.reduce(
    (sum, { line, contracts }) => sum + contracts * line.multiplier * 0.5 * (line.bid + line.ask),
    0,
  )
  const forgone = draft.forgone ?? 0
  const tax = measureSaleTax(situation.holdings, draft.trades, request)?.tax ?? 0
  const total = premium + fees + forgone + tax
  return {
    kind: legs.length > 0 ? 'premium' : (draft.costKind ?? 'none'),
    premium,
    fees,
    tax,
    total,
    fraction: total / book.value,
    atMid: middle + fees + forgone + tax,
    possibleSaving: premium - middle,
  }
}

function toBookAfter(book: HedgeBook, { exposures }: ProposalDraft): HedgeBook {
  return exposures === undefined ? book : { ...book, exposures }
}

interface Profits {
  readonly unhedged: number
  readonly expiry: number
  readonly steady: number
  readonly responding: number
}

/** The last day of the term, or of the options where they end before it: what is looked at later is not theirs. */
function findLastDay({ situation, term }: HedgeContext, legs: readonly HedgeLeg[]): number {
  const lives = legs.map(({ expiry }) => countHedgeDays(situation.today, expiry).tradingDays)
  return legs.length === 0 ? term.tradingDays : Math.min(term.tradingDays, Math.max(...lives))
}

/** Profit of the book with the proposal in place at one market return, by the three valuations. */
function createProfit(context: HedgeContext, draft: ProposalDraft, legs: readonly HedgeLeg[], paid: number) {
  const { book, lookup } = context
  const after = toBookAfter(book, draft)
  const horizonDays = findLastDay(context, legs)
  return (marketReturn: number): Profits => {
    const at = (volatility: HedgeShock['volatility']): number => {
      const shock = { marketReturn, horizonDays, volatility }
      return repriceBook(after, shock, lookup) + valueLegs(context, legs, shock) - paid
    }
    return {
      unhedged: repriceBook(book, { marketReturn, horizonDays, volatility: { kind: 'expiry' } }, lookup),
      expiry: at({ kind: 'expiry' }),
      steady: at({ kind: 'rule', scale: 0 }),
      responding: at({ kind: 'rule', scale: 1 }),
    }
  }
}

function valueLegs({ lookup }: HedgeContext, legs: readonly HedgeLeg[], shock: HedgeShock): number {
  return legs.reduce((sum, leg) => sum + leg.contracts * leg.multiplier * repriceLeg(leg, shock, lookup), 0)
}

function toTable({ request }: HedgeContext, profit: (marketReturn: number) => Profits): HedgeRow[] {
  const shocks = [...new Set([...STANDARD_SHOCKS, request.shock])].sort((a, b) => b - a)
  return shocks.map((marketReturn) => {
    const { unhedged, expiry, steady, responding } = profit(marketReturn)
    return { marketReturn, unhedged, hedgedAtExpiry: expiry, hedgedSteady: steady, hedgedResponding: responding }
  })
}

const RISE = 0.1

/** The most that a rise by a tenth costs on any day of the term, options at their intrinsic value. */
function measureUpside(context: HedgeContext, draft: ProposalDraft, legs: readonly HedgeLeg[], paid: number): number {
  const after = toBookAfter(context.book, draft)
  const moved = repriceShares(context.book, RISE) - repriceShares(after, RISE)
  const received = context.lossDays.map((horizonDays) =>
    valueLegs(context, legs, { marketReturn: RISE, horizonDays, volatility: { kind: 'expiry' } }),
  )
  return moved + paid - Math.min(...received)
}

const INDEX_PUTS: ReadonlySet<HedgeFamily> = new Set(['index-put', 'put-spread'])

function computeSizes(context: HedgeContext, { family, options }: ProposalDraft, unhedged: number): HedgeSizes | null {
  const { request, book, dollarBeta } = context
  const line = options[0]?.line
  if (!INDEX_PUTS.has(family) || line === undefined) return null
  const leg = toHedgeLeg(line, 1)
  const { spot, beta } = context.lookup.find(leg).underlying
  const { multiplier, delta, ask } = line
  const exposure = { value: dollarBeta, beta: 1 }
  const found = computeIndexHedgeSize(exposure, { indexPrice: spot * beta, delta, multiplier })
  const shockedValue = computePayoff(context, [leg], request.shock) / multiplier
  const limit = request.limit * book.value
  return {
    notional: found.contractsFullNotional,
    deltaNeutral: found.contractsDeltaNeutral,
    scenario: computeScenarioHedgeSize({ loss: -unhedged, limit, shockedValue, ask, fee: request.fee, multiplier }),
  }
}

/**
 * True if a draft keeps the book within the request's loss curve, on every day, at every fall and by every valuation. Of shares alone
 * nothing ends beyond the shock, so they are held to the falls down to it, as the book without a hedge is.
 */
export function draftHoldsLimit(context: HedgeContext, draft: ProposalDraft): boolean {
  const legs = toLegs(context, draft)
  const { premium, fees } = computeCost(context, draft, legs)
  return holdsCurve(measureCurve(context, draft, legs, premium + fees), legs)
}

/** A draft in one state that is asked about: of the loss curve, or of the crisis. */
interface CurvePoint {
  /** Loss of the book with the draft, a positive fraction. */
  readonly loss: number
  readonly isKept: boolean
  /** True if it is a fall down to the asked one, and not beyond. */
  readonly isAsked: boolean
  /** True if it is the asked one. */
  readonly isShock: boolean
}

function measureCurve(
  context: HedgeContext,
  draft: ProposalDraft,
  legs: readonly HedgeLeg[],
  paid: number,
): CurvePoint[] {
  const { book, request, lookup, lossDays, crisis } = context
  if (crisis !== null) {
    const losses = measureCrisisLosses(context, crisis, { trades: draft.trades, legs })
    return losses.map((loss) => ({ loss, isKept: keepsLimit(loss, request.limit), isAsked: true, isShock: true }))
  }
  const after = toBookAfter(book, draft)
  const required = computeRequiredGains(after, createLossLimits(request), lossDays, lookup)
  return required.map(({ shock, unhedged, gain }): CurvePoint => {
    const loss = -(unhedged + valueLegs(context, legs, shock) - paid) / book.value
    return {
      loss,
      isKept: keepsLimit(loss, -(unhedged + gain) / book.value),
      isAsked: shock.marketReturn >= request.shock,
      isShock: shock.marketReturn === request.shock,
    }
  })
}

function holdsCurve(curve: readonly CurvePoint[], legs: readonly HedgeLeg[]): boolean {
  return curve.every(({ isKept, isAsked }) => isKept || (legs.length === 0 && !isAsked))
}

function computePayoff(context: HedgeContext, legs: readonly HedgeLeg[], marketReturn: number): number {
  const horizonDays = findLastDay(context, legs)
  return valueLegs(context, legs, { marketReturn, horizonDays, volatility: { kind: 'expiry' } })
}

function groupByUnderlying(legs: readonly HedgeLeg[]): HedgeLeg[][] {
  const groups = new Map<string, HedgeLeg[]>()
  for (const leg of legs) groups.set(leg.underlying, [...(groups.get(leg.underlying) ?? []), leg])
  return [...groups.values()]
}

/** Sum over underlyings of the most that their options alone can lose; null when one of them is unlimited. */
function computeMostToLose({ lookup }: HedgeContext, legs: readonly HedgeLeg[], fees: number): number | null {
  if (legs.length === 0) return null
  const losses = groupByUnderlying(legs).map((group) => {
    const { spot } = lookup.find(group[0]!).underlying
    return computeStrategyOutcome({ shares: 0, spot, legs: group }).maxLoss
  })
  return losses.reduce<number | null>((sum, loss) => (sum === null || loss === null ? null : sum - loss), fees)
}

function findBreakEvens(context: HedgeContext, legs: readonly HedgeLeg[], fees: number): HedgeProposal['breakEven'] {
  const groups = groupByUnderlying(legs)
  const sold = legs.filter(({ type, contracts }) => type === 'call' && contracts < 0)
  const isPlain = legs.every((leg) => context.lookup.find(leg).underlying.kind === 'price')
  const only = groups.length === 1 ? groups[0]! : null
  return {
    prices:
      only === null
        ? []
        : computeStrategyOutcome({ shares: 0, spot: context.lookup.find(only[0]!).underlying.spot, legs: only })
            .breakEvens,
    marketReturn: legs.length === 0 || !isPlain ? null : findMarketBreakEven(context, legs, fees),
    cap: only === null || sold.length === 0 ? null : Math.min(...sold.map(({ strike }) => strike)),
  }
}

function findMarketBreakEven({ book, lookup }: HedgeContext, legs: readonly HedgeLeg[], fees: number): number | null {
  const lines = legs.map((leg) => {
    const { underlying, expiry, quotedVolatility } = lookup.find(leg)
    const { style, spot, rate, beta } = underlying
    const { smile, dividendYield } = expiry
    const option = { type: leg.type, strike: leg.strike, style, spot, rate, smile, dividendYield, quotedVolatility }
    return { option, contracts: leg.contracts, premium: leg.premium, multiplier: leg.multiplier, beta }
  })
  return findHedgeBreakEven({ value: book.value, beta: 0, lines, fees })
}

/** Closing gives what the legs are worth then, less half of each quote's spread and the commissions, as opening did. */
function computeCarry(context: HedgeContext, legs: readonly HedgeLeg[], cost: HedgeCost, days: number): HedgeCarry {
  const first = parseIsoDate(context.situation.today)
  const daysToRoll = Math.max(1, Math.floor((2 * days) / 3))
  const value = valueLegs(context, legs, {
    marketReturn: 0,
    horizonDays: countTradingDays(first, first + daysToRoll),
    volatility: { kind: 'rule', scale: 0 },
  })
  const proceedsAtRoll = value - cost.possibleSaving - cost.fees
  return computeHedgeCarry({ cost: cost.total, proceedsAtRoll, daysToRoll, daysToExpiry: days }, context.book.value)
}

/** Greeks and odds are those of the quotes that are paid, as their chain shows them. */
function toQuotedLegs({ options }: ProposalDraft): QuotedLeg[] {
  return options.map(({ line, contracts }) => ({ ...toHedgeLeg(line, contracts), volatility: line.volatility }))
}

/** Trading days that are left to an option, at least one. */
function countLife({ expiry }: OptionLine, { today }: HedgeUnderlying): number {
  return Math.max(1, countHedgeDays(today, expiry).tradingDays)
}

/** The option with its quote's volatility, and the forecast that may stand in for it. */
function toOption(context: HedgeContext, line: OptionLine) {
  const { underlying, expiry } = context.lookup.find(toHedgeLeg(line, 1))
  const { smile, dividendYield } = expiry
  const { spot, rate } = underlying
  const forecast = context.forecast(line.underlying, countLife(line, underlying))
  return {
    inputs: {
      type: line.type,
      spot,
      strike: line.strike,
      years: smile.years,
      rate,
      dividendYield,
      volatility: line.volatility,
    },
    forecast,
    kind: underlying.kind,
  }
}

function computeOdds(context: HedgeContext, { options }: ProposalDraft): HedgeProposal['probabilities'] {
  const bought = options.filter(({ contracts }) => contracts > 0).map(({ line }) => line)
  const nearest = bought.sort((a, b) => Math.abs(b.delta) - Math.abs(a.delta))[0]
  if (nearest === undefined) return null
  const { inputs, forecast, kind } = toOption(context, nearest)
  if (forecast === null || kind === 'volatility') return null
  const expected = { ...inputs, volatility: forecast.volatility, volatilityUncertainty: forecast.uncertainty }
  return {
    riskNeutral: computeExerciseProbability(inputs),
    forecast: averageOverVolatility(expected, computeExerciseProbability),
  }
}
