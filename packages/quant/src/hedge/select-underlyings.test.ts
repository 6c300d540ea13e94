import { expect, test } from 'vitest'
import { createRandomSource } from '../random.ts'
import { toHedgeUnderlying } from './option-lines.ts'
import { createLegLookup, repriceLeg } from './reprice-hedge.ts'
import { selectUnderlyings } from './select-underlyings.ts'
import { createMarket, INDEX_CHAIN, toExpiry } from './test-chains.ts'

const market = createMarket(INDEX_CHAIN, createRandomSource(3))
const underlying = toHedgeUnderlying(market)!
const legOf = (type: 'call' | 'put', strike: number, expiry: string) => {
  return { underlying: 'SPY', type, strike, expiry, contracts: 1, premium: 1, multiplier: 100 }
}
const now = { marketReturn: 0, horizonDays: 0, volatility: { kind: 'rule', scale: 0 } } as const

test('every contract with a good quote is worth its mid today, whichever side of the money it is on', () => {
  const lookup = createLegLookup([underlying])
  let checked = 0
  for (const { state, type, strike, expiry, bid, ask } of market.chain.contracts) {
    if (state !== 'ok') continue
    const mid = 0.5 * (bid! + ask!)
    const intrinsic = Math.max(0, type === 'call' ? 600 - strike : strike - 600)
    const miss = Math.abs(repriceLeg(legOf(type, strike, expiry), now, lookup) - Math.max(mid, intrinsic))
    expect(miss, `${expiry} ${type} ${strike}`).toBeLessThanOrEqual(0.5 * (ask! - bid!) + 1e-9)
    checked++
  }
  expect(checked).toBeGreaterThan(150)
})

test('what legs need is enough to reprice them, and no more than that', () => {
  const leg = legOf('put', 560, toExpiry(98))
  const [selected, ...others] = selectUnderlyings([underlying, { ...underlying, ticker: 'QQQ' }], [leg])
  expect(others).toEqual([])
  expect(selected!.expiries.map(({ expiry }) => expiry)).toEqual([leg.expiry])
  expect(selected!.expiries[0]!.quotes).toMatchObject([{ type: 'put', strike: 560 }])
  const fall = { marketReturn: -0.07, horizonDays: 5, volatility: { kind: 'rule', scale: 1 } } as const
  const value = repriceLeg(leg, fall, createLegLookup([underlying]))
  expect(repriceLeg(leg, fall, createLegLookup(JSON.parse(JSON.stringify([selected]))))).toBe(value)
})
