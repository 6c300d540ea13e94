import { z } from 'zod'
import { defineObject } from './call.ts'
import { groundedTextSchema } from './grounding.ts'
import { HEDGE_FAMILY_IDS } from './hedge-families.ts'

/* Hedges that can be carried out. Units as in `hedges.ts`. */

export const hedgeFamilySchema = z.enum(HEDGE_FAMILY_IDS)

export const hedgeLegSchema = z.object({
  /** OCC-21 without blanks. */
  symbol: z.string(),
  underlying: z.string(),
  type: z.enum(['call', 'put']),
  strike: z.number(),
  expiry: z.iso.date(),
  /** Whole contracts, negative when sold. */
  contracts: z.number().int(),
  /** Per share: the ask when bought, the bid when sold. */
  premium: z.number(),
  multiplier: z.number(),
  settledInShares: z.number().optional(),
  bid: z.number().nullable(),
  ask: z.number().nullable(),
  openInterest: z.number().nullable(),
  delta: z.number().nullable(),
  impliedVolatility: z.number().nullable(),
})

export const profitRowSchema = z.object({
  /** Move of the market. */
  marketPercent: z.number(),
  /** Profit of the portfolio without the hedge. */
  unhedged: z.number(),
  /** With it, by three valuations of its options: intrinsic at expiry, volatility unmoved, volatility answering. */
  hedgedAtExpiry: z.number(),
  hedgedFlatVolatility: z.number(),
  hedgedStressedVolatility: z.number(),
})

/** A chain that was asked for, and what came of it. */
export const chainOutcomeSchema = z.object({
  ticker: z.string(),
  state: z.enum(['used', 'stale', 'no-options', 'provider-down', 'unauthorized', 'unreadable']),
  /** When its quotes were made; null without a chain. */
  asOf: z.iso.datetime().nullable(),
  contracts: z.number().int(),
  /** Meaning of its absence or age, in words; null when all is well. */
  note: z.string().nullable(),
})

export const bookGreeksSchema = z.object({
  dollarDelta: z.number(),
  dollarBeta: z.number(),
  betaWeightedDelta: z.number(),
  dollarGammaPerPercent: z.number(),
  thetaPerDay: z.number(),
  vegaPerPoint: z.number(),
})

/** A past crisis, replayed day by day with the hedge in place. Profits in percent of the portfolio, losses negative. */
const crisisRowSchema = z.object({
  scenarioId: z.string(),
  name: z.string(),
  /** Return of the index from the first close to the last, and how many trading days that took; null in older answers. */
  indexPercent: z.number().nullable().default(null),
  tradingDays: z.number().int().nullable().default(null),
  /** Share of the value that did not trade then and is replayed by proxies. */
  proxyPercent: z.number(),
  unhedgedPercent: z.number(),
  /** With the hedge as it is: options that expire within the window are gone. */
  hedgedPercent: z.number(),
  worstUnhedgedPercent: z.number(),
  worstHedgedPercent: z.number(),
  /** The trading day of the window on which the last option of the hedge has expired; null while any is left. */
  endDay: z.number().int().nullable().default(null),
  /**
   * The same with the options bought again by rule on the day of each expiry: the same strikes relative to the spot, the
   * same term, at that day's volatility and the spread of today's quotes. Null where none expires before the end.
   */
  renewed: z
    .object({
      hedgedPercent: z.number(),
      worstHedgedPercent: z.number(),
      renewals: z.number().int(),
      /** Cost of all renewals, in dollars, payoffs not taken off; and in percent. */
      cost: z.number(),
      costPercent: z.number(),
    })
    .nullable()
    .default(null),
  /** Older answers only: how often the options were bought again in `hedgedPercent`. */
  renewals: z.number().int().default(0),
})

/**
 * The loss if the market stands still until a day and falls on it, by the worst valuation of each state. After the days of
 * the term comes the day after the options end.
 */
export const lossMapSchema = z.object({
  days: z.array(z.object({ date: z.iso.date(), tradingDays: z.number().int() })),
  /** Falls of the market, positive, the smallest first. */
  fallsPercent: z.array(z.number()),
  /** By day and fall, `[day][fall]`; a gain is negative. */
  unhedgedPercent: z.array(z.array(z.number())),
  hedgedPercent: z.array(z.array(z.number())),
})

/** A hedge that can be carried out, or what to do instead of one. */
export const hedgeStrategySchema = defineObject('HedgeStrategy', {
  // As specified:
  /** "Index Put", "Put Spread", "Reduce Exposure" … */
  type: z.string(),
  /** "$4,610 (1.77% of the portfolio; 7.1% a year if renewed at this price)". */
  estimatedCost: z.string(),
  /** "SPY Feb 19, 2027: buy 4 × 730 put, sell 3 × 620 put". */
  instrument: z.string(),
  reasoning: z.string(),
  implementation: z.string(),
  // And what these are made of:
  /** The same for the same ticket. */
  id: z.string(),
  family: hedgeFamilySchema,
  /** Why it is among the strategies: the optimiser's choice, another family, the concentration fix, the comparator. */
  role: z.enum(['recommended', 'alternative', 'concentration', 'comparator']),
  estimatedCostParts: groundedTextSchema,
  instrumentParts: groundedTextSchema,
  reasoningParts: groundedTextSchema,
  implementationParts: groundedTextSchema,
  legs: z.array(hedgeLegSchema),
  /** Shares to sell (negative) or buy. */
  trades: z.array(z.object({ ticker: z.string(), amount: z.number(), shares: z.number().nullable() })),
  cost: z.object({
    /** `premium` is paid now; `forgone-return` is what is sold would be expected to earn; `spread` is lost in trading shares. */
    kind: z.enum(['premium', 'forgone-return', 'spread', 'none']),
    premium: z.number(),
    fees: z.number(),
    /** On gains that its sales realise, part of the total; 0 where the owner's rate is not known. */
    tax: z.number().default(0),
    total: z.number(),
    percent: z.number(),
    atMid: z.number(),
    possibleSaving: z.number(),
  }),
  table: z.array(profitRowSchema),
  /**
   * In the shock, on the worst day of the term and by the worst valuation; where a crisis is asked about, on its
   * worst day, options bought again at each expiry.
   */
  lossAtShockPercent: z.number(),
  unhedgedLossAtShockPercent: z.number(),
  /** True if the limit is kept at every fall, on every day of the term and by every valuation, or on every day of the crisis. */
  holdsLimit: z.boolean(),
  /**
   * The loss in the shock plus the larger of the residual volatility over the term and a gap of 30 % in the single
   * name that it hits hardest; null in answers from before it was measured.
   */
  openRiskPercent: z.number().nullable().default(null),
  /** Losses by day and fall, without it and with it; null in answers from before days were looked at. */
  losses: lossMapSchema.nullable().default(null),
  /** The most that the options alone can lose; null when unlimited or without options. */
  mostToLose: z.number().nullable(),
  upsideGivenUpPercent: z.number(),
  breakEven: z.object({
    prices: z.array(z.number()),
    /** Market move below which the hedged portfolio does better, at expiry; null when there is none. */
    marketPercent: z.number().nullable(),
    cap: z.number().nullable(),
  }),
  /** Payoff in the shock over cost; null for a credit or without options. */
  efficiency: z.number().nullable(),
  netLossAvoided: z.number(),
  /** Cost a year in percent of the portfolio, held to expiry and renewed, or rolled at a third of its life. */
  annualDragPercent: z.object({ heldToExpiry: z.number(), rolled: z.number() }).nullable(),
  probabilities: z.object({ riskNeutralPercent: z.number(), forecastPercent: z.number() }).nullable(),
  /** Mean payoff over simulated paths and cost less that: the premium that one should expect to lose. */
  expected: z
    .object({
      payoff: z.number(),
      netCost: z.number(),
      /**
       * The range of the net cost, from a market that earns no premium to one that earns the long-run one, two standard
       * errors of the simulation included, rounded outward to two digits; null in answers from before it was given.
       */
      low: z.number().nullable().default(null),
      high: z.number().nullable().default(null),
      standardError: z.number().nullable().default(null),
      /** How many of a hundred paths pay back the cost, more than three times it, or nothing; null for a credit. */
      odds: z
        .object({ paysBackPercent: z.number(), overThreePercent: z.number(), nothingPercent: z.number() })
        .nullable()
        .default(null),
    })
    .nullable(),
  greeks: z.object({ before: bookGreeksSchema, after: bookGreeksSchema }).nullable(),
  crises: z.array(crisisRowSchema),
  /** The crisis, no deeper than the shock, whose replay gives less than the headline of that fall; null if none does. */
  contraryCrisisId: z.string().nullable().default(null),
  daysToExpiry: z.number().int().nullable(),
  daysToRenewal: z.number().int().nullable(),
  /** Losses that it does not cover, in words. */
  residualRisk: groundedTextSchema,
  /** Selling so much of everything would keep the same limit; null where that is not computed. */
  sellingInsteadPercent: z.number().nullable(),
  caveats: z.array(z.object({ rule: z.string(), text: z.string(), parts: groundedTextSchema })),
})
export type HedgeStrategy = z.infer<typeof hedgeStrategySchema>
