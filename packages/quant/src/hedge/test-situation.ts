import { parseIsoDate } from '../civil-day.ts'
import type { PriceMatrix, ReturnMatrix } from '../price-matrix.ts'
import { createNormalSource, createRandomSource } from '../random.ts'
import type { CrisisWindow } from './crisis-replay.ts'
import type { HedgeHolding, OptionMarket } from './hedge-market.ts'
import type { HedgeSituation } from './hedge-situation.ts'
import { estimateHedgingBeta } from './index-fit.ts'
import { createMarket, INDEX_CHAIN, type TestChain, TODAY } from './test-chains.ts'

/** A made-up portfolio and market, the same for the same overrides. Used by tests and the bench. */
export interface TestSituationRequest {
  readonly positions: number
  /** Holdings, the largest first, that have option chains of their own. */
  readonly ownChains: number
  readonly days: number
  readonly value: number
  /** Share of the value that is cash. */
  readonly cashShare: number
  readonly seed: number
  readonly indexChain: TestChain
}

const DEFAULTS: TestSituationRequest = {
  positions: 8,
  ownChains: 2,
  days: 800,
  value: 400_000,
  cashShare: 0.02,
  seed: 7,
  indexChain: INDEX_CHAIN,
}
const SECTORS = ['Technology', 'Financials', 'Health Care', 'Energy'] as const
const FUNDS = [
  { ticker: 'QQQ', beta: 1.15, noise: 0.005 },
  { ticker: 'XLK', beta: 1.2, noise: 0.006 },
  { ticker: 'TLT', beta: -0.2, noise: 0.008 },
  { ticker: 'GLD', beta: 0.05, noise: 0.009 },
] as const

/** Draws a situation: the first holdings are technology companies and weigh most. */
export function createTestSituation(overrides: Partial<TestSituationRequest> = {}): HedgeSituation {
  const { positions, ownChains, days, value, cashShare, seed, indexChain } = { ...DEFAULTS, ...overrides }
  const random = createRandomSource(seed)
  const normal = createNormalSource(random)
  const weights = Array.from({ length: positions }, (_, i) => 1 / (1 + i))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const names = weights.map((weight, i) => ({
    ticker: `N${i}`,
    price: 40 + 10 * (i % 20),
    value: ((1 - cashShare) * value * weight) / total,
    beta: 0.7 + 0.15 * ((7 * i) % 8),
    noise: 0.008 + 0.002 * (i % 5),
    sector: i < positions / 3 ? SECTORS[0] : SECTORS[i % SECTORS.length]!,
  }))
  const tickers = [...names.map(({ ticker }) => ticker), 'SPY', ...FUNDS.map(({ ticker }) => ticker)]
  const market = Float64Array.from({ length: days }, () => 0.0003 + 0.01 * normal())
  const factors = [...names, { beta: 1, noise: 0 }, ...FUNDS]
  const values = Float64Array.from(
    factors.flatMap(({ beta, noise }) => Array.from(market, (move) => beta * move + noise * normal())),
  )
  const first = parseIsoDate('2023-01-02')
  const dates = Int32Array.from({ length: days }, (_, t) => first + t)
  const returns: ReturnMatrix = { kind: 'returns', dates, tickers, values, rows: tickers.length, columns: days }
  const holdings = names.map(({ ticker, value: amount, price, sector }, row): HedgeHolding => {
    const own = values.subarray(row * days, (row + 1) * days)
    const { beta, downside } = estimateHedgingBeta(own, market, 1)
    const shares = amount / price
    const instrumentClass = 'company'
    return {
      ticker,
      value: amount,
      shares,
      beta,
      downsideBeta: downside,
      sector,
      instrumentClass,
      internalDiversification: 1,
    }
  })
  const chained = names.slice(0, ownChains).map(({ ticker, price }, i): OptionMarket => {
    const spot = price
    return createMarket(
      {
        ...indexChain,
        ticker,
        role: 'single-name',
        spot,
        beta: holdings[i]!.beta,
        atmVolatility: 0.35,
        strikeStep: 2.5,
      },
      random,
    )
  })
  const sector = { ...indexChain, ticker: 'XLK', role: 'sector-fund', spot: 250, beta: 1.2, strikeStep: 5 } as const
  return {
    today: TODAY,
    holdings,
    cash: cashShare * value,
    options: [],
    index: { ticker: 'SPY', price: indexChain.spot },
    markets: [createMarket(indexChain, random), createMarket(sector, random), ...chained],
    returns,
    crises: [createCrisis('fast', tickers, factors, 25, -0.34), createCrisis('slow', tickers, factors, 190, -0.25)],
    indexSectors: { Technology: 0.3, Financials: 0.14, 'Health Care': 0.1, Energy: 0.04 },
    sectorFunds: [{ sector: 'Technology', ticker: 'XLK' }],
    otherIndexes: ['QQQ'],
    diversifiers: [
      { ticker: 'TLT', beta: -0.2 },
      { ticker: 'GLD', beta: 0.05 },
    ],
  }
}

/** A window in which the index falls in a straight line of logarithms, and everything follows by its beta. */
function createCrisis(
  scenario: string,
  tickers: readonly string[],
  factors: readonly { readonly beta: number }[],
  days: number,
  fall: number,
): CrisisWindow {
  const columns = days + 1
  const path = (beta: number) => Array.from({ length: columns }, (_, t) => 100 * (1 + fall) ** ((beta * t) / days))
  const prices: PriceMatrix = {
    dates: Int32Array.from({ length: columns }, (_, t) => t),
    tickers,
    values: Float64Array.from(factors.flatMap(({ beta }) => path(beta))),
    rows: tickers.length,
    columns,
  }
  return { scenario, index: Float64Array.from(path(1)), prices }
}
