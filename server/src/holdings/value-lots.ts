// Tests: ../features/overview/overview.test.ts

import { BASE_CURRENCY } from '@ballast/contract'
import type { StoredLot } from '../portfolios/position.repository.ts'
import type { LotPrice, LotPrices, MissingPrice } from './load-prices.ts'
import { type MergedLots, mergeLots } from './merge-lots.ts'

/** Lots of an instrument that has a price; every amount is in the base currency and negative for what is owed. */
export interface PricedLots {
  ticker: string
  kind: StoredLot['kind']
  /** Shares × multiplier. */
  units: number
  price: number
  previousClose: number | null
  value: number
  /** Null when the cost is not known, or lies in a currency without a rate. */
  cost: number | null
  /** The cost of each lot by magnitude; 0 where `cost` is null. */
  grossCost: number
  /** Set for an option whose delta is known: the shares of its underlying that move as it does. */
  exposure?: { underlying: string; units: number; value: number }
}

export interface ValuedLots {
  priced: PricedLots[]
  /** Tickers left out of every total, and why. */
  unpriced: Record<string, MissingPrice>
  /** Tickers with a price of which some lot has no cost, sorted; cash is never among them. */
  withoutCost: string[]
  /** Cost of the lots without a price, by magnitude and where that is known: the only size they have. */
  unpricedCost: number
}

const CASH_PRICE = { price: 1, previousClose: 1 } satisfies Pick<LotPrice, 'price' | 'previousClose'>

/**
 * Values what is held by its price: value = shares × price × multiplier, the lots of one instrument together, by ticker. A lot
 * without a price is named, never guessed.
 */
export function valueLots(lots: readonly StoredLot[], { prices, missing, rates }: LotPrices): ValuedLots {
  const priced: PricedLots[] = []
  const unpriced: Record<string, MissingPrice> = {}
  const withoutCost = new Set<string>()
  let unpricedCost = 0
  for (const held of mergeLots(lots)) {
    const { kind, ticker, currency, multiplier } = held
    const price: PricedBy | undefined =
      kind === 'cash' && currency === BASE_CURRENCY ? CASH_PRICE : findPrice(held, prices)
    const units = held.shares * multiplier
    const rate = currency === BASE_CURRENCY ? 1 : rates.get(currency)?.rate
    const cost = held.cost === null || rate === undefined ? null : held.cost * rate
    const grossCost = cost === null ? 0 : held.grossCost * (rate ?? 1)
    if (!price) {
      const reason = missing.get(ticker) ?? 'no-price'
      // An expired option is settled: nothing of its cost is held any more.
      if (reason !== 'expired') unpricedCost += grossCost
      unpriced[ticker] = reason
      continue
    }
    if (cost === null && kind !== 'cash') withoutCost.add(ticker)
    priced.push({
      ticker,
      kind,
      units,
      price: price.price,
      previousClose: price.previousClose,
      value: units * price.price,
      cost,
      grossCost,
      ...toExposure(units, price),
    })
  }
  return { priced, unpriced, withoutCost: [...withoutCost].sort(), unpricedCost }
}

type PricedBy = Pick<LotPrice, 'price' | 'previousClose' | 'option'>

function toExposure(units: number, { option }: PricedBy): Pick<PricedLots, 'exposure'> {
  const { valuation = null, underlyingPrice = null, terms } = option ?? {}
  if (!terms || valuation === null || underlyingPrice === null) return {}
  const shares = units * valuation.delta
  return { exposure: { underlying: terms.underlying, units: shares, value: shares * underlyingPrice } }
}

function findPrice(lot: Pick<MergedLots, 'kind' | 'ticker'>, prices: LotPrices['prices']): LotPrice | undefined {
  // A symbol that its chain cannot read as an option would otherwise take the price of a security of that name.
  const price = prices.get(lot.ticker)
  return lot.kind === 'option' && !price?.option ? undefined : price
}
