import { describe, expect, test } from 'vitest'
import { analyzeHedges } from './analyze-hedges.ts'
import type { HedgeHolding } from './hedge-market.ts'
import type { HedgeLeg } from './priced-hedge.ts'
import { INDEX_CHAIN, toExpiry } from './test-chains.ts'
import { createTestSituation } from './test-situation.ts'

const market = createTestSituation({ indexChain: { ...INDEX_CHAIN, days: [7, 35, 63, 98, 140] } })
const fund: HedgeHolding = {
  ticker: 'SPY',
  value: 180_000,
  shares: 300,
  beta: 1,
  downsideBeta: 1,
  sector: null,
  instrumentClass: 'broad-fund',
  internalDiversification: 1.75,
}

function holdPuts(days: number, contracts = 3): HedgeLeg {
  const { contracts: listed } = market.markets.find(({ ticker }) => ticker === 'SPY')!.chain
  const strike = 590
  const { mark } = listed.find((one) => one.type === 'put' && one.strike === strike && one.expiry === toExpiry(days))!
  return { underlying: 'SPY', type: 'put', strike, expiry: toExpiry(days), contracts, premium: mark!, multiplier: 100 }
}
const analyze = (options: readonly HedgeLeg[]) => analyzeHedges({ ...market, holdings: [fund], cash: 0, options })

describe('300 shares of the index fund with three puts', () => {
  test('that expire in four trading days are protected until then: the answer is a hedge, and names the day', () => {
    const put = holdPuts(7)
    const found = analyze([put])
    expect(found.protectionEnd).toMatchObject({ date: '2026-11-27' })
    expect(found.protectionEnd!.lossBefore).toBeLessThan(0.03)
    const value = 180_000 + 300 * put.premium
    // From the fifth day on a fall of a fifth costs a fifth of the shares, and the puts are gone.
    expect(found.unhedged.lossAtShock).toBeCloseTo((36_000 + 300 * put.premium) / value, 10)
    expect(found.search.status).toBe('found')
    expect(found.proposals[0]!.legs[0]!.expiry).toBe(toExpiry(98))
    expect(found.proposals[0]!.holdsLimit).toBe(true)
  })

  test('that outlive the term need no hedge, and nothing ends', () => {
    const found = analyze([holdPuts(98)])
    expect(found.protectionEnd).toBeNull()
    expect(found.search.status).toBe('not-needed')
  })

  test('in two layers are protected until the later one ends', () => {
    expect(analyze([holdPuts(7), holdPuts(35)]).protectionEnd!.date).toBe(toExpiry(35))
  })

  test('and none have no end', () => expect(analyze([]).protectionEnd).toBeNull())
})
