import type { Position, Prices } from '@ballast/contract'
import { describe, expect, test } from 'vitest'
import { makePosition } from '../../test-positions.ts'
import {
  describeChanges,
  followsCash,
  listHoldings,
  readRows,
  settleChanges,
  toRows,
  tryTrades,
  type WhatIfRow,
} from './what-if-form.ts'

const position = (ticker: string, shares: number, more: Partial<Position> = {}) =>
  makePosition({ ticker, shares, avgCost: 10, ...more })
const POSITIONS = [
  position('AAPL', 100),
  position('AAPL', 20.125),
  position('KO', -30),
  position('NESN.SW', 5, { currency: 'CHF' }),
  position('CASH', 500, { kind: 'cash' }),
]
const HOLDINGS = listHoldings(POSITIONS)
const quote = (price: number, local?: number): Prices['prices'][string] => ({
  price,
  currency: 'USD',
  previousClose: null,
  asOf: '2026-11-20T21:00:00.000Z',
  session: 'closed',
  source: 'sample',
  stale: false,
  ...(local && {
    localPrice: { price: local, currency: 'CHF', rate: price / local, rateAsOf: '2026-11-20T21:00:00.000Z' },
  }),
})
const PRICES = { AAPL: quote(200), KO: quote(60), TLT: quote(90), 'NESN.SW': quote(110, 88) }

const type = (typed: Record<string, string>, added: Partial<WhatIfRow>[] = []) =>
  readRows([
    ...toRows(HOLDINGS, []).map((row) => ({ ...row, shares: typed[row.ticker] ?? row.shares })),
    ...added.map((row, place) => ({ id: `new ${place}`, held: null, ticker: '', shares: '', price: '', ...row })),
  ])
const changesOf = (...given: Parameters<typeof type>) => {
  const read = type(...given)
  if (!read.ok) throw new Error(JSON.stringify(read.errors))
  return read.changes
}

describe('the form of a what-if', () => {
  test('shows each ticker once, and changes nothing until something is typed', () => {
    expect(HOLDINGS.map(({ ticker, shares }) => [ticker, shares])).toEqual([
      ['AAPL', 120.125],
      ['KO', -30],
      ['NESN.SW', 5],
      ['CASH', 500],
    ])
    expect(changesOf({})).toEqual([])
  })

  test('reads what is held afterwards, in any spelling', () => {
    expect(
      changesOf({ AAPL: '60.5', KO: '−10', CASH: '1,250.50' }, [{ ticker: 'brk/b', shares: '3', price: '$451' }]),
    ).toEqual([
      { ticker: 'AAPL', isCash: false, shares: 60.5, price: null },
      { ticker: 'KO', isCash: false, shares: -10, price: null },
      { ticker: 'USD', isCash: true, shares: 1250.5, price: null },
      { ticker: 'BRK.B', isCash: false, shares: 3, price: 451 },
    ])
    expect(changesOf({ AAPL: '1,5' })[0]?.shares).toBe(1.5)
    const priced = ['94.125', '1,250', '$1,250.5'].map(
      (price) => changesOf({}, [{ ticker: 'TLT', shares: '1', price }])[0]?.price,
    )
    expect(priced).toEqual([94.125, 1250, 1250.5])
  })

  test('says what is wrong in which row', () => {
    const read = type({ AAPL: '1,500', KO: 'ten' }, [
      { ticker: 'AAPL', shares: '1' },
      { shares: '1', price: 'x' },
    ])
    expect(read).toEqual({
      ok: false,
      errors: {
        'false AAPL': { shares: 'Write 1.5 or 1500.' },
        'false KO': { shares: 'Enter a number, such as 10 or 1250.5.' },
        'new 0': { ticker: 'AAPL has a row already.' },
        'new 1': { ticker: 'Enter a ticker, such as AAPL.', price: 'Enter a price, or leave it empty.' },
      },
    })
  })

  test('lets dollars be changed and follow where none are held', () => {
    const holdings = listHoldings([position('AAPL', 100)])
    const sale = { ticker: 'AAPL', isCash: false, shares: 40, price: null }
    const { changes } = settleChanges([sale], holdings, PRICES, true)
    expect(changes).toEqual([sale, { ticker: 'USD', isCash: true, shares: 12_000, price: null }])
    expect(followsCash(changes)).toBe(true)
    expect(readRows(toRows(holdings, changes))).toEqual({ ok: true, changes: [sale] })
    const typed = changes.filter(({ isCash }) => isCash)
    expect(followsCash(typed)).toBe(false)
    expect(readRows(toRows(holdings, typed))).toEqual({ ok: true, changes: typed })
  })

  test('comes back filled with what is looked at', () => {
    const changes = changesOf({ AAPL: '60.5' }, [{ ticker: 'TLT', shares: '4', price: '91' }])
    const rows = toRows(HOLDINGS, changes)
    expect(readRows(rows)).toEqual({ ok: true, changes })
  })
})

describe('what the changes cost', () => {
  test('goes to the cash at the latest prices, and each purchase has its price', () => {
    const changes = changesOf({ AAPL: '100.125', 'NESN.SW': '6' }, [{ ticker: 'TLT', shares: '10' }])
    const { changes: settled, unpriced } = settleChanges(changes, HOLDINGS, PRICES, true)
    expect(unpriced).toEqual([])
    expect(settled).toEqual([
      { ticker: 'AAPL', isCash: false, shares: 100.125, price: null },
      { ticker: 'NESN.SW', isCash: false, shares: 6, price: 88 },
      { ticker: 'TLT', isCash: false, shares: 10, price: 90 },
      // 500 + 20 × 200 − 1 × 110 − 10 × 90
      { ticker: 'USD', isCash: true, shares: 3490, price: null },
    ])
  })

  test('is paid at the price that was stated, a contract of an option a hundredfold', () => {
    const changes = changesOf({ CASH: '1000' }, [{ ticker: 'SPY261218P00500000', shares: '2', price: '4.5' }])
    expect(settleChanges(changes, HOLDINGS, {}, true).changes.at(-1)).toEqual({
      ticker: 'USD',
      isCash: true,
      shares: 100,
      price: null,
    })
  })

  test('is not told without a price', () => {
    const changes = changesOf({}, [{ ticker: 'TLT', shares: '10' }])
    expect(settleChanges(changes, HOLDINGS, {}, true).unpriced).toEqual(['TLT'])
    expect(settleChanges(changes, HOLDINGS, {}, false)).toEqual({ changes, unpriced: [] })
  })
})

test('trades are made on top of what is held, and paid from the cash', () => {
  const positions = [...POSITIONS, position('SPY261218P00500000', 1, { kind: 'option', multiplier: 100 })]
  const id = tryTrades(
    'p~AAPL:100',
    positions,
    [
      { ticker: 'SPY261218P00500000', shares: 2, price: 4.5, multiplier: 100 },
      { ticker: 'SPY261218P00450000', shares: -2, price: 1.25, multiplier: 100 },
      { ticker: 'KO', shares: 10, price: 60, multiplier: 1 },
    ],
    2.6,
  )
  // 500 − 900 + 250 − 600 − 2.60
  expect(id).toBe('p~AAPL:100,SPY261218P00500000:3@4.5,SPY261218P00450000:-2@1.25,KO:-20,$USD:-752.6')
})

test('changes are told in a few words', () => {
  const changes = changesOf({ AAPL: '60.5', KO: '0', CASH: '100' }, [{ ticker: 'TLT', shares: '4' }])
  expect(describeChanges(changes, HOLDINGS)).toEqual([
    'AAPL 120.13 → 60.50',
    'KO sold',
    'Cash $500.00 → $100.00',
    'TLT 4.00, new',
  ])
})
