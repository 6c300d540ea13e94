import { expect, test } from 'vitest'
import { makePrices } from '../../test-positions.ts'
import { isFromToday, toClosedLabel, toQuoteText, toUpdatedLabel } from './price-status.ts'

test('a price that somebody states is no close of the session', () => {
  const prices = makePrices({
    VTI: { session: 'closed', asOf: '2026-11-20T21:00:00.000Z' },
    'T0-20270318': { session: 'closed', asOf: '2026-11-23T21:00:00.000Z', source: 'stated' },
  })
  expect(toClosedLabel(prices)).toBe('At close Nov 20')
})

test('the age goes on counting after the answer: seconds, then whole minutes', () => {
  const prices = { ...makePrices({ A: 1 }), cacheStatus: { cacheAge: 30, isValid: true } }
  expect(toUpdatedLabel(prices, 12)).toBe('Updated 42s ago')
  expect(toUpdatedLabel(prices, 29.9)).toBe('Updated 59s ago')
  expect(toUpdatedLabel(prices, 30)).toBe('Updated 1m ago')
  expect(toUpdatedLabel(prices, 179)).toBe('Updated 3m ago')
})

test('a closed session names the day of the close in New York', () => {
  // 21:00 in New York is the next day in UTC
  const closed = { price: 1, session: 'closed', asOf: '2026-11-21T02:00:00.000Z' } as const
  expect(toClosedLabel(makePrices({ A: closed }))).toBe('At close Nov 20')
})

test('one open market means live', () => {
  const closed = { price: 1, session: 'closed' } as const
  expect(toClosedLabel(makePrices({ A: closed, 'BTC-USD': 2 }))).toBeUndefined()
  expect(toClosedLabel(makePrices({}))).toBeUndefined()
})

test('today is the day in New York', () => {
  const close = '2026-11-20T21:00:00.000Z'
  expect(isFromToday(close, new Date('2026-11-21T04:00:00.000Z'))).toBe(true) // 23:00 on Nov 20 there
  expect(isFromToday(close, new Date('2026-11-21T06:00:00.000Z'))).toBe(false)
})

test('a quote says when, whence and at which rate', () => {
  const prices = makePrices({
    A: { price: 110, source: 'yahoo', stale: true },
    B: { price: 110, localPrice: { price: 100, currency: 'EUR', rate: 1.1, rateAsOf: '2026-11-20T20:00:00.000Z' } },
  })
  expect(toQuoteText(prices.prices.A!)).toMatch(
    /^As of Nov 20, 2026, .+, Yahoo Finance; the price source has not answered since$/,
  )
  expect(toQuoteText(prices.prices.B!)).toContain('simulated. €100.00 at 1.1000 USD, the rate of Nov 20, 2026')
})
