// Tests: close-positions.test.ts

import type { CrisisWindow } from '../hedge/crisis-replay.ts'
import type { HedgeHolding } from '../hedge/hedge-market.ts'
import type { HedgeProposal } from '../hedge/hedge-proposal.ts'
import type { HedgeSituation } from '../hedge/hedge-situation.ts'
import type { HedgeLeg } from '../hedge/priced-hedge.ts'

/** Diversification within a broad index fund, as `computeDiversification` takes it. */
const INDEX_DIVERSIFICATION = 1.75
/** Less than a ten-thousandth of a share is none. */
const NOTHING = 1e-4

/**
 * The situation once a proposal is carried out at its prices: holdings and options as they are then, and the cash that
 * pays for it. What is closed is gone; the index fund that was bought is held.
 */
export function applyProposal(situation: HedgeSituation, { trades, legs, cost }: HedgeProposal): HedgeSituation {
  const { index } = situation
  const holdings = new Map(situation.holdings.map((one) => [one.ticker, one]))
  for (const { ticker, amount, shares } of trades) {
    const before = holdings.get(ticker) ?? (ticker === index.ticker ? toIndexHolding(situation) : undefined)
    if (before === undefined) continue
    const after = { ...before, value: before.value + amount, shares: before.shares + (shares ?? 0) }
    if (Math.abs(after.shares) < NOTHING) holdings.delete(ticker)
    else holdings.set(ticker, after)
  }
  const paid = trades.reduce((sum, { amount }) => sum + amount, cost.premium + cost.fees)
  return {
    ...situation,
    holdings: [...holdings.values()],
    cash: situation.cash - paid,
    options: mergeLegs(situation.options, legs),
    crises: situation.crises.map((window) => addIndex(window, index.ticker)),
  }
}

function toIndexHolding({ index }: HedgeSituation): HedgeHolding {
  return {
    ticker: index.ticker,
    value: 0,
    shares: 0,
    beta: 1,
    downsideBeta: 1,
    sector: null,
    instrumentClass: 'broad-fund',
    internalDiversification: index.internalDiversification ?? INDEX_DIVERSIFICATION,
  }
}

/** Held options are worth what they were; new ones what was paid for them. */
function mergeLegs(held: readonly HedgeLeg[], added: readonly HedgeLeg[]): HedgeLeg[] {
  const merged = new Map<string, HedgeLeg>()
  for (const leg of [...held, ...added]) {
    const { underlying, type, strike, expiry, contracts } = leg
    const key = `${underlying} ${expiry} ${type} ${strike}`
    const before = merged.get(key)
    merged.set(key, before === undefined ? leg : { ...before, contracts: before.contracts + contracts })
  }
  return [...merged.values()].filter(({ contracts }) => contracts !== 0)
}

function addIndex(window: CrisisWindow, ticker: string): CrisisWindow {
  const { prices, index } = window
  if (prices.tickers.includes(ticker)) return window
  const values = new Float64Array(prices.values.length + prices.columns)
  values.set(prices.values)
  values.set(index, prices.values.length)
  return { ...window, prices: { ...prices, tickers: [...prices.tickers, ticker], values, rows: prices.rows + 1 } }
}
