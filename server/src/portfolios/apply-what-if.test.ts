import { parseWhatIfId, toWhatIfId, type WhatIfChange } from '@ballast/contract'
import { Big } from 'big.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyWhatIf } from './apply-what-if.ts'
import type { StoredLot } from './position.repository.ts'

const lot = (id: string, ticker: string, shares: string, more: Partial<StoredLot> = {}): StoredLot => ({
  id,
  kind: 'security',
  ticker,
  shares,
  avgCost: '10',
  currency: 'USD',
  multiplier: 1,
  sector: null,
  account: null,
  importId: 'b',
  ...more,
})
const hold = (ticker: string, shares: number, price: number | null = null): WhatIfChange => ({
  ticker,
  isCash: false,
  shares,
  price,
})
const sharesOf = (lots: readonly StoredLot[]) => lots.map(({ ticker, shares }) => [ticker, shares])

describe('lots after a what-if', () => {
  const lots = [lot('1', 'AAPL', '60'), lot('2', 'KO', '-30'), lot('3', 'AAPL', '40.5', { avgCost: '12' })]

  test('what is sold leaves the oldest lots first, and the rest of a lot keeps its cost', () => {
    const { lots: after, removed, made } = applyWhatIf(lots, [hold('AAPL', 30.25)])
    expect(sharesOf(after)).toEqual([
      ['KO', '-30'],
      ['AAPL', '30.25'],
    ])
    expect(removed).toEqual([lots[0], lots[2]])
    expect(made).toMatchObject([{ avgCost: '12', importId: null }])
    expect(after[0]).toBe(lots[1])
  })

  test('what is bought is a lot of its own at the price that was said', () => {
    const { lots: after, removed } = applyWhatIf(lots, [hold('AAPL', 110, 200.5), hold('TLT', 5)])
    expect(removed).toEqual([])
    expect(sharesOf(after)).toEqual([...sharesOf(lots), ['AAPL', '9.5'], ['TLT', '5']])
    expect(after.slice(3).map(({ avgCost }) => avgCost)).toEqual(['200.5', null])
  })

  test('a short holding is bought back, and turns over when it becomes long', () => {
    expect(sharesOf(applyWhatIf(lots, [hold('KO', -10)]).made)).toEqual([['KO', '-10']])
    expect(sharesOf(applyWhatIf(lots, [hold('KO', -50)]).made)).toEqual([['KO', '-20']])
    const turned = applyWhatIf(lots, [hold('KO', 5, 60)])
    expect(turned.removed).toEqual([lots[1]])
    expect(turned.made).toMatchObject([{ shares: '5', avgCost: '60' }])
  })

  test('cash, options and Treasuries are what their tickers say, and cash is not the fund of the same letters', () => {
    const cash = { ticker: 'USD', isCash: true, shares: 700, price: null }
    const held = [lot('1', 'USD', '3'), lot('2', 'CASH', '500', { kind: 'cash', avgCost: '1' })]
    const { lots: after } = applyWhatIf(held, [cash, hold('SPY261218P00500000', 2, 4.1), hold('T4-20341115', 1)])
    expect(after.map(({ kind, ticker, shares, multiplier }) => [kind, ticker, shares, multiplier])).toEqual([
      ['security', 'USD', '3', 1],
      ['cash', 'CASH', '500', 1],
      ['cash', 'CASH', '200', 1],
      ['option', 'SPY261218P00500000', '2', 100],
      ['bond', 'T4-20341115', '1', 1],
    ])
  })

  test('holds exactly what was asked for, whatever was held, and touches nothing else', () => {
    const amount = fc.integer({ min: -(10 ** 10), max: 10 ** 10 }).map((units) => new Big(units).div(10 ** 6))
    const holding = fc.record({ ticker: fc.constantFrom('AAPL', 'KO', 'TLT'), shares: amount })
    fc.assert(
      fc.property(
        fc.array(holding, { maxLength: 8 }),
        fc.constantFrom('AAPL', 'NEW'),
        amount,
        (held, ticker, target) => {
          const before = held.map(({ ticker: name, shares }, place) => lot(String(place), name, shares.toFixed()))
          const id = toWhatIfId({ portfolioId: 'p', changes: [hold(ticker, target.toNumber())] })
          const { lots: after, removed, made } = applyWhatIf(before, parseWhatIfId(id)?.changes ?? [])
          const sum = after
            .filter((one) => one.ticker === ticker)
            .reduce((all, one) => all.plus(one.shares), new Big(0))
          expect(sum.toFixed()).toBe(target.toFixed())
          expect(after.filter((one) => one.ticker !== ticker)).toEqual(before.filter((one) => one.ticker !== ticker))
          expect(made.length).toBeLessThanOrEqual(1)
          expect(removed.every((one) => before.includes(one) && one.ticker === ticker)).toBe(true)
          expect(after).toEqual([...before.filter((one) => !removed.includes(one)), ...made])
        },
      ),
    )
  })
})
