// Tests: hedge-view.test.ts

import type { HedgeStrategy } from '@ballast/contract'
import { toChartCsv } from '../../components/charts/chart-data.ts'
import { countOf, formatCount, formatDate, formatMoney, formatNumber, formatValue, NO_DATA } from '../../lib/format.ts'
import { type TicketLeg, toBrokerOrders } from './broker-orders.ts'

export const NO_ORDER = 'This is not an order.'

/** Ticket that is taken to a broker. */
export interface CopiedTicket {
  /** "Put Spread: SPY Feb 19, 2027: buy 4 × 730 put". */
  title: string
  /** Part of the name of its files. */
  kind: string
  legs: readonly TicketLeg[]
  trades: HedgeStrategy['trades']
  /** Figures under the legs. */
  figures: readonly { label: string; text: string }[]
}

export const toCopiedTicket = (strategy: HedgeStrategy): CopiedTicket => ({
  title: `${strategy.type}: ${strategy.instrument}`,
  kind: strategy.family,
  legs: strategy.family === 'close-options' ? strategy.legs.map((leg) => ({ ...leg, closes: true })) : strategy.legs,
  trades: strategy.trades,
  figures: toTicketFigures(strategy),
})

/** `Buy put`, `Sell call`. */
export function nameSide({ contracts, type }: Pick<TicketLeg, 'contracts' | 'type'>): string {
  return `${contracts > 0 ? 'Buy' : 'Sell'} ${type}`
}

/** `730`, `132.5`: strikes as brokers write them. */
export function formatStrike(strike: number): string {
  return formatNumber(strike, { decimals: Number.isInteger(strike) ? 0 : 2 })
}

export interface TicketFigure {
  label: string
  text: string
  /** Last part of the key of its fact. */
  fact?: string
}

/**
 * Several legs as a broker takes them, as one order with one price: `6 × (2 put, −1 put) at 24.10 net debit`. The price is
 * that of one package, per share.
 *
 * @returns null for one leg, and for legs on several underlyings or of several sizes, which are orders of their own
 */
export function toPackageOrder(
  legs: readonly TicketLeg[],
): { quantity: number; ratios: number[]; price: string } | null {
  const [order, ...others] = toBrokerOrders({ legs: [...legs], trades: [] })
  if (order?.kind !== 'options' || others.length > 0 || legs.length < 2) return null
  const { quantity, limit } = order
  const ratios = order.legs.map(({ side, ratio }) => (side === 'buy' ? ratio : -ratio))
  const kind = limit === 0 ? 'even' : limit > 0 ? 'net debit or less' : 'net credit or more'
  return { quantity, ratios, price: `${formatNumber(Math.abs(limit))} ${kind}` }
}

/** `1 × (+4 −3) at 46.05 net debit or less`. */
function describePackage(legs: readonly TicketLeg[]): string | null {
  const order = toPackageOrder(legs)
  if (order === null) return null
  const ratios = order.ratios.map((ratio) => formatNumber(ratio, { decimals: 0, signed: true })).join(' ')
  return `${formatCount(order.quantity)} × (${ratios}) at ${order.price}`
}

/** Lists the figures under the legs. */
export function toTicketFigures(strategy: HedgeStrategy): TicketFigure[] {
  const { cost, breakEven, mostToLose, legs, daysToExpiry, daysToRenewal } = strategy
  const hasOptions = legs.length > 0
  const asOne = describePackage(legs)
  const prices = breakEven.prices.map((price) => formatMoney(price)).join(' and ')
  return [
    {
      label: cost.total < 0 ? 'Net credit' : cost.kind === 'forgone-return' ? 'Return forgone' : 'Net cost',
      text: formatMoney(Math.abs(cost.total), { decimals: hasOptions ? 2 : 0 }),
      fact: 'cost',
    },
    asOne !== null && { label: 'As one order', text: asOne },
    hasOptions && {
      label: 'Most the options can lose',
      text: mostToLose === null ? 'Not limited by themselves' : formatMoney(mostToLose),
      fact: 'mostToLose',
    },
    hasOptions && { label: 'Commissions included', text: formatMoney(cost.fees), fact: 'fees' },
    hasOptions && cost.possibleSaving > 0 && { label: 'Saved at the middle', text: formatValue(cost.possibleSaving) },
    hasOptions && { label: 'Break-even price', text: prices || NO_DATA },
    breakEven.marketPercent !== null && {
      label: 'Break-even market move',
      text: `${formatNumber(breakEven.marketPercent, { decimals: 1, signed: true })}%`,
      fact: 'breakEvenPercent',
    },
    breakEven.cap !== null && { label: 'Gains capped above', text: formatMoney(breakEven.cap), fact: 'cap' },
    daysToExpiry !== null && { label: 'Days to expiry', text: formatCount(daysToExpiry) },
    daysToRenewal !== null && { label: 'Renew in', text: countOf(daysToRenewal, 'day') },
  ].filter((figure): figure is TicketFigure => Boolean(figure))
}

/** Writes what to type at the broker, an order a line: `Buy 4 SPY Feb 19, 2027 730 put` and `15.30 or less`. */
export function toOrderLines({
  legs,
  trades,
}: Pick<HedgeStrategy, 'legs' | 'trades'>): { order: string; price: string }[] {
  return [
    ...legs.map(({ contracts, underlying, expiry, strike, type, premium }) => ({
      order: `${contracts > 0 ? 'Buy' : 'Sell'} ${formatCount(Math.abs(contracts))} ${underlying.replace(/^\^/, '')} ${formatDate(expiry)} ${formatStrike(strike)} ${type}`,
      price: `${formatNumber(premium)} or ${contracts > 0 ? 'less' : 'more'}`,
    })),
    ...trades.map(({ ticker, amount, shares }) => ({
      order: `${amount < 0 ? 'Sell' : 'Buy'} ${shares === null ? '' : `${formatNumber(Math.abs(shares), { decimals: Math.abs(shares) >= 100 || Number.isInteger(shares) ? 0 : 2 })} `}${ticker}`,
      price: `about ${formatValue(Math.abs(amount))}`,
    })),
  ]
}

/** The ticket as text, to take to a broker. */
export function toTicketText(ticket: CopiedTicket): string {
  const legs = ticket.legs.map(
    (leg) =>
      `${nameAction(leg)} ${formatCount(Math.abs(leg.contracts))} × ${leg.underlying.replace(/^\^/, '')} ${formatDate(leg.expiry)} ${formatStrike(leg.strike)} ${leg.type} at ${formatMoney(leg.premium)} (${leg.contracts > 0 ? 'ask' : 'bid'})  ${leg.symbol}`,
  )
  const trades = ticket.trades.map(
    ({ ticker, amount, shares }) =>
      `${amount < 0 ? 'Sell' : 'Buy'} ${shares === null ? '' : `${formatNumber(Math.abs(shares))} shares of `}${ticker}, about ${formatValue(Math.abs(amount))}`,
  )
  return [
    ticket.title,
    ...legs,
    ...trades,
    ...ticket.figures.map(({ label, text }) => `${label}: ${text}`),
    NO_ORDER,
  ].join('\n')
}

const nameAction = ({ contracts, closes = false }: TicketLeg) =>
  `${contracts > 0 ? 'Buy' : 'Sell'} to ${closes ? 'close' : 'open'}`

/** The ticket's lines as CSV: options first, then shares. */
export function toTicketCsv(ticket: Pick<CopiedTicket, 'legs' | 'trades'>): string {
  const header = ['action', 'symbol', 'underlying', 'type', 'expiry', 'strike', 'quantity', 'price', 'multiplier']
  return toChartCsv({
    columns: header.map((name) => ({ header: name })),
    rows: [
      ...ticket.legs.map((leg) => [
        nameAction(leg).toLowerCase(),
        leg.symbol,
        leg.underlying,
        leg.type,
        leg.expiry,
        leg.strike,
        Math.abs(leg.contracts),
        leg.premium,
        leg.multiplier,
      ]),
      ...ticket.trades.map(({ ticker, amount, shares }) => [
        amount < 0 ? 'sell' : 'buy',
        ticker,
        ticker,
        'shares',
        null,
        null,
        shares === null ? null : Math.abs(shares),
        shares ? Math.abs(amount / shares) : null,
        1,
      ]),
    ],
  })
}
