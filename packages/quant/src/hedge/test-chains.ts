import { formatIsoDate, parseIsoDate } from '../civil-day.ts'
import { computeBlackScholesPrice } from '../options/black-scholes.ts'
import { analyzeOptionChain, type ChainQuote } from '../options/chain-analysis.ts'
import type { RandomSource } from '../random.ts'
import type { OptionMarket, OptionMarketRole } from './hedge-market.ts'

/** A chain as an exchange might list it, priced by Black–Scholes on a made-up smile. Used by tests and the bench. */
export interface TestChain {
  readonly ticker: string
  readonly role: OptionMarketRole
  readonly spot: number
  readonly beta: number
  readonly atmVolatility: number
  /** Slope of the smile in ln(K/F)/√T. */
  readonly slope: number
  readonly days: readonly number[]
  readonly strikeStep: number
  /** Half the spread as a share of the price. */
  readonly halfSpread: number
  readonly rate: number
  readonly dividendYield: number
  readonly openInterest: (random: RandomSource) => number
  readonly multiplier?: number
}

/** The chain of a broad fund at 600 with liquid options of one and three months. */
export const INDEX_CHAIN: TestChain = {
  ticker: 'SPY',
  role: 'index',
  spot: 600,
  beta: 1,
  atmVolatility: 0.17,
  slope: -0.25,
  days: [35, 63, 98, 140],
  strikeStep: 10,
  halfSpread: 0.01,
  rate: 0.04,
  dividendYield: 0.012,
  openInterest: () => 5000,
}

/** The day on which all test chains are quoted. */
export const TODAY = '2026-11-20'

/** An expiry so many days after it. */
export function toExpiry(days: number): string {
  return formatIsoDate(parseIsoDate(TODAY) + days)
}

/** Quotes of a chain: asks rounded up and bids down to the cent. */
export function createQuotes(chain: TestChain, random: RandomSource): ChainQuote[] {
  const { spot, rate, dividendYield, strikeStep, halfSpread } = chain
  return chain.days.flatMap((days) => {
    const years = days / 365
    const forward = spot * Math.exp((rate - dividendYield) * years)
    const reach = 3 * chain.atmVolatility * Math.sqrt(years)
    const first = Math.ceil((spot * Math.exp(-reach)) / strikeStep)
    const last = Math.floor((spot * Math.exp(reach)) / strikeStep)
    return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * strikeStep).flatMap((strike) => {
      const distance = Math.log(strike / forward) / Math.sqrt(years)
      const volatility = chain.atmVolatility * Math.min(2, Math.max(0.6, 1 + chain.slope * distance))
      return (['put', 'call'] as const).map((type) => {
        const price = computeBlackScholesPrice({ type, spot, strike, years, rate, dividendYield, volatility })
        const half = Math.max(0.01, halfSpread * price)
        return {
          type,
          strike,
          expiry: toExpiry(days),
          years,
          bid: Math.max(0, Math.floor(100 * (price - half)) / 100),
          ask: Math.ceil(100 * (price + half)) / 100,
          volume: 50,
          openInterest: chain.openInterest(random),
        }
      })
    })
  })
}

/** The same, read. */
export function createMarket(chain: TestChain, random: RandomSource): OptionMarket {
  const { ticker, role, spot, beta, rate } = chain
  const style = 'american'
  return {
    ticker,
    role,
    today: TODAY,
    spot,
    beta,
    rate,
    style,
    multiplier: chain.multiplier ?? 100,
    chain: analyzeOptionChain(createQuotes(chain, random), { spot, rate, style }),
  }
}
