// Tests: analyze-hedges.test.ts, considered-hedges.test.ts

import { inputErrors } from '../errors.ts'
import { type AccountKind, type ApprovalLevel, requirePermissions, type UnderlyingKinds } from './permitted-legs.ts'

/** Return a year that the index is expected to earn above cash: the price of selling instead of hedging. */
export const EQUITY_PREMIUM = 0.045

/** Request of the owner. Fractions of the book's value throughout. */
export interface HedgeRequest {
  /** The most that may be lost, down to `shock`: 0.15 is 15 %. */
  readonly limit: number
  /**
   * The fall of the market for which the limit is meant, negative: −0.2. Where a crisis is asked about, an analysis puts
   * the deepest fall of the index within it here.
   */
  readonly shock: number
  /**
   * Id of one of the situation's crises, whose path of days takes the place of the fall: the limit is then meant for its
   * worst day, with options bought again at each expiry (see `replayOptions`). Null: a fall on one day.
   */
  readonly crisis: string | null
  /** Trading days for which protection is wanted; of an analysis, those of its term (see `chooseTerm`). */
  readonly horizonDays: number
  /** The most that the hedge may cost. */
  readonly maximumPremium: number
  /** Lines of a ticket: 1 buys puts only, 2 also sells puts of the same expiry below them. */
  readonly maximumLines: 1 | 2
  /** True if calls on an index may be sold without owning it, which needs a margin account. */
  readonly allowShortCalls: boolean
  /** False leaves options out altogether. */
  readonly allowOptions: boolean
  /** True buys options and sells none: no spreads, no collars, no covered calls. */
  readonly longOnly: boolean
  /** Options on anything, on broad indexes only, or on the companies that are held only. */
  readonly underlyings: UnderlyingKinds
  /** In an IRA or a cash account every sold call needs its shares, and every sold put the cash to pay for them. */
  readonly account: AccountKind
  /** Tax that the owner pays on realised gains, a fraction; null where it was not said. An IRA pays nothing. */
  readonly gainsTax: number | null
  /** Approval of the broker; see `APPROVAL_LEVELS`. */
  readonly approval: ApprovalLevel
  /** True trades shares in whole ones: sales rounded up, purchases rounded down. */
  readonly wholeShares: boolean
  /** True leaves out whatever caps gains: collars and covered calls. */
  readonly keepUpside: boolean
  /** Tickers that may be neither sold nor capped. */
  readonly keep: readonly string[]
  /** Commission per contract, in currency. */
  readonly fee: number
  /**
   * Meaning of "within the limit": `loss-curve` (the loss at every fall down to the shock, by three valuations), `cvar`
   * (the mean of the worst 5 % of simulated paths) or `floor` (each holding by itself, its own puts).
   */
  readonly objective: 'loss-curve' | 'cvar' | 'floor'
}

/** The request that stands where the owner says nothing. */
export const DEFAULT_HEDGE_REQUEST: HedgeRequest = {
  limit: 0.15,
  shock: -0.2,
  crisis: null,
  horizonDays: 63,
  maximumPremium: 0.03,
  maximumLines: 2,
  allowShortCalls: false,
  allowOptions: true,
  longOnly: false,
  underlyings: 'any',
  account: 'margin',
  gainsTax: null,
  approval: 'uncovered',
  wholeShares: false,
  keepUpside: false,
  keep: [],
  fee: 0.65,
  objective: 'loss-curve',
}

/**
 * A request with everything that the owner left open filled in.
 *
 * @throws QuantInputError naming the field that cannot be: a limit outside 0–0.95, a shock outside −0.8 to −0.01, a
 *         horizon outside 1–504 trading days, a premium or a tax rate outside 0–1, a negative fee, an unknown objective or kind of
 *         account, approval or underlying, a crisis with another objective than the loss curve
 */
export function completeHedgeRequest(overrides: Partial<HedgeRequest> = {}): HedgeRequest {
  const request = { ...DEFAULT_HEDGE_REQUEST, ...overrides }
  requireBetween('limit', request.limit, 0, 0.95)
  requireBetween('shock', request.shock, -0.8, -0.01)
  requireBetween('horizonDays', request.horizonDays, 1, 504)
  requireBetween('maximumPremium', request.maximumPremium, 0, 1)
  requireBetween('fee', request.fee, 0, 1000)
  requireBetween('gainsTax', request.gainsTax ?? 0, 0, 1)
  if (!OBJECTIVES.includes(request.objective)) {
    throw inputErrors.unknownName('objective', String(request.objective), OBJECTIVES)
  }
  requirePermissions(request)
  if (request.crisis !== null && request.objective !== 'loss-curve') {
    throw inputErrors.badText('objective', request.objective, 'loss-curve, because a crisis is asked about')
  }
  return request
}

const OBJECTIVES: readonly HedgeRequest['objective'][] = ['loss-curve', 'cvar', 'floor']

function requireBetween(argument: string, value: number, low: number, high: number): void {
  if (!(value >= low && value <= high)) {
    throw inputErrors.badNumber(argument, null, value, `a number from ${low} to ${high}`)
  }
}
