import { expect, test } from 'vitest'
import { findCappedGain } from './capped-gain.ts'

const SPOTS = [
  { ticker: 'SPY', spot: 750 },
  { ticker: 'NVDA', spot: 200 },
]
const call = (underlying: string, strike: number, contracts: number) => ({
  underlying,
  type: 'call' as const,
  strike,
  contracts,
})

test('of two sold calls the one that is reached first caps the gain', () => {
  const legs = [call('SPY', 825, -2), call('NVDA', 210, -1), call('SPY', 760, 1)]
  expect(findCappedGain(legs, SPOTS)).toEqual({ underlying: 'NVDA', strike: 210, rise: 210 / 200 - 1 })
})

test('bought calls and puts cap nothing, nor does a call on what has no price', () => {
  expect(findCappedGain([call('SPY', 760, 1), { ...call('SPY', 700, -1), type: 'put' }], SPOTS)).toBeNull()
  expect(findCappedGain([call('QQQ', 700, -1)], SPOTS)).toBeNull()
  expect(findCappedGain([], SPOTS)).toBeNull()
})
