import { MARKET_INDEX } from '@ballast/contract'
import { createLegLookup, type HedgeUnderlying, repriceLeg, toHedgeUnderlying } from '@ballast/quant'
import { mergeSlices, toMarket } from '../../../advice/book/build-book-model.ts'
import type { Clock } from '../../../clock.ts'
import type { MarketData } from '../../../market-data/market-data.ts'
import {
  type ChainAnswer,
  decodeChain,
  encodeChain,
  type ListedContract,
} from '../../../market-data/options/option-chain.ts'
import { createOptionMarks } from '../../../market-data/options/option-marks.ts'

const HALF_SPREAD = 0.01

/**
 * The simulated market within a session, after the index has moved from its last close: its quote, and each quote of its options
 * repriced by itself. Everything else stands still.
 *
 * @param move the return since the close, read at each question
 */
export function createMovedMarket(market: MarketData, clock: Clock, move: () => number): MarketData {
  async function getOptionChain(request: Parameters<MarketData['getOptionChain']>[0]): Promise<ChainAnswer> {
    const answer = await market.getOptionChain(request)
    if (answer.kind !== 'chain' || request.ticker !== MARKET_INDEX) return answer
    const chain = decodeChain(answer.encoded)
    const slices = [answer.encoded]
    const loaded = { ticker: MARKET_INDEX, role: 'index' as const, sector: null, usualBeta: 1, slices }
    const underlying = toMarket(loaded, mergeSlices(loaded), 1).map((one) => toHedgeUnderlying(one))[0]
    if (underlying == null) return answer
    return {
      ...answer,
      encoded: encodeChain({
        ...chain,
        underlyingPrice: (chain.underlyingPrice ?? 0) * (1 + move()),
        asOf: clock.now().toISOString(),
        session: 'open',
        contracts: chain.contracts.map((one) => reprice(one, underlying, move())),
      }),
    }
  }

  return {
    ...market,
    async getQuotes(request) {
      const { found, missing } = await market.getQuotes(request)
      const asOf = clock.now().toISOString()
      const moved = [...found].map(([ticker, quote]) => {
        const price = ticker === MARKET_INDEX ? quote.price * (1 + move()) : quote.price
        return [ticker, { ...quote, price, previousClose: quote.price, asOf, session: 'open' as const }] as const
      })
      return { found: new Map(moved), missing }
    },
    getOptionChain,
    // One that was made before would remember the chain of another move.
    getOptionMarks: (request) => createOptionMarks({ getOptionChain, clock })(request),
  }
}

function reprice(one: ListedContract, underlying: HedgeUnderlying, marketReturn: number): ListedContract {
  const { type, strike, expiry, multiplier } = one
  if (!underlying.expiries.some((known) => known.expiry === expiry)) return one
  const leg = { underlying: underlying.ticker, type, strike, expiry, multiplier, contracts: 1, premium: 0 }
  const shock = { marketReturn, horizonDays: 0, volatility: { kind: 'rule', scale: 1 } } as const
  const value = repriceLeg(leg, shock, createLegLookup([underlying]))
  return { ...one, bid: Math.max(0, value - HALF_SPREAD), ask: value + HALF_SPREAD, last: value }
}
