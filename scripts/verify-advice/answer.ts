/** The parts of an answer that are computed again. Nothing of the product is imported here or beside it. */

/** The parts of an answer of `analyze-hedges` that are read here. */
export interface HedgeAnswer {
  request: {
    limitPercent: number
    shockPercent: number
    crisisId: string | null
    account: string
    gainsTaxPercent: number | null
  }
  term: { lastDay: string; tradingDays: number } | null
  prices: { everyDay: { cost: number } | null } | null
  repricing: { book: Book; underlyings: Underlying[] }
  hedgeStrategies: Strategy[]
  frontier: { cost: number | null; strategyId: string | null }[]
  frontierStrategies: Strategy[]
  facts: { key: string; value: number | string }[]
}

export interface Book {
  value: number
  exposures: { value: number; beta: number }[]
  options: Leg[]
}

export interface Underlying {
  ticker: string
  kind: 'price' | 'volatility'
  /** Day of its quotes, YYYY-MM-DD. */
  today: string
  spot: number
  beta: number
  style: 'american' | 'european'
  rate: number
  volatility30: number
  response: number
  volatilityCap: number
  expiries: Expiry[]
}

export interface Expiry {
  expiry: string
  smile: { forward: number; years: number; atmVolatility: number; svi: Svi }
  dividendYield: number
  quotes: { type: OptionType; strike: number; volatility: number }[]
}

export type OptionType = 'call' | 'put'
export type Svi = { a: number; b: number; rho: number; m: number; sigma: number }

export interface Leg {
  underlying: string
  type: OptionType
  strike: number
  expiry: string
  contracts: number
  premium: number
  multiplier: number
  /** Share of its contracts whose shares come or go where it ends in the money. */
  settledInShares?: number
}

export interface Strategy {
  id: string
  family: string
  role: string
  legs: (Leg & { bid: number | null; ask: number | null })[]
  trades: { ticker: string; amount: number }[]
  cost: {
    kind: string
    premium: number
    fees: number
    total: number
    percent: number
    atMid: number
    tax: number
    possibleSaving: number
  }
  expected: {
    payoff: number
    netCost: number
    low: number | null
    high: number | null
    standardError: number | null
    odds: { paysBackPercent: number; overThreePercent: number; nothingPercent: number } | null
  } | null
  lossAtShockPercent: number
  unhedgedLossAtShockPercent: number
  holdsLimit: boolean
  annualDragPercent: { heldToExpiry: number; rolled: number } | null
  daysToExpiry: number | null
  crises: CrisisRow[]
  losses: {
    days: { date: string; tradingDays: number }[]
    fallsPercent: number[]
    unhedgedPercent: number[][]
    hedgedPercent: number[][]
  } | null
}

/** A past crisis with a strategy and without one. */
interface CrisisRow {
  scenarioId: string
  unhedgedPercent: number
  hedgedPercent: number
  worstUnhedgedPercent: number
  worstHedgedPercent: number
  renewed: { hedgedPercent: number; worstHedgedPercent: number; renewals: number; cost: number } | null
}

/** The parts of an answer of the comprehensive analysis that are read here. */
export interface EvidenceAnswer {
  confidence: number
  confidenceDetail: { data: number; within: number | null; alternative: number | null; calibrated: boolean }
}

/** A figure of the answer beside its second computation. */
export interface Comparison {
  figure: string
  told: number
  computed: number
  /** How far the two may be apart where chance or a spread comes in; a millionth where it is left out. */
  within?: number
}
