import { type HedgeStrategy, toOptionSymbolOf, toOptionTerms } from '@ballast/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  FORM_BROKERS,
  type FormBroker,
  toBasketFile,
  toOrderForm,
  toTastytradeLines,
  toThinkorswimLines,
} from './broker-formats.ts'
import { toBrokerOrders } from './broker-orders.ts'
import { TEST_ANALYSIS } from './test-hedges.ts'
import {
  type ReadOrder,
  readBasketFile,
  readOrderForm,
  readTastytradeLines,
  readThinkorswimLines,
} from './test-read-orders.ts'
import { toCopiedTicket, toTicketCsv, toTicketText } from './ticket-text.ts'

const [spread, , selling] = TEST_ANALYSIS.hedgeStrategies as [HedgeStrategy, HedgeStrategy, HedgeStrategy]
type Leg = HedgeStrategy['legs'][number] & { closes: boolean }
type Ticket = Pick<HedgeStrategy, 'trades'> & { legs: Leg[] }

const orders = toBrokerOrders(spread)
const single = toBrokerOrders({ legs: spread.legs.slice(0, 1), trades: [] })
const sold = toBrokerOrders({ legs: spread.legs.slice(1, 2), trades: [] })

describe('known orders', () => {
  test('Interactive Brokers: a basket with one BAG row for a spread', () => {
    const [head, row, ...others] = toBasketFile(orders).trimEnd().split('\r\n')
    expect(head).toBe(
      'Action,Quantity,Symbol,SecType,LastTradingDayOrContractMonth,Strike,Right,Multiplier,TradingClass,ComboLegs,Exchange,Currency,TimeInForce,OrderType,LmtPrice',
    )
    expect(row).toBe(
      'BUY,1,SPY,BAG,,,,100,,BUY 4 SPY 20270219 730 P; SELL 3 SPY 20270219 620 P,SMART,USD,DAY,LMT,46.05',
    )
    expect(others).toEqual([])
    expect(toBasketFile(sold).split('\r\n')[1]).toBe('SELL,3,SPY,OPT,20270219,620,P,100,SPY,,SMART,USD,DAY,LMT,5.05')
  })

  test('thinkorswim: one leg and a custom order', () => {
    expect(toThinkorswimLines(single)).toBe('BUY +4 SPY 100 19 FEB 27 730 PUT @15.30 LMT')
    expect(toThinkorswimLines(sold)).toBe('SELL -3 SPY 100 19 FEB 27 620 PUT @5.05 LMT')
    expect(toThinkorswimLines(orders)).toBe('BUY +1 4/-3 CUSTOM SPY 100 19 FEB 27/19 FEB 27 730/620 PUT/PUT @46.05 LMT')
  })

  test('tastytrade', () => {
    expect(toTastytradeLines(orders)).toBe('BTO 4 SPY 02/19/27 P730, STO 3 SPY 02/19/27 P620 @46.05 db x1 LMT DAY')
  })

  test('a roll is one order that closes and opens', () => {
    const [bought, sold] = spread.legs
    const roll = toBrokerOrders({
      legs: [
        { ...(sold as (typeof spread.legs)[0]), contracts: -4, closes: true },
        { ...(bought as (typeof spread.legs)[0]), contracts: 4, closes: false },
      ],
      trades: [],
    })
    expect(roll).toHaveLength(1)
    expect(toTastytradeLines(roll)).toBe('STC 1 SPY 02/19/27 P620, BTO 1 SPY 02/19/27 P730 @10.25 db x4 LMT DAY')
    expect(toOrderForm(roll, 'Schwab')).toMatch(
      /Action: Sell to close\nQuantity: 4\n.*\nAction: Buy to open\nQuantity: 4/,
    )
  })

  test.each([
    ['Fidelity', '-SPY270219P730'],
    ['Schwab', 'SPY 02/19/2027 730.00 P'],
    ['E*TRADE', "SPY Feb 19 '27 $730 Put"],
  ] as const)('%s: its own symbol among the fields of its order page', (broker, symbol) => {
    expect(toOrderForm(orders, broker).split('\n')).toEqual([
      'Order 1: custom, 2 legs',
      'Action: Buy to open',
      'Quantity: 4',
      `Symbol: ${symbol}`,
      'Action: Sell to open',
      'Quantity: 3',
      `Symbol: ${symbol.replace('730', '620')}`,
      'Order type: Net debit 46.05',
      'Time in force: Day',
    ])
  })

  test('shares come after the options; without their number only what takes amounts names them', () => {
    const unknown = toBrokerOrders({ legs: [], trades: [{ ticker: 'BRK.B', amount: -1234.5, shares: null }] })
    expect(toThinkorswimLines(unknown)).toBe('SELL $1234.50 of BRK.B')
    expect(toBasketFile(unknown).trimEnd().split('\r\n')).toHaveLength(1)
    expect(toOrderForm(unknown, 'Fidelity')).toContain('Amount: $1234.50')
    expect(toBrokerOrders(selling).every(({ kind }) => kind === 'shares')).toBe(true)
  })
})

const ROOTS = ['SPY', 'QQQ', 'SPX', 'SPXW', 'RUTW', 'NDXP', 'BRKB', 'F', 'IWM']
const day = fc.tuple(fc.integer({ min: 26, max: 29 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))

const leg: fc.Arbitrary<Leg> = fc
  .record({
    root: fc.constantFrom(...ROOTS),
    day,
    type: fc.constantFrom('call' as const, 'put' as const),
    strike: fc.oneof(
      fc.integer({ min: 1, max: 9000 }),
      fc.integer({ min: 1, max: 18_000 }).map((half) => half / 2),
    ),
    contracts: fc.integer({ min: 1, max: 5000 }),
    isSold: fc.boolean(),
    closes: fc.boolean(),
    cents: fc.integer({ min: 1, max: 90_000 }),
  })
  .map(({ root, closes, day: [year, month, date], type, strike, contracts, isSold, cents }) => {
    const two = (value: number) => String(value).padStart(2, '0')
    const expiry = `20${two(year)}-${two(month)}-${two(date)}`
    const symbol = toOptionSymbolOf({ underlying: root, expiry, type, strike }) ?? ''
    return {
      symbol,
      type,
      strike,
      expiry,
      closes,
      multiplier: 100,
      premium: cents / 100,
      underlying: toOptionTerms(symbol)?.underlying ?? root,
      contracts: isSold ? -contracts : contracts,
      bid: null,
      ask: null,
      openInterest: null,
      delta: null,
      impliedVolatility: null,
    }
  })

const trade = fc
  .record({
    ticker: fc.constantFrom('AAPL', 'BRK.B', 'KO'),
    shares: fc.integer({ min: 1, max: 1_000_000 }).map((count) => count / 100),
    cents: fc.integer({ min: 100, max: 90_000 }),
    isSold: fc.boolean(),
  })
  .map(({ ticker, shares, cents, isSold }) => {
    const sign = isSold ? -1 : 1
    return { ticker, shares: sign * shares, amount: (sign * shares * cents) / 100 }
  })

const ticket: fc.Arbitrary<Ticket> = fc
  .record({
    legs: fc.uniqueArray(leg, { maxLength: 5, selector: ({ symbol }) => symbol }),
    trades: fc.uniqueArray(trade, { maxLength: 2, selector: ({ ticker }) => ticker }),
  })
  .filter(({ legs, trades }) => legs.length + trades.length > 0)

/** Finds the expected orders from the ticket by itself and not by the code that is tested. */
function expectOrders({ legs, trades }: Ticket): ReadOrder[] {
  const groups = Object.values(Object.groupBy(legs, ({ symbol }) => /^[A-Z]+/.exec(symbol)?.[0] ?? '')).map(
    (group = []) => {
      const lines = Object.fromEntries(group.map(({ symbol, contracts }) => [symbol, contracts]))
      let packages = Math.min(...group.map(({ contracts }) => Math.abs(contracts)))
      while (group.some(({ contracts }) => contracts % packages !== 0)) packages -= 1
      const net = group.reduce((sum, { contracts, premium }) => sum + contracts * Math.round(100 * premium), 0)
      return { lines, packages, limit: net / packages / 100 }
    },
  )
  const shares = trades.map(({ ticker, shares: count = 0, amount }) => ({
    lines: { [ticker]: count ?? 0 },
    packages: Math.abs(count ?? 0),
    limit: Math.round((100 * amount) / (count ?? 1)) / 100,
  }))
  return [...groups, ...shares]
}

function expectSame(read: readonly ReadOrder[], expected: readonly ReadOrder[]) {
  expect(read.map(({ lines, packages }) => ({ lines, packages }))).toEqual(
    expected.map(({ lines, packages }) => ({ lines, packages })),
  )
  for (const [place, { limit }] of read.entries()) expect(limit).toBeCloseTo(expected[place]?.limit ?? Number.NaN, 6)
}

function checkEveryFormat(random: Ticket) {
  const written = toBrokerOrders(random)
  const expected = expectOrders(random)
  expectSame(readBasketFile(toBasketFile(written)), expected)
  expectSame(readThinkorswimLines(toThinkorswimLines(written)), expected)
  expectSame(readTastytradeLines(toTastytradeLines(written)), expected)
  for (const broker of Object.keys(FORM_BROKERS) as FormBroker[]) {
    expectSame(readOrderForm(toOrderForm(written, broker)), expected)
  }
  checkTextAndTable(random)
}

/** The text and the table say each leg with its own price. */
function checkTextAndTable({ legs, trades }: Ticket) {
  const text = toTicketText(toCopiedTicket({ ...spread, legs, trades }))
  const named = [
    ...text.matchAll(/^(Buy|Sell) to (open|close) ([\d,]+) × .* at \$([\d,.]+) \((?:ask|bid)\) {2}(\w+)$/gm),
  ]
  const toNumber = (digits = '') => Number(digits.replaceAll(',', ''))
  expect(
    named.map(([, side, way, count, price, symbol]) => [
      symbol,
      way === 'close',
      (side === 'Sell' ? -1 : 1) * toNumber(count),
      toNumber(price),
    ]),
  ).toEqual(legs.map(({ symbol, closes, contracts, premium }) => [symbol, closes, contracts, premium]))
  const rows = toTicketCsv({ ...spread, legs, trades })
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(','))
  expect(
    rows.map(([action, symbol, , , , , quantity]) => [
      symbol,
      (action?.startsWith('sell') ? -1 : 1) * Number(quantity),
    ]),
  ).toEqual([
    ...legs.map(({ symbol, contracts }) => [symbol, contracts]),
    ...trades.map(({ ticker, shares }) => [ticker, shares]),
  ])
}

describe('what is written is what is read back', () => {
  test('300 random tickets in every format', () => {
    fc.assert(fc.property(ticket, checkEveryFormat), { numRuns: 300 })
  })

  test('10,000 random tickets in every format', { tags: ['full'], timeout: 120_000 }, () => {
    fc.assert(fc.property(ticket, checkEveryFormat), { numRuns: 10_000 })
  })
})

test('a ticket that buys back what was sold closes in every form', () => {
  const ticket = toCopiedTicket({ ...spread, family: 'close-options' })
  const orders = toBrokerOrders(ticket)
  expect(toOrderForm(orders, 'Schwab')).toContain('Buy to close')
  expect(toOrderForm(orders, 'Schwab')).not.toContain('to open')
  expect(toTastytradeLines(orders)).toMatch(/^BTC 4 .*STC 3 /)
})
