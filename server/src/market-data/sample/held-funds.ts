/**
 * The funds that Americans hold most, beside those of `instruments.ts`. Tickers and names are those of real funds, so that
 * people find what they hold. Nothing else is taken from a source: prices are levels invented for the simulation, first
 * months are approximate and only decide from when the demo has a history, and how a fund moves is its class's: beta,
 * volatility and rates duration are illustrative round figures for a whole class. None of it is market data.
 */

import funds from './held-funds.json' with { type: 'json' }
import type { SimulatedFactor } from './sector-factors.ts'
import type { SimulatedInstrument } from './simulated-instrument.ts'

/** Volatility a year of a bond fund for each year of its duration, a fraction: yields move by about .9 points a year. */
const YIELD_VOLATILITY = 0.009
/** Treasuries rise a little when shares fall, by their duration. */
const TREASURY_BETA = -0.012
/** The least that moves at all: a fund of bills. */
const LEAST_VOLATILITY = 0.002

interface FundClass {
  factor: SimulatedFactor
  /** Against the simulated benchmark. */
  beta: number
  /** Annual, percent. */
  volatility: number
  /** Logarithmic growth a year until the anchor date over beta times the benchmark's, percent. */
  excess: number
  /** A fund of the same kind: what moves it alone moves its relatives too. The class itself where there is none. */
  kin?: string
  /** A broad fund that holds the same sectors. */
  sectorsOf?: string
  tracksBenchmark?: boolean
  /** Diversification ratio inside the fund. */
  inside: number
}

const shares = (beta: number, volatility: number, excess: number, rest: Partial<FundClass> = {}): FundClass => ({
  factor: 'Broad Market',
  beta,
  volatility,
  excess,
  inside: 1.75,
  ...rest,
})

/** Bonds whose volatility is their duration's, in years; Treasuries also have the beta of it. */
const bonds = (duration: number, excess: number, rest: Partial<FundClass> = {}): FundClass => ({
  factor: 'Rates',
  beta: TREASURY_BETA * duration,
  excess,
  inside: 1.05,
  volatility: 100 * Math.max(LEAST_VOLATILITY, YIELD_VOLATILITY * duration),
  ...rest,
})

/** Classes of funds, in their order. */
const CLASSES: readonly (readonly [name: keyof typeof funds, kind: FundClass])[] = [
  ['S&P 500', shares(1, 17, 0, { tracksBenchmark: true, sectorsOf: 'SPY' })],
  ['US total market', shares(1.02, 17, 0, { tracksBenchmark: true, inside: 1.78, sectorsOf: 'VTI' })],
  ['US growth', shares(1.1, 20.5, 0.8, { kin: 'QQQ', inside: 1.6 })],
  ['Nasdaq', shares(1.17, 22, 1.5, { kin: 'QQQ', inside: 1.55, sectorsOf: 'QQQ' })],
  ['Nasdaq threefold', shares(3.5, 66, -4, { kin: 'QQQ', inside: 1.55 })],
  ['US value', shares(0.93, 17.8, -0.8)],
  ['US dividends', shares(0.82, 15.8, -0.3)],
  ['US quality and momentum', shares(1, 18, 0.5)],
  ['Covered calls', shares(0.65, 12, -1.5)],
  ['US mid caps', shares(1.08, 20.5, -0.8, { inside: 1.9 })],
  ['US small caps', shares(1.15, 23, -1.5, { kin: 'IWM', inside: 2, sectorsOf: 'IWM' })],
  ['World', shares(0.97, 17.2, -2, { inside: 1.9 })],
  ['Developed markets', shares(0.9, 18, -4, { factor: 'International', kin: 'EFA', inside: 1.85, sectorsOf: 'EFA' })],
  ['Emerging markets', shares(0.95, 21, -5, { factor: 'International', kin: 'EEM', inside: 1.9, sectorsOf: 'EEM' })],
  ['China', shares(0.75, 29, -5, { factor: 'International', kin: 'FXI', inside: 1.4 })],
  ['Technology', shares(1.2, 22.5, 1.5, { factor: 'Technology', kin: 'XLK', inside: 1.35 })],
  ['Health care', shares(0.74, 16.5, 0.5, { factor: 'Health Care', kin: 'XLV', inside: 1.45 })],
  ['Biotechnology', shares(0.95, 26, 0, { factor: 'Health Care', kin: 'XBI', inside: 1.6 })],
  ['Financials', shares(1.1, 23, -2.5, { factor: 'Financials', kin: 'XLF', inside: 1.35 })],
  ['Energy', shares(0.95, 28, -2, { factor: 'Energy', kin: 'XLE', inside: 1.25 })],
  ['Utilities', shares(0.5, 17, 2.5, { factor: 'Utilities', kin: 'XLU', inside: 1.25 })],
  ['Industrials', shares(1.05, 20, 0, { factor: 'Industrials', kin: 'XLI', inside: 1.45 })],
  ['Materials', shares(1.05, 22, -2, { factor: 'Materials', kin: 'XLB', inside: 1.35 })],
  ['Communication services', shares(1, 19.5, -1, { factor: 'Communication Services', kin: 'XLC', inside: 1.3 })],
  ['Consumer staples', shares(0.6, 14, -0.5, { factor: 'Consumer Staples', kin: 'XLP', inside: 1.4 })],
  ['Consumer discretionary', shares(1.15, 22, 0, { factor: 'Consumer Discretionary', kin: 'XLY', inside: 1.35 })],
  ['Aerospace', shares(1.03, 22, 1, { factor: 'Industrials', kin: 'XLI', inside: 1.3 })],
  ['Real estate', shares(0.9, 21, -1, { factor: 'Real Estate', kin: 'VNQ', inside: 1.35 })],
  ['Balanced', shares(0.62, 10.8, 0.5, { inside: 1.6 })],
  ['US bonds', bonds(6, 2.9, { beta: 0.02, kin: 'AGG' })],
  ['Short bonds', bonds(2.6, 2.4, { beta: 0.01, kin: 'SHY' })],
  ['Long bonds', bonds(13.5, 4, { beta: 0, kin: 'TLT' })],
  ['Short Treasuries', bonds(1.9, 2, { kin: 'SHY', inside: 1 })],
  ['Treasuries', bonds(5.5, 2.8, { kin: 'IEF', inside: 1 })],
  ['Long Treasuries', bonds(14.5, 3.2, { kin: 'TLT', inside: 1 })],
  ['Bills', bonds(0.15, 1.9, { beta: 0, inside: 1 })],
  ['Inflation-protected bonds', bonds(6.6, 3, { beta: 0.02, kin: 'TIP', inside: 1 })],
  ['Municipal bonds', bonds(6, 2.7, { beta: 0.05 })],
  ['Corporate bonds', bonds(6.2, 3.5, { factor: 'Credit', beta: 0.1, kin: 'LQD', inside: 1.1 })],
  ['Short corporate bonds', bonds(2.7, 2.8, { factor: 'Credit', beta: 0.05, kin: 'LQD', inside: 1.1 })],
  ['High-yield bonds', shares(0.4, 9, 0.8, { factor: 'Credit', kin: 'HYG', inside: 1.3 })],
  ['Gold', shares(0.05, 16, 9, { factor: 'Gold', kin: 'GLD', inside: 1 })],
  ['Bitcoin', shares(1.7, 52, 20, { factor: 'Crypto', kin: 'IBIT', inside: 1 })],
  ['Ether', shares(1.9, 68, 0, { factor: 'Crypto', inside: 1 })],
  ['Commodities', shares(0.35, 19, -3, { factor: 'Oil', kin: 'DBC', inside: 1.3 })],
]

/** Funds of a class: ticker, first simulated month, invented price on the anchor date in USD, name. */
const fundsOf = (name: keyof typeof funds) =>
  funds[name] as [ticker: string, month: string, price: number, name: string][]

/** Every fund, in the order of its class. */
export const HELD_FUNDS: readonly SimulatedInstrument[] = CLASSES.flatMap(([name, kind]) =>
  fundsOf(name).map((fund) => toInstrument(fund, name, kind)),
)

/** The broad fund that holds the sectors a ticker's fund holds; `undefined` where none is known to. */
export function findSectorTwin(ticker: string): string | undefined {
  sectorTwins ??= new Map(
    CLASSES.flatMap(([name, { sectorsOf }]) =>
      sectorsOf === undefined ? [] : fundsOf(name).map(([fund]) => [fund, sectorsOf] as const),
    ),
  )
  return sectorTwins.get(ticker)
}

let sectorTwins: ReadonlyMap<string, string> | undefined

function toInstrument(
  [ticker, month, anchorPrice, name]: ReturnType<typeof fundsOf>[number],
  className: string,
  { factor, beta, volatility, excess, kin, tracksBenchmark = false, inside }: FundClass,
): SimulatedInstrument {
  return {
    ticker,
    name,
    factor,
    isFund: true,
    beta,
    volatility: volatility / 100,
    start: `${month}-01`,
    anchorPrice,
    growth: excess / 100,
    isGrowthOverBenchmark: true,
    tracksBenchmark,
    kin: kin ?? className,
    internalDiversification: inside,
  }
}
