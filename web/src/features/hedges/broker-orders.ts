// Tests: broker-formats.test.ts, hedge-view.test.ts

import { type HedgeStrategy, toOptionTerms } from '@ballast/contract'

/** One order of a ticket. */
export type TicketLeg = Pick<
  HedgeStrategy['legs'][number],
  'symbol' | 'underlying' | 'type' | 'strike' | 'expiry' | 'contracts' | 'premium' | 'multiplier'
> & {
  /** True where it closes what is held; opens when left out. */
  closes?: boolean
}

/** One option of an order. */
export interface OrderLeg {
  side: 'buy' | 'sell'
  /** True where the leg closes what is held. */
  closes: boolean
  /** Contracts of this leg in one package; 1 where the order has one leg. */
  ratio: number
  /** OCC-21 without blanks. */
  symbol: string
  underlying: string
  /** First letters of the symbol: `SPXW` on `^SPX`. */
  root: string
  expiry: string
  type: 'call' | 'put'
  strike: number
  multiplier: number
}

/**
 * Order that every format writes for a ticket: one order with one limit price. Options are opened or closed, shares are
 * traded.
 */
export type BrokerOrder =
  | {
      kind: 'options'
      /** Packages, or contracts where there is one leg. */
      quantity: number
      legs: OrderLeg[]
      /** Per share of one package, rounded to cents: positive is paid, negative is received, 0 is even. */
      limit: number
    }
  | {
      kind: 'shares'
      side: 'buy' | 'sell'
      ticker: string
      /** Null where the price, and with it the number, is not known: the amount then says how much. */
      quantity: number | null
      amount: number
      /** Dollars per share; null where the number of shares is not known. */
      limit: number | null
    }

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))
const toRoot = ({ symbol, underlying }: Pick<TicketLeg, 'symbol' | 'underlying'>) =>
  toOptionTerms(symbol)?.root ?? underlying
const toCents = (price: number) => Math.round(100 * price) / 100

/**
 * A ticket as the orders a broker takes: legs of one series of an underlying and with one multiplier together as one
 * package, then the shares. Prices are those of the ticket, rounded to cents.
 */
export function toBrokerOrders({
  legs,
  trades,
}: {
  legs: readonly TicketLeg[]
  trades: HedgeStrategy['trades']
}): BrokerOrder[] {
  const groups = new Map<string, TicketLeg[]>()
  for (const leg of legs) {
    const key = `${leg.underlying} ${toRoot(leg)} ${leg.multiplier}`
    groups.set(key, [...(groups.get(key) ?? []), leg])
  }
  return [
    ...[...groups.values()].map(toPackage),
    ...trades.map(({ ticker, amount, shares }): BrokerOrder => {
      // Brokers take fractions of shares with four decimals at most.
      const quantity = shares === null ? null : Math.round(1e4 * Math.abs(shares)) / 1e4 || null
      return {
        kind: 'shares',
        side: amount < 0 ? 'sell' : 'buy',
        ticker,
        quantity,
        amount: toCents(Math.abs(amount)),
        limit: quantity === null ? null : toCents(Math.abs(amount) / quantity),
      }
    }),
  ]
}

function toPackage(legs: readonly TicketLeg[]): BrokerOrder {
  const quantity = legs.reduce((common, { contracts }) => gcd(common, Math.abs(contracts)), 0)
  return {
    kind: 'options',
    quantity,
    legs: legs.map(({ contracts, symbol, underlying, expiry, type, strike, multiplier, closes = false }) => ({
      closes,
      side: contracts > 0 ? 'buy' : 'sell',
      ratio: Math.abs(contracts) / quantity,
      symbol,
      underlying,
      root: toRoot({ symbol, underlying }),
      expiry,
      type,
      strike,
      multiplier,
    })),
    limit: toCents(legs.reduce((net, { contracts, premium }) => net + (contracts / quantity) * premium, 0)),
  }
}
