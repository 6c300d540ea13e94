// Tests: discover-ideas.test.ts

import { countHedgeDays } from '../hedge/hedge-dates.ts'
import type { LineRejection, OptionLine, OptionMarket } from '../hedge/hedge-market.ts'
import { collectOptionLines } from '../hedge/option-lines.ts'
import { forecastVolatility, type VolatilityForecast } from '../hedge/volatility-forecast.ts'
import type { ExpiryAnalysis } from '../options/chain-analysis.ts'
import type { VolatilitySmile } from '../options/volatility-smile.ts'
import { seedFromText } from '../random.ts'
import { type BadPaths, computeBadPayoff, simulateBadPaths } from './bad-paths.ts'
import { computeExpectedReturn, computeFairValue, type FairValue } from './fair-value.ts'
import type { IdeaSide } from './idea-sides.ts'
import type { VolatilityPremium } from './volatility-premium.ts'

/** A contract of a side, with all its figures. Prices are per share, returns and volatilities fractions. */
export interface IdeaCandidate {
  /** The same for the same contract: ticker, expiry, strike, type. */
  readonly id: string
  readonly side: IdeaSide
  readonly line: OptionLine
  readonly spot: number
  readonly mid: number
  readonly forecast: VolatilityForecast
  readonly premium: VolatilityPremium
  readonly fair: FairValue
  /** Expected return of buying at the ask, fee paid, and holding to expiry, without a view on direction. */
  readonly expectedReturn: number
  /** The same in the worst tenth of the book's paths to that expiry. */
  readonly conditionalReturn: number
  /** Mean payoff in those paths over the ask. */
  readonly hedgePower: number
  /** Mean return of the book in those paths. */
  readonly badBookReturn: number
  /** Cost of one contract at the ask, in currency, and the most that can be lost: cost and fee. */
  readonly cost: number
  readonly maxLoss: number
  /** Price of the underlying at which the option pays back its ask at expiry. */
  readonly breakEven: number
  /** Spread as a share of the mid. */
  readonly spreadShare: number
}

/** Why a side has no candidate. */
export type NoCandidateRule = 'no-chain' | 'no-tradable-contract' | 'no-forecast' | 'no-joint-history'

/** Input from which candidates of one side are priced. */
export interface CandidateInput {
  readonly side: IdeaSide
  readonly market: OptionMarket
  readonly premium: VolatilityPremium
  /** Daily returns of the asset and of the book on the same days. */
  readonly asset: Float64Array
  readonly book: Float64Array
  /** Commission per contract, in currency. */
  readonly fee: number
  /** The same for the same book, so that all assets meet the same paths. */
  readonly seed: number
}

/** Candidates of one side; when there are none, the reason, and what the rules turned away. */
export interface SideCandidates {
  readonly candidates: readonly IdeaCandidate[]
  readonly rule: NoCandidateRule | null
  readonly rejected: Readonly<Partial<Record<LineRejection, number>>>
}

const RULES = {
  days: { least: 30, most: 120 },
  delta: { least: 0.15, most: 0.4 },
  moneyness: { least: 0.01, most: 100 },
} as const

/**
 * Prices every tradable contract of a side with 30 to 120 days and a delta of 0.15 to 0.40: fair value with its band,
 * expected return, and return in the book's bad paths.
 *
 * @returns in order of expiry, then strike
 * @throws QuantInputError when lengths differ, a return is infinite, or a number of the market is not possible
 */
export function listIdeaCandidates(input: CandidateInput): SideCandidates {
  const { lines, rejected } = collectOptionLines(input.market, { ...RULES, type: input.side.type })
  if (lines.length === 0) return { candidates: [], rule: 'no-tradable-contract', rejected }
  const expiries = [...new Set(lines.map(({ expiry }) => expiry))]
  const prepared = new Map(expiries.map((expiry) => [expiry, prepareExpiry(input, expiry)]))
  const candidates = lines.flatMap((line) => {
    const ready = prepared.get(line.expiry)
    return ready === undefined || typeof ready === 'string' ? [] : [priceLine(input, line, ready)]
  })
  const failure = [...prepared.values()].find((ready) => typeof ready === 'string')
  return { candidates, rule: candidates.length === 0 ? (failure ?? 'no-tradable-contract') : null, rejected }
}

interface PreparedExpiry {
  readonly expiry: ExpiryAnalysis
  readonly smile: VolatilitySmile
  readonly forecast: VolatilityForecast
  readonly paths: BadPaths
}

function prepareExpiry(input: CandidateInput, name: string): PreparedExpiry | NoCandidateRule {
  const { market, asset, book, seed } = input
  const expiry = market.chain.expiries.find((one) => one.expiry === name)
  const smile = expiry?.smile ?? null
  if (expiry === undefined || smile === null) return 'no-tradable-contract'
  const { tradingDays } = countHedgeDays(market.today, name)
  const forecast = forecastVolatility(asset, tradingDays)
  if (forecast === null) return 'no-forecast'
  const forwardRatio = Math.exp((market.rate - expiry.forward.dividendYield) * expiry.years)
  const { volatility } = forecast
  const paths = simulateBadPaths({ asset, book, tradingDays, volatility, forwardRatio, seed })
  return paths === null ? 'no-joint-history' : { expiry, smile, forecast, paths }
}

function priceLine(input: CandidateInput, line: OptionLine, ready: PreparedExpiry): IdeaCandidate {
  const { side, market, premium, fee } = input
  const { expiry, smile, forecast, paths } = ready
  const { type, strike, ask, bid, multiplier } = line
  const { spot, rate } = market
  const { years, forward } = expiry
  const option = { type, spot, strike, years, rate, dividendYield: forward.dividendYield }
  const uncertain = { ...option, volatilityUncertainty: forecast.uncertainty }
  const mid = 0.5 * (bid + ask)
  const paid = ask + fee / multiplier
  const payoff = computeBadPayoff(paths, option)
  return {
    id: toContractId(line),
    side,
    line,
    spot,
    mid,
    forecast,
    premium,
    fair: computeFairValue({
      ...uncertain,
      forecastVolatility: forecast.volatility,
      smile,
      premiumRatio: premium.ratio,
      mid,
    }),
    expectedReturn: computeExpectedReturn({ ...uncertain, volatility: forecast.volatility }, paid),
    conditionalReturn: payoff / paid - 1,
    hedgePower: payoff / ask,
    badBookReturn: paths.bookReturn,
    cost: ask * multiplier,
    maxLoss: ask * multiplier + fee,
    breakEven: type === 'call' ? strike + ask : strike - ask,
    spreadShare: (ask - bid) / mid,
  }
}

/** Names a contract by ticker and a checksum of expiry, strike and type. */
export function toContractId(contract: Pick<OptionLine, 'underlying' | 'expiry' | 'strike' | 'type'>): string {
  const { underlying, expiry, strike, type } = contract
  const checksum = seedFromText(`${underlying} ${expiry} ${strike} ${type}`).toString(36)
  return `${underlying}-${checksum}`
}
