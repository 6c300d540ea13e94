import { formatOptionSymbol, type OptionDialect, toCsvLine } from '@ballast/contract'
import type { BrokerOrder, OrderLeg } from './broker-orders.ts'

type OptionOrder = Extract<BrokerOrder, { kind: 'options' }>
type ShareOrder = Extract<BrokerOrder, { kind: 'shares' }>

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

const toPrice = (price: number) => Math.abs(price).toFixed(2)
const toUnderlying = ({ underlying }: OrderLeg) => underlying.replace(/^\^/, '')
const toRight = ({ type }: OrderLeg) => (type === 'call' ? 'C' : 'P')
const signed = ({ side, ratio }: OrderLeg) => (side === 'buy' ? ratio : -ratio)
const isSold = ({ legs: [first] }: OptionOrder) => first?.side === 'sell'

/** How many shares, or the amount where their number is not known. */
const toShareQuantity = ({ quantity, amount }: ShareOrder) =>
  quantity === null ? `$${toPrice(amount)} of` : `${quantity}`

const IBKR_COLUMNS = [
  'Action',
  'Quantity',
  'Symbol',
  'SecType',
  'LastTradingDayOrContractMonth',
  'Strike',
  'Right',
  'Multiplier',
  'TradingClass',
  'ComboLegs',
  'Exchange',
  'Currency',
  'TimeInForce',
  'OrderType',
  'LmtPrice',
]

/**
 * A basket file of Interactive Brokers (BasketTrader): a row for each order, `BAG` for several legs, whose contracts stand
 * in `ComboLegs`. A package is bought at a net price, which is negative for a credit.
 *
 * Shares whose number is not known are left out, because a basket has no orders by amount.
 *
 * Source: ibkrguides.com/traderworkstation/basket-fields.htm
 */
export function toBasketFile(orders: readonly BrokerOrder[]): string {
  const rows = orders.flatMap((order) => (order.kind === 'options' ? [toOptionRow(order)] : toShareRow(order)))
  return [IBKR_COLUMNS, ...rows].map(toCsvLine).join('')
}

const SMART = ['SMART', 'USD', 'DAY', 'LMT'] as const

function toOptionRow({ legs, quantity, limit }: OptionOrder): (string | number)[] {
  const [leg] = legs
  if (leg === undefined) return []
  if (legs.length === 1) {
    const price = Math.abs(limit)
    return [
      leg.side.toUpperCase(),
      quantity,
      ...[
        toUnderlying(leg),
        'OPT',
        leg.expiry.replaceAll('-', ''),
        leg.strike,
        toRight(leg),
        leg.multiplier,
        leg.root,
        '',
      ],
      ...[...SMART, price],
    ]
  }
  const combo = legs.map(
    (one) =>
      `${one.side.toUpperCase()} ${one.ratio} ${one.root} ${one.expiry.replaceAll('-', '')} ${one.strike} ${toRight(one)}`,
  )
  return ['BUY', quantity, toUnderlying(leg), 'BAG', '', '', '', leg.multiplier, '', combo.join('; '), ...SMART, limit]
}

function toShareRow({ side, ticker, quantity, limit }: ShareOrder): (string | number)[][] {
  if (quantity === null || limit === null) return []
  const symbol = ticker.replace('.', ' ')
  return [[side.toUpperCase(), quantity, symbol, 'STK', '', '', '', '', '', '', ...SMART, limit]]
}

/**
 * One line for each order as thinkorswim writes them: `BUY +4 SPY 100 19 FEB 27 730 PUT @15.30 LMT`, several legs as a
 * custom order with its ratios: `BUY +1 4/-3 CUSTOM SPY 100 19 FEB 27/19 FEB 27 730/620 PUT/PUT @46.05 LMT`. The price of
 * a package is negative for a credit.
 */
export function toThinkorswimLines(orders: readonly BrokerOrder[]): string {
  return orders.map((order) => (order.kind === 'options' ? toThinkorswim(order) : toPlainShares(order))).join('\n')
}

function toThinkorswim(order: OptionOrder): string {
  const { legs, quantity, limit } = order
  const [first] = legs
  if (first === undefined) return ''
  const terms = [
    toThinkorswimRoot(first),
    first.multiplier,
    legs.map(({ expiry }) => toThinkorswimDay(expiry)).join('/'),
    legs.map(({ strike }) => strike).join('/'),
    legs.map(({ type }) => type.toUpperCase()).join('/'),
  ].join(' ')
  if (legs.length === 1) {
    return `${isSold(order) ? `SELL -${quantity}` : `BUY +${quantity}`} ${terms} @${toPrice(limit)} LMT`
  }
  return `BUY +${quantity} ${legs.map(signed).join('/')} CUSTOM ${terms} @${limit.toFixed(2)} LMT`
}

/** Weekly series of an index go by the index's name and a note. */
function toThinkorswimRoot(leg: OrderLeg): string {
  const underlying = toUnderlying(leg)
  return leg.root === `${underlying}W` ? `${underlying} (Weeklys)` : leg.root
}

const toThinkorswimDay = (expiry: string) =>
  `${Number(expiry.slice(8))} ${MONTHS[Number(expiry.slice(5, 7)) - 1]} ${expiry.slice(2, 4)}`

const toPlainShares = (order: ShareOrder) =>
  `${order.side.toUpperCase()} ${toShareQuantity(order)} ${order.ticker}${order.limit === null ? '' : ` @${toPrice(order.limit)} LMT`}`

/**
 * One line for each order as tastytrade shows them: `BTO 4 SPY 02/19/27 P730, STO 3 SPY 02/19/27 P620 @46.05 db x1 LMT DAY`.
 * A net price is a debit (`db`) or a credit (`cr`) of one package, and `x` says how many packages.
 */
export function toTastytradeLines(orders: readonly BrokerOrder[]): string {
  return orders.map((order) => (order.kind === 'options' ? toTastytrade(order) : toPlainShares(order))).join('\n')
}

function toTastytrade({ legs, quantity, limit }: OptionOrder): string {
  const texts = legs.map((leg) => {
    const [year, month, day] = leg.expiry.split('-')
    const date = `${month}/${day}/${year?.slice(2)}`
    return `${leg.side === 'buy' ? 'BT' : 'ST'}${leg.closes ? 'C' : 'O'} ${leg.ratio} ${leg.root} ${date} ${toRight(leg)}${leg.strike}`
  })
  return `${texts.join(', ')} @${toPrice(limit)} ${limit < 0 ? 'cr' : 'db'} x${quantity} LMT DAY`
}

/** Brokers whose order page is filled in field by field, and how each writes a symbol. */
export const FORM_BROKERS = { Fidelity: 'fidelity', Schwab: 'schwab', 'E*TRADE': 'etrade' } as const satisfies Record<
  string,
  OptionDialect
>
export type FormBroker = keyof typeof FORM_BROKERS

/** The fields of an order page one below the other, with symbols as this broker writes them. */
export function toOrderForm(orders: readonly BrokerOrder[], broker: FormBroker): string {
  return orders.map((order, place) => toForm(order, place + 1, FORM_BROKERS[broker])).join('\n\n')
}

function toForm(order: BrokerOrder, place: number, dialect: OptionDialect): string {
  if (order.kind === 'shares') {
    return [
      `Order ${place}: shares`,
      `Action: ${order.side === 'buy' ? 'Buy' : 'Sell'}`,
      order.quantity === null ? `Amount: $${toPrice(order.amount)}` : `Quantity: ${order.quantity}`,
      `Symbol: ${order.ticker}`,
      ...(order.limit === null ? [] : [`Order type: Limit ${toPrice(order.limit)}`]),
      'Time in force: Day',
    ].join('\n')
  }
  const { legs, quantity, limit } = order
  const price = legs.length === 1 ? 'Limit' : limit < 0 ? 'Net credit' : limit > 0 ? 'Net debit' : 'Even'
  return [
    `Order ${place}: ${legs.length === 1 ? 'single option' : `custom, ${legs.length} legs`}`,
    ...legs.flatMap((leg) => [
      `Action: ${leg.side === 'buy' ? 'Buy' : 'Sell'} to ${leg.closes ? 'close' : 'open'}`,
      `Quantity: ${leg.ratio * quantity}`,
      `Symbol: ${(formatOptionSymbol(leg.symbol, dialect) ?? leg.symbol).trim()}`,
    ]),
    `Order type: ${price} ${toPrice(limit)}`,
    'Time in force: Day',
  ].join('\n')
}
