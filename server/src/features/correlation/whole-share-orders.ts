import { findNearestWholeShares } from './nearest-whole-shares.ts'

/** A holding that may change: what is held, and what it should be worth. */
export interface OrderTarget {
  ticker: string
  /** Held now, above 0. */
  units: number
  price: number
  /** Wanted value. */
  value: number
  /** Smallest part that trades: 1 for a share. */
  step: number
  /** Most that it may be worth. */
  most: number
  /** Positions of a group have room together. */
  group?: string | null
}

/** Measure of the nearest whole shares. */
export interface TicketRisk {
  /** Covariance of the returns, row by row, in the order of the targets. */
  covariance: Float64Array
  /** Most that the positions of a group may be worth together. */
  room: ReadonlyMap<string, number>
}

export interface Order {
  action: 'buy' | 'sell'
  ticker: string
  shares: number
  price: number
  value: number
}

export interface Ticket {
  /** Sales first, each by value. */
  orders: Order[]
  /** Units held afterwards, in the order of the targets. */
  units: number[]
  /** Cash from the sales that the purchases do not use, never below 0. */
  cashLeft: number
}

/**
 * The whole shares to trade on the way to the targets, bought with what sales bring. With `risk`, they are those whose difference
 * from the targets moves least, see `findNearestWholeShares`; else, or to begin with, they are rounded.
 */
export function toWholeShareTicket(targets: readonly OrderTarget[], risk?: TicketRisk): Ticket {
  const rounded = roundToShares(targets)
  if (!risk) return toTicket(targets, rounded)
  const { units } = findNearestWholeShares({
    targets: targets.map(({ group = null, step, ...target }) => ({ ...target, group, isWhole: step === 1 })),
    start: rounded,
    money: targets.reduce((sum, { units: held, price }) => sum + held * price, 0),
    ...risk,
  })
  return toTicket(targets, units)
}

function toTicket(targets: readonly OrderTarget[], units: readonly number[]): Ticket {
  const trades = targets.map((target, place) => {
    const [after, steps] = [units[place] ?? 0, ((units[place] ?? 0) - target.units) / target.step]
    return { ...target, change: after === 0 ? -target.units : toSteps(Math.round(steps), target.step) }
  })
  const orders = trades.flatMap(({ ticker, price, change }): Order[] => {
    if (change === 0) return []
    const shares = Math.abs(change)
    return [{ action: change < 0 ? 'sell' : 'buy', ticker, shares, price, value: shares * price }]
  })
  return {
    orders: orders.sort((a, b) => (a.action === b.action ? b.value - a.value : a.action === 'sell' ? -1 : 1)),
    units: trades.map(({ units: held, change }) => held + change),
    cashLeft: Math.max(
      0,
      trades.reduce((sum, { price, change }) => sum - change * price, 0),
    ),
  }
}

/**
 * Rounds sales up and purchases down, so that nothing is bought on credit; what is left then buys one more share each, where
 * the shortfall is largest and no limit is in the way. A holding whose target is below half a share is sold whole, with its
 * fraction.
 */
function roundToShares(targets: readonly OrderTarget[]): number[] {
  const trades = targets.map((target) => ({ ...target, change: toChange(target) }))
  let cashLeft = trades.reduce((sum, { price, change }) => sum - change * price, 0)
  const toMissing = ({ value, units, change, price }: OrderTarget & { change: number }) =>
    change < 0 ? 0 : value - (units + change) * price
  for (const trade of trades.toSorted((a, b) => toMissing(b) - toMissing(a))) {
    const cost = trade.price * trade.step
    const isShort = toMissing(trade) > 0 && (trade.units + trade.change + trade.step) * trade.price <= trade.most
    if (!isShort || cost > cashLeft) continue
    trade.change += trade.step
    cashLeft -= cost
  }
  return trades.map(({ units, change }) => units + change)
}

function toChange({ units, price, value, step }: OrderTarget): number {
  const wanted = value / price
  if (wanted < step / 2) return -units
  const steps = (wanted - units) / step
  if (steps < 0) return -Math.min(units, toSteps(Math.ceil(-steps - 1e-9), step))
  return toSteps(Math.floor(steps + 1e-9), step)
}

/** Steps of 0.0001 are no binary fractions: what is left of rounding is taken out. */
const toSteps = (count: number, step: number) => Math.round(count * step * 1e8) / 1e8
