import type { BookGreeks } from '../options/book-greeks.ts'
import type { HedgeCarry } from '../options/hedge-sizing.ts'
import type { HedgeRow } from '../options/hedge-table.ts'
import type { ExpectedCost } from './expected-cost.ts'
import type { LossMap } from './loss-map.ts'
import type { OpenRisk } from './open-risk.ts'
import type { HedgeLeg } from './priced-hedge.ts'
import type { SaleTax } from './sale-cost.ts'

/** Kinds of hedges, and what they are compared with. */
export const HEDGE_FAMILIES = [
  'index-put',
  'put-spread',
  'index-collar',
  'split-hedge',
  'covered-holdings',
  'close-options',
  'protective-put',
  'single-name-collar',
  'covered-call',
  'sector-put',
  'volatility-calls',
  'own-risk',
  'holding-floors',
  'diversifiers',
  'trim',
  'reduce-exposure',
  'do-nothing',
] as const
/** One of `HEDGE_FAMILIES`. */
export type HedgeFamily = (typeof HEDGE_FAMILIES)[number]

/** Shares to sell (negative) or buy. */
export interface ShareTrade {
  readonly ticker: string
  /** Currency. */
  readonly amount: number
  /** Shares where the price is known; fractions are for the owner to round. */
  readonly shares: number | null
}

/** Cost of putting a proposal on. Currency unless a name says otherwise. */
export interface HedgeCost {
  /**
   * `premium` is paid now; `forgone-return` is what the sold part would be expected to earn over the horizon; `spread` is
   * what selling and buying shares is assumed to lose between bid and ask.
   */
  readonly kind: 'premium' | 'forgone-return' | 'spread' | 'none'
  /** Bought at the ask less sold at the bid; negative is a credit. */
  readonly premium: number
  readonly fees: number
  /** On gains that its sales realise, where the owner's rate is known; 0 otherwise. */
  readonly tax: number
  readonly total: number
  /** `total` over the book's value. */
  readonly fraction: number
  /** Cost of the same ticket at the middle of the quotes, fees included. */
  readonly atMid: number
  /** `total − atMid`: the most that patience with limit orders can save. */
  readonly possibleSaving: number
}

/** Contracts of one put by the three usual rules, unrounded, each for the put alone. */
export interface HedgeSizes {
  /** The floor below the strike covers the whole beta exposure: Σ V·β / (100·S·β). */
  readonly notional: number
  /** Small moves are offset at once: the same over |Δ|. */
  readonly deltaNeutral: number
  /** Least whole number that holds the limit at the shock alone, at intrinsic value; null when none does. */
  readonly scenario: number | null
}

/** A past crisis replayed with the hedge in place; profits in currency, losses negative. See `replayOptions`. */
export interface CrisisReplayRow {
  /** Id of the scenario. */
  readonly scenario: string
  readonly tradingDays: number
  /** Return of the index over the window. */
  readonly indexReturn: number
  /** At the window's end: without the hedge, and with it as it is, so that what expires is gone. */
  readonly unhedged: number
  readonly hedged: number
  /** The deepest point on the way, by itself for each of the two. */
  readonly worstUnhedged: number
  readonly worstHedged: number
  /** The trading day of the window on which the last option of the hedge has expired; null while any is left. */
  readonly endDay: number | null
  /** With the options bought again at each expiry; null where none expires before the window's end. */
  readonly renewed: RenewedReplay | null
}

/** A crisis with options that are bought again at each expiry. */
export interface RenewedReplay {
  readonly hedged: number
  readonly worstHedged: number
  /** How often they were bought again, and what that cost in all, commissions included. */
  readonly renewals: number
  readonly cost: number
}

/** A book before and after shares are moved. Fractions; null without enough history. */
export interface BookEffects {
  readonly before: BookFigures
  readonly after: BookFigures
}

/** See `computeDiversification`, `computeVolatility`. */
export interface BookFigures {
  readonly diversificationScore: number | null
  readonly volatility: number | null
}

/** Text by rule: the words are the caller's, the numbers are here. */
export interface RuleFinding<Rule extends string = string> {
  readonly rule: Rule
  readonly parameters: Readonly<Record<string, number | string>>
}

/** Caveats that the buyer of a hedge should know. */
export type CaveatRule =
  | 'early-assignment'
  | 'ex-dividend-assignment'
  | 'short-put-assignment'
  | 'ratio-left-over'
  | 'margin-needed'
  | 'tax-straddle'
  | 'tax-collar'
  | 'tax-constructive-sale'
  | 'tax-on-sale'
  | 'decay'
  | 'ends-before-horizon'
  | 'odd-lot'
  | 'outside-united-states'
  | 'income-not-hedge'
  | 'cash-settled'
  | 'bonds-fell-too'
  | 'covers-part'
  | 'wide-quotes'
  | 'quotes-off-spot'
  | 'old-trade'
  | 'expected-to-cost'

/** Why a kind of hedge was not proposed. */
export type RejectionRule =
  | 'options-not-wanted'
  | 'not-permitted'
  | 'upside-to-be-kept'
  | 'no-chain'
  | 'no-tradable-contract'
  | 'limit-holds-already'
  | 'limit-not-reachable'
  | 'over-budget'
  | 'no-market-exposure'
  | 'one-contract-too-large'
  | 'short-calls-not-allowed'
  | 'fewer-than-100-shares'
  | 'calls-sold-already'
  | 'puts-held-already'
  | 'fits-no-account'
  | 'to-be-kept'
  | 'sector-not-overweight'
  | 'index-sectors-unknown'
  | 'sector-adds-too-little'
  | 'volatility-out-of-schedule'
  | 'no-history'
  | 'nothing-above-cap'
  | 'does-not-help'
  | 'not-cheapest'
  | 'dominated'
  | 'not-foremost'

/** A kind of hedge that was looked at, and what became of it. */
export interface ConsideredHedge extends RuleFinding<RejectionRule> {
  readonly family: HedgeFamily
  /** Ticker of the underlying, or null where there is none. */
  readonly instrument: string | null
}

/** A hedge, or what to do instead of one, with all its figures. Plain data. */
export interface HedgeProposal {
  /** The same for the same ticket: family, underlying, expiry, strikes and sizes. */
  readonly id: string
  readonly family: HedgeFamily
  readonly legs: readonly HedgeLeg[]
  readonly trades: readonly ShareTrade[]
  readonly cost: HedgeCost
  /**
   * Profit per market move on the last day of the term, or of the options where they end before it, in currency, by three
   * valuations; see `computeHedgeTable`.
   */
  readonly table: readonly HedgeRow[]
  /**
   * Largest loss at the request's shock over all days of the term and all valuations, as a positive fraction; where a
   * crisis is asked about, on its worst day, with options bought again at each expiry.
   */
  readonly lossAtShock: number
  /** The same over all falls down to the shock: with options that are held, less of a fall may cost more. */
  readonly worstLoss: number
  /**
   * True if every fall down to the shock keeps within the limit, on every day of the term and by all valuations; where a
   * crisis is asked about, every day of it.
   */
  readonly holdsLimit: boolean
  /** Risk that it leaves open other than the market. */
  readonly openRisk: OpenRisk
  /** Losses by day and fall, without it and with it. */
  readonly losses: LossMap
  /** The most that the options alone can lose, in currency (positive); null when unlimited or without options. */
  readonly mostToLose: number | null
  /** Fraction given up if the market rises by 10 % on any day of the term, options at their intrinsic value. */
  readonly upsideGivenUp: number
  readonly breakEven: {
    /** Prices of the underlying at expiry at which the options alone come out even. */
    readonly prices: readonly number[]
    /** Market return below which the hedged book does better than the unhedged, at expiry; null if there is none. */
    readonly marketReturn: number | null
    /** Price of the underlying above which gains are capped; null without a sold call. */
    readonly cap: number | null
  }
  /** How many of the bought option other rules of sizing would take; null for other families than index puts. */
  readonly sizes: HedgeSizes | null
  /** Gross payoff at the shock (intrinsic) over cost; null for a credit or without options. */
  readonly efficiency: number | null
  /** Gross payoff at the shock less cost, in currency. */
  readonly netLossAvoided: number
  readonly carry: HedgeCarry | null
  readonly probabilities: {
    /** That the bought option nearest the money ends in the money: what prices imply, and with forecast volatility. */
    readonly riskNeutral: number
    readonly forecast: number
  } | null
  /** Expected cost of the options in the end, and how often they pay; see `estimateExpectedCost`. */
  readonly expected: ExpectedCost | null
  readonly greeks: { readonly before: BookGreeks; readonly after: BookGreeks } | null
  readonly crises: readonly CrisisReplayRow[]
  /** Gains that its sales realise, and the tax on them; null where it sells nothing. */
  readonly saleTax: SaleTax | null
  /** Effects of moving shares on the book; null for proposals that move none. */
  readonly effects: BookEffects | null
  readonly daysToExpiry: number | null
  /** Calendar days from now at which a third of the life is left: the day to renew. */
  readonly daysToRenewal: number | null
  readonly caveats: readonly RuleFinding<CaveatRule>[]
}
