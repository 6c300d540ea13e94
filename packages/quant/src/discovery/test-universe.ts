import type { ReturnMatrix } from '../price-matrix.ts'
import { createNormalSource, createRandomSource, type RandomSource } from '../random.ts'

/** A made-up market of daily returns whose volatility comes in clusters. Used by tests and the bench. */
export interface TestUniverse {
  readonly days: number
  readonly seed: number
  /** Daily returns of one asset from the market's and the book's own part, both on the same days. */
  readonly assets: Readonly<Record<string, (day: TestDay) => number>>
}

/** Factors that an asset is made from on one day. */
export interface TestDay {
  readonly market: number
  /** The book's return beyond the market. */
  readonly own: number
  /** A fresh normal draw at the day's volatility of 1 % on average. */
  readonly noise: number
}

/** Returns of the index `SPY`, of the holding `BOOK`, and of the assets. */
export function createUniverse({ days, seed, assets }: TestUniverse): ReturnMatrix {
  const random = createRandomSource(seed)
  const normal = createNormalSource(random)
  const names = Object.keys(assets)
  const tickers = ['SPY', 'BOOK', ...names]
  const values = new Float64Array(tickers.length * days)
  const volatilities = new Map(tickers.map((ticker) => [ticker, 1]))
  for (let t = 0; t < days; t++) {
    const draw = (ticker: string, size: number) => size * step(ticker, volatilities, normal) * fatten(random)
    const market = draw('SPY', 0.009)
    const own = draw('BOOK', 0.008)
    values[t] = market
    values[days + t] = 1.1 * market + own
    for (const [i, name] of names.entries()) {
      values[(2 + i) * days + t] = assets[name]!({ market, own, noise: draw(name, 0.01) })
    }
  }
  const dates = Int32Array.from({ length: days }, (_, t) => 18_000 + t)
  return { kind: 'returns', dates, tickers, values, rows: tickers.length, columns: days }
}

/** A normal draw whose volatility wanders: bursts of a few weeks. */
function step(ticker: string, volatilities: Map<string, number>, normal: RandomSource): number {
  const next = Math.exp(0.95 * Math.log(volatilities.get(ticker) ?? 1) + 0.15 * normal())
  volatilities.set(ticker, next)
  return next * normal()
}

/** Two days in a hundred are two and a half times as large. */
function fatten(random: RandomSource): number {
  return random() < 0.02 ? 2.5 : 1
}
