import { gzipSync } from 'node:zlib'
import type { ImportedPosition, SourceTrade } from '@ballast/importers'
import { expect, test } from 'vitest'
import { toTradeDays } from './trade-days.ts'

const trade = (ticker: string, date: string, shares: string, paid: string | null, more: Partial<SourceTrade> = {}) => ({
  ticker,
  isOption: false,
  account: null,
  currency: 'USD',
  date,
  shares,
  paid,
  ...more,
})
const held = (ticker: string, shares: string) => ({ ticker, shares, kind: 'security' }) as ImportedPosition
const daysOf = (trades: SourceTrade[], saved: ImportedPosition[]) =>
  toTradeDays(gzipSync(JSON.stringify(trades)), saved, '2026-06-30')

test('each day has what was held after it and what it cost, sold holdings too', () => {
  const trades = [
    trade('AAPL', '2026-01-05', '10', '1000'),
    trade('AAPL', '2026-01-05', '12', '210.5'),
    trade('AAPL', '2026-03-02', '7', '-600'),
    trade('KO', '2026-01-05', '5', '300'),
    trade('KO', '2026-02-02', '0', '-310'),
  ]
  expect(daysOf(trades, [held('AAPL', '7')])).toEqual([
    { day: '2026-01-05', units: { AAPL: '12', KO: '5' }, moneyIn: '1510.5' },
    { day: '2026-02-02', units: { KO: '0' }, moneyIn: '-310' },
    { day: '2026-03-02', units: { AAPL: '7' }, moneyIn: '-600' },
  ])
})

test('money is asked for where shares moved without a price, or in another currency', () => {
  const trades = [
    trade('AAPL', '2026-01-05', '10', '1000'),
    trade('KO', '2026-01-05', '5', null),
    trade('SAP', '2026-02-02', '5', '500', { currency: 'EUR' }),
  ]
  expect(daysOf(trades, [held('AAPL', '10'), held('KO', '5'), held('SAP', '5')]).map(({ moneyIn }) => moneyIn)).toEqual(
    [null, null],
  )
})

test('accounts are added up', () => {
  const trades = [
    trade('AAPL', '2026-01-05', '10', '1000', { account: 'A' }),
    trade('AAPL', '2026-01-06', '3', '330', { account: 'B' }),
  ]
  expect(daysOf(trades, [held('AAPL', '10'), held('AAPL', '3')]).map(({ units }) => units.AAPL)).toEqual(['10', '13'])
})

test('what was changed in the review, comes later than the file, or is an option is not dated', () => {
  expect(daysOf([trade('AAPL', '2026-01-05', '10', '1000')], [held('AAPL', '11')])).toEqual([])
  expect(daysOf([trade('AAPL', '2026-07-05', '10', '1000')], [held('AAPL', '10')])).toEqual([])
  expect(daysOf([trade('SPY270115P00400000', '2026-01-05', '1', '5', { isOption: true })], [])).toEqual([])
})
