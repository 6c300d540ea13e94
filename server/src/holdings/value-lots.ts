// Tests: ../features/overview/overview.test.ts

import { BASE_CURRENCY } from '@ballast/contract'
import type { StoredLot } from '../portfolios/position.repository.ts'
import type { LotPrice, LotPrices, MissingPrice } from './load-prices.ts'

/** A lot that has a price; every amount is in the base currency and negative for what is owed. */
export interface PricedLot {
  ticker: string
  kind: StoredLot['kind']
  /** Shares × multiplier. */
  units: number
  price: number
  previousClose: number | null
  value: number
  /** Null when the cost is not known, or lies in a currency without a rate. */
  cost: number | null
  /** Set for an option whose delta is known: the shares of its underlying that move as it does. */
  exposure?: { underlying: string; units: number; value: number }
}

export interface ValuedLots {
  priced: PricedLot[]
  /** Tickers left out of every total, and why. */
  unpriced: Record<string, MissingPrice>
  /** Tickers with a price of which some lot has no cost, sorted; cash is never among them. */
  withoutCost: string[]
  /** Cost of the lots without a price, by magnitude and where that is known: the only size they have. */
  unpricedCost: number
}

const CASH_PRICE = { price: 1, previousClose: 1 } satisfies Pick<LotPrice, 'price' | 'previousClose'>

/** Values each lot by its price: value = shares × price × multiplier. A lot without a price is named, never guessed. */
export function valueLots(lots: readonly StoredLot[], { prices, missing, rates }: LotPrices): ValuedLots {
  const priced: PricedLot[] = []
  const unpriced: Record<string, MissingPrice> = {}
  const withoutCost = new Set<string>()
  let unpricedCost = 0
  for (const lot of lots) {
    const price: PricedBy | undefined =
      lot.kind === 'cash' && lot.currency === BASE_CURRENCY ? CASH_PRICE : findPrice(lot, prices)
    const units = Number(lot.shares) * lot.multiplier
    const costRate = lot.currency === BASE_CURRENCY ? 1 : rates.get(lot.currency)?.rate
    const cost = lot.avgCost === null || costRate === undefined ? null : units * Number(lot.avgCost) * costRate
    if (!price) {
      const reason = missing.get(lot.ticker) ?? 'no-price'
      // An expired option is settled: nothing of its cost is held any more.
      if (reason !== 'expired') unpricedCost += Math.abs(cost ?? 0)
      unpriced[lot.ticker] = reason
      continue
    }
    if (cost === null && lot.kind !== 'cash') withoutCost.add(lot.ticker)
    priced.push({
      ticker: lot.ticker,
      kind: lot.kind,
      units,
      price: price.price,
      previousClose: price.previousClose,
      value: units * price.price,
      cost,
      ...toExposure(units, price),
    })
  }
  return { priced, unpriced, withoutCost: [...withoutCost].sort(), unpricedCost }
}

type PricedBy = Pick<LotPrice, 'price' | 'previousClose' | 'option'>

function toExposure(units: number, { option }: PricedBy): Pick<PricedLot, 'exposure'> {
  const { valuation = null, underlyingPrice = null, terms } = option ?? {}
  if (!terms || valuation === null || underlyingPrice === null) return {}
  const shares = units * valuation.delta
  return { exposure: { underlying: terms.underlying, units: shares, value: shares * underlyingPrice } }
}

function findPrice(lot: StoredLot, prices: LotPrices['prices']): LotPrice | undefined {
  // A symbol that its chain cannot read as an option would otherwise take the price of a security of that name.
  const price = prices.get(lot.ticker)
  return lot.kind === 'option' && !price?.option ? undefined : price
}
