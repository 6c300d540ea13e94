import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toPayoffChart, toTicket } from './strategy-text.ts'
import { addToLegs, type Leg, premiumOf, toStrategyView } from './strategy-view.ts'
import { makeChain } from './test-chain.ts'

const chain = makeChain()
const SPOT = 138.2
const SETTING = { spot: SPOT, rate: chain.rates.annual, shares: 0 }

function leg(strike: number, type: 'call' | 'put', contracts: number, expiry = '2026-12-18'): Leg {
  const contract = chain.options.find(
    (other) => other.strikePrice === strike && other.contractType === type && other.expirationDate === expiry,
  )
  return { contract: contract!, expiry: chain.expiries.find((other) => other.expiry === expiry)!, contracts }
}

describe('legs', () => {
  test('longs are bought at the ask and shorts sold at the bid; a side without a quote has no price', () => {
    const { contract } = leg(140, 'call', 1)
    expect(premiumOf({ contract, contracts: 2 })).toBe(contract.ask)
    expect(premiumOf({ contract, contracts: -1 })).toBe(contract.bid)
    expect(premiumOf({ contract: { ...contract, bid: 0 }, contracts: -1 })).toBeNull()
    expect(toStrategyView([{ ...leg(140, 'call', -1), contract: { ...contract, bid: null } }], SETTING)).toBeNull()
  })

  test('what is bought and sold of one contract cancels', () => {
    const bought = addToLegs([], leg(140, 'call', 2))
    expect(addToLegs(bought, leg(140, 'call', -1)).map(({ contracts }) => contracts)).toEqual([1])
    expect(addToLegs(bought, leg(140, 'call', -2))).toEqual([])
    expect(addToLegs(bought, leg(150, 'call', -1))).toHaveLength(2)
  })
})

describe('a vertical spread', () => {
  const long = leg(140, 'call', 1)
  const short = leg(150, 'call', -1)
  const view = toStrategyView([long, short], SETTING)!
  const debit = 100 * (long.contract.ask! - short.contract.bid!)

  test('costs its debit, loses at most that, and gains the width less the debit', () => {
    expect(view.netCost).toBeCloseTo(debit, 9)
    expect(view.maxLoss).toBeCloseTo(-debit, 9)
    expect(view.maxGain).toBeCloseTo(100 * 10 - debit, 9)
    expect(view.breakEvens).toEqual([expect.closeTo(140 + debit / 100, 9)])
  })

  test('its curve has its corners at the strikes and the break-even exactly', () => {
    const xs = view.atExpiry.map(({ x }) => x)
    expect(xs).toEqual(expect.arrayContaining([140, 150, SPOT]))
    expect(view.atExpiry.find(({ x }) => x === view.breakEvens[0])?.y).toBeCloseTo(0, 9)
  })

  test('its Greeks are those of the contracts, times a hundred', () => {
    expect(view.greeks!.deltaShares).toBeCloseTo(100 * (long.contract.delta! - short.contract.delta!), 6)
    expect(view.greeks!.thetaPerDay).toBeCloseTo(100 * (long.contract.theta! - short.contract.theta!), 6)
    expect(view.greeks!.vegaPerPoint).toBeCloseTo(100 * (long.contract.vega! - short.contract.vega!), 6)
  })
})

test('shares held cover a short call: the gain is capped, the loss is not unlimited', () => {
  const naked = toStrategyView([leg(150, 'call', -1)], SETTING)!
  const covered = toStrategyView([leg(150, 'call', -1)], { ...SETTING, shares: 100 })!
  expect(naked.maxLoss).toBeNull()
  const premium = 100 * leg(150, 'call', -1).contract.bid!
  expect(covered.maxGain).toBeCloseTo(100 * (150 - SPOT) + premium, 9)
  expect(covered.maxLoss).toBeCloseTo(-100 * SPOT + premium, 9)
})

test('a calendar is valued on the day the first leg ends, the other by the model', () => {
  const view = toStrategyView([leg(140, 'call', -1, '2026-11-27'), leg(140, 'call', 1, '2026-12-18')], SETTING)!
  expect(view.isMixed).toBe(true)
  expect(view.expiry.expiry).toBe('2026-11-27')
  // A long calendar gains most where both strikes are, and at most loses about what it cost.
  const best = view.atExpiry.reduce((a, b) => (b.y > a.y ? b : a))
  expect(Math.abs(best.x - 140)).toBeLessThan(2)
  expect(view.breakEvens).toHaveLength(2)
  expect(view.maxLoss!).toBeGreaterThan(-view.netCost * 1.05)
})

test('without a volatility there is a payoff, but neither Greeks nor a curve of now', () => {
  const { contract, expiry } = leg(140, 'call', 1)
  const view = toStrategyView([{ contract: { ...contract, impliedVolatility: null }, expiry, contracts: 1 }], SETTING)!
  expect(view.greeks).toBeNull()
  expect(view.now).toEqual([])
  expect(view.maxLoss).toBeCloseTo(-100 * contract.ask!, 9)
})

test('a forward that is no price of today’s underlying, as the VIX has, leaves out what would rest on it', () => {
  const { contract, expiry } = leg(140, 'call', 1)
  const far = { ...expiry, forward: SPOT * 2, years: 7 / 365 }
  expect(toStrategyView([{ contract, expiry: far, contracts: 1 }], SETTING)!.greeks).toBeNull()
})

test('the package is the sum of its legs: any order, any split', () => {
  const some = fc.constantFrom(130, 135, 140, 145, 150)
  const legs = fc.uniqueArray(
    fc.record({
      strike: some,
      type: fc.constantFrom('call' as const, 'put' as const),
      contracts: fc.constantFrom(-2, -1, 1, 3),
    }),
    { minLength: 1, maxLength: 4, selector: ({ strike, type }) => `${strike} ${type}` },
  )
  fc.assert(
    fc.property(legs, (chosen) => {
      const all = chosen.map(({ strike, type, contracts }) => leg(strike, type, contracts))
      const whole = toStrategyView(all, SETTING)!
      const parts = all.map((one) => toStrategyView([one], SETTING)!)
      const backwards = toStrategyView(all.toReversed(), SETTING)!
      expect(whole.netCost).toBeCloseTo(
        parts.reduce((sum, part) => sum + part.netCost, 0),
        6,
      )
      expect(whole.greeks!.deltaShares).toBeCloseTo(
        parts.reduce((sum, part) => sum + part.greeks!.deltaShares, 0),
        6,
      )
      expect(backwards.maxLoss ?? 'unlimited').toEqual(
        whole.maxLoss === null ? 'unlimited' : expect.closeTo(whole.maxLoss, 6),
      )
      for (const { x, y } of whole.atExpiry) expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true)
    }),
    { numRuns: 40 },
  )
})

test('the ticket names each leg with its symbol, the shares, the net and that it is no order', () => {
  const legs = [leg(140, 'call', 1), leg(150, 'call', -2)]
  const view = toStrategyView(legs, { ...SETTING, shares: 120 })!
  expect(toTicket('NVDA', legs, view, 120).split('\n')).toEqual([
    'NVDA options, 2 legs',
    'Buy 1 × NVDA Dec 18, 2026 $140 call at $5.69 (ask)  NVDA261218C00140000',
    expect.stringMatching(/^Sell 2 × NVDA Dec 18, 2026 \$150 call at \$\d\.\d\d \(bid\) {2}NVDA261218C00150000$/),
    'With 120.00 shares of NVDA held',
    expect.stringMatching(/^Net (debit|credit) \$\d+\.\d\d$/),
    expect.stringMatching(/^Most you can lose: \$/),
    'Most you can gain: Unlimited',
    expect.stringMatching(/^Break-even at expiry: \$/),
    'This is not an order.',
  ])
})

test('the payoff’s table has the curve of now beside that of expiry', () => {
  const view = toStrategyView([leg(140, 'call', 1)], SETTING)!
  const { rows, finding } = toPayoffChart('One call', view, chain)
  expect(rows).toHaveLength(view.atExpiry.length)
  expect(rows[0]).toEqual([view.atExpiry[0]!.x, view.atExpiry[0]!.y, view.now[0]!.y])
  expect(finding).toBe(
    'Costs $569.00. It breaks even at $145.69. The most you can lose is $569.00, the most you can gain unlimited.',
  )
})
