// Tests: evaluate-proposal.test.ts, hedge-caveats.test.ts

import { TRADING_DAYS } from '../constants.ts'
import { computeDiversification } from '../diversification.ts'
import { computePortfolioReturns } from '../portfolio-returns.ts'
import { type ReturnMatrix, sliceColumns } from '../price-matrix.ts'
import { computeVolatility } from '../volatility.ts'
import { listMoving } from './book-weights.ts'
import type { HedgeContext } from './hedge-context.ts'
import type { BookEffects, BookFigures, ShareTrade } from './hedge-proposal.ts'

/** Internal diversification of a fund of the whole market, which trades may put money into. */
const BROAD_FUND = 1.75

/**
 * Diversification score, volatility and daily CVaR of the last year, with the weights before and after trades.
 */
export function computeEffects({ situation, book }: HedgeContext, trades: readonly ShareTrade[]): BookEffects {
  const moving = listMoving(situation)
  const recent = sliceLastYear(situation.returns)
  const { index } = situation
  const ratios = new Map([
    [index.ticker, index.internalDiversification ?? BROAD_FUND],
    ...moving.map((holding) => [holding.ticker, holding.internalDiversification] as const),
  ])
  const amounts = new Map(moving.map(({ ticker, value }) => [ticker, value]))
  const weigh = () => Float64Array.from(recent.tickers, (ticker) => (amounts.get(ticker) ?? 0) / book.value)
  const internalDiversification = Float64Array.from(recent.tickers, (ticker) => ratios.get(ticker) ?? 1)
  const before = measure(recent, weigh(), internalDiversification)
  for (const { ticker, amount } of trades) amounts.set(ticker, (amounts.get(ticker) ?? 0) + amount)
  return { before, after: measure(recent, weigh(), internalDiversification) }
}

/** The last 252 columns of a matrix of returns. */
export function sliceLastYear(returns: ReturnMatrix): ReturnMatrix {
  return returns.columns <= TRADING_DAYS
    ? returns
    : sliceColumns(returns, returns.columns - TRADING_DAYS, returns.columns - 1)
}

function measure(returns: ReturnMatrix, weights: Float64Array, internalDiversification: Float64Array): BookFigures {
  const own = computePortfolioReturns(returns, weights).returns
  return {
    diversificationScore: computeDiversification({ returns, weights, internalDiversification }).score,
    volatility: computeVolatility(own),
  }
}
