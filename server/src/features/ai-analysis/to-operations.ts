// Tests: odd-books.test.ts, comprehensive.test.ts

import { type Operation, toOptionSymbolOf } from '@ballast/contract'
import type { HedgeProposal } from '@ballast/quant'
import { toContractKey } from '../../advice/book/build-book-model.ts'
import type { AdviceFrame } from './advice-frame.ts'

export type Trade = Extract<Operation, { kind: 'trade' }>

/** Decimals of shares that are traded: hundredths, or what brokers of fractions take where hundredths would be too coarse. */
const DECIMALS = [2, 4] as const
/** Rounding may take so much of what is to be traded. */
const MOST_LOST = 0.02

/** Converts a proposal's trades to a form that can be carried out. */
export function toOperations({ built, shorts }: AdviceFrame, { legs, trades }: HedgeProposal): Operation[] {
  const options = legs.map((leg): Operation => {
    const { underlying, expiry, type, strike, contracts, premium } = leg
    const listing = built.listings.get(toContractKey(underlying, expiry, type, strike))
    const symbol = listing?.symbol ?? toOptionSymbolOf(leg) ?? toContractKey(underlying, expiry, type, strike)
    return { kind: 'option', symbol, contracts, premium }
  })
  const shares = trades.flatMap(({ ticker, amount, shares: exact }) => {
    if (exact === null || exact === 0) return []
    const [traded, price] = [roundShares(exact), amount / exact]
    return traded === 0 ? [] : [{ kind: 'trade' as const, ticker, shares: traded, amount: price * traded }]
  })
  return [...options, ...keepWithinProceeds(shares, shorts)]
}

/** Decimals with which a number of shares is written. */
export const decimalsOf = (shares: number) =>
  Number.isInteger(shares) ? 0 : Math.abs(100 * shares - Math.round(100 * shares)) < 1e-6 ? 2 : 4

function roundShares(shares: number): number {
  const [coarse, fine] = DECIMALS.map((decimals) => cut(shares, decimals))
  if (coarse === undefined || fine === undefined) return shares
  return Math.abs(shares - coarse) <= MOST_LOST * Math.abs(shares) ? coarse : fine
}

const cut = (shares: number, decimals: number) => {
  const unit = 10 ** decimals
  return Math.trunc(unit * shares + Math.sign(shares) * 1e-6) / unit
}

/** Sales are rounded down, so that what they pay for may have to be a little less. */
function keepWithinProceeds(trades: readonly Trade[], shorts: ReadonlySet<string>): Trade[] {
  const isBought = ({ ticker, shares }: Trade) => shares > 0 && !shorts.has(ticker)
  const sum = (some: readonly Trade[]) => some.reduce((total, { amount }) => total + amount, 0)
  const bought = sum(trades.filter(isBought))
  const share = -sum(trades.filter(({ shares }) => shares < 0)) / bought
  if (!(bought > 0 && share < 1)) return [...trades]
  return trades.flatMap((trade) => {
    if (!isBought(trade)) return [trade]
    const unit = 10 ** Math.max(2, decimalsOf(trade.shares))
    const shares = Math.floor(unit * share * trade.shares) / unit
    return shares === 0 ? [] : [{ ...trade, shares, amount: (trade.amount / trade.shares) * shares }]
  })
}
