import { describe, expect, test } from 'vitest'
import { createRandomSource } from '../random.ts'
import { createLossLimits, findWorstLoss, listLossStates } from './loss-limits.ts'
import { collectOptionLines, INDEX_PUT_RULES, toHedgeUnderlying } from './option-lines.ts'
import type { HedgeLeg } from './priced-hedge.ts'
import { createLegLookup } from './reprice-hedge.ts'
import { createMarket, INDEX_CHAIN } from './test-chains.ts'

const round = (limits: ReturnType<typeof createLossLimits>) =>
  limits.map(({ marketReturn, largestLoss }) => [
    Math.round(1e4 * marketReturn) / 1e4,
    Math.round(1e4 * largestLoss) / 1e4,
  ])

describe('a loss curve', () => {
  test('holds the limit every 2.5 points down to the shock, and softly beyond', () => {
    expect(round(createLossLimits({ limit: 0.15, shock: -0.1 }))).toEqual([
      [-0.025, 0.15],
      [-0.05, 0.15],
      [-0.075, 0.15],
      [-0.1, 0.15],
      [-0.15, 0.175],
      [-0.2, 0.2],
    ])
  })

  test('of a shock off the grid ends at the shock itself', () => {
    const returns = round(createLossLimits({ limit: 0.1, shock: -0.11 })).map(([marketReturn]) => marketReturn)
    expect(returns).toEqual([-0.025, -0.05, -0.075, -0.1, -0.11, -0.16, -0.21])
  })

  test('names the shock by the very number that was asked for, so that it can be found again', () => {
    for (const shock of [-0.2, -0.3, -0.125, -0.07]) {
      expect(createLossLimits({ limit: 0.1, shock }).some(({ marketReturn }) => marketReturn === shock)).toBe(true)
    }
  })

  test.each([
    [{ limit: -0.01, shock: -0.2 }, /^limit is -0.01/],
    [{ limit: 1, shock: -0.2 }, /^limit is 1/],
    [{ limit: 0.1, shock: 0.2 }, /^shock is 0.2/],
    [{ limit: 0.1, shock: Number.NaN }, /^shock is NaN/],
  ])('%o is refused by name', (overrides, message) => {
    expect(() => createLossLimits(overrides)).toThrow(message)
  })
})

test('a hedge must hold on every day by both valuations, and at intrinsic value on the last', () => {
  const states = listLossStates([5, 21], -0.1).map(({ horizonDays, volatility, marketReturn }) => {
    expect(marketReturn).toBe(-0.1)
    return `${horizonDays} ${volatility.kind === 'rule' ? volatility.scale : volatility.kind}`
  })
  expect(states.toSorted()).toEqual(['21 0', '21 1', '21 expiry', '5 0', '5 1'])
})

describe('the worst loss of a book', () => {
  const market = createMarket({ ...INDEX_CHAIN, days: [35, 98] }, createRandomSource(1))
  const lookup = createLegLookup([toHedgeUnderlying(market)!])
  const shares = { value: 60_000, exposures: [{ value: 60_000, beta: 1 }], options: [] }
  const put = (days: number): HedgeLeg => {
    const { strike, expiry, ask } = collectOptionLines(market, {
      ...INDEX_PUT_RULES,
      days: { least: days, most: days },
    }).lines.find((line) => line.strike === 590)!
    return { underlying: 'SPY', type: 'put', strike, expiry, contracts: 1, premium: ask, multiplier: 100 }
  }
  const worst = (options: readonly HedgeLeg[]) => findWorstLoss({ ...shares, options }, [5, 21, 42, 63], -0.2, lookup)

  test('of shares alone is the same on every day', () => {
    expect(worst([]).loss).toBeCloseTo(0.2, 12)
  })

  test('with a put is small while it lives, and from the day after its expiry that of the shares and its price', () => {
    const [short, long] = [put(35), put(98)]
    expect(worst([short]).loss).toBeCloseTo(0.2 + (100 * short.premium) / 60_000, 10)
    expect(worst([short]).shock.horizonDays).toBeGreaterThan(21)
    expect(worst([long]).loss).toBeCloseTo((12_000 - (11_000 - 100 * long.premium)) / 60_000, 10)
  })

  test('of options that are kept is never more than of throwing them away', () => {
    for (const leg of [put(35), put(98)]) {
      expect(worst([leg]).loss).toBeLessThanOrEqual(worst([]).loss + (100 * leg.premium) / 60_000 + 1e-12)
    }
  })
})
