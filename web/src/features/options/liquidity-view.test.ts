import { describe, expect, test } from 'vitest'
import { makeChain } from '../../components/options/test-chain.ts'
import { describeSpread, judgeLiquidity } from './liquidity-view.ts'

const put = makeChain().options.find(({ strikePrice, contractType }) => strikePrice === 140 && contractType === 'put')!

describe('the verdict on liquidity', () => {
  test.each([
    [{ state: 'ok', openInterest: 5_000, volume: 0 }, 27, 'Liquid', /up to 500 contracts/],
    [{ state: 'no-bid', openInterest: 5_000, volume: 0 }, 27, 'Buy only', /nobody bids/],
    [{ state: 'ok', openInterest: 99, volume: 19 }, 27, 'Thin', /fewer than 100 contracts are open/],
    [{ state: 'ok', openInterest: 5_000, volume: 0 }, 6, 'Thin', /it expires within a week/],
    [{ state: 'wide', openInterest: 5_000, volume: 0 }, 27, 'Thin', /its quote cannot be trusted/],
  ] as const)('%j with %d days left: %s', (fields, days, label, text) => {
    const verdict = judgeLiquidity({ ...put, ...fields }, days)
    expect(verdict.label).toBe(label)
    expect(verdict.text).toMatch(text)
  })

  test('a spread is a share of the middle, and nothing without both sides', () => {
    // (1.10 − 0.90) / 1.00 = 20 %
    expect(describeSpread({ bid: 0.9, ask: 1.1 })).toBe('20.0%')
    expect(describeSpread({ bid: 0, ask: 1.1 })).toBeNull()
  })
})
