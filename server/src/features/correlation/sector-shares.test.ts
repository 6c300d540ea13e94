import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GICS_SECTORS } from '../../market-data/sectors.ts'
import type { RiskHolding } from '../../risk/holding.ts'
import { describeSectors } from './sector-shares.ts'

const holding = (ticker: string, sector: string | null, value: number): RiskHolding => ({
  ticker,
  value,
  units: 1,
  absence: 'no-history',
  internalDiversification: 1,
  instrumentClass: 'company',
  sector,
})
const asOf = '2026-11-20'
const SPY = { weights: { Technology: 0.6, Energy: 0.3 }, asOf }

test('a broad fund is spread over what it holds; the rest of it, and a fund of which nobody tells, stay as they are', () => {
  const holdings = [
    holding('SPY', 'Diversified Fund', 1_000),
    holding('EWW', 'Diversified Fund', 500),
    holding('AAPL', 'Technology', 400),
  ]
  const figures = describeSectors({ holdings, cash: 100 }, { SPY, AAPL: SPY })
  expect(figures.sectorExposure).toEqual([
    { sector: 'Diversified Fund', percentage: 75, value: 1_500 },
    { sector: 'Technology', percentage: 20, value: 400 },
    { sector: 'Cash', percentage: 5, value: 100 },
  ])
  expect(figures.sectorExposureLookThrough).toEqual([
    { sector: 'Technology', percentage: 50, value: 1_000 },
    { sector: 'Diversified Fund', percentage: 30, value: 600 },
    { sector: 'Energy', percentage: 15, value: 300 },
    { sector: 'Cash', percentage: 5, value: 100 },
  ])
  expect(figures.lookThrough).toEqual({
    funds: [{ ticker: 'SPY', asOf, value: 1_000 }],
    fundsWithoutSectors: ['EWW'],
    remainingPercent: 30,
  })
})

test('a short fund counts by its size, as any short position does', () => {
  const { sectorExposureLookThrough } = describeSectors(
    { holdings: [holding('SPY', 'Diversified Fund', -100), holding('XOM', 'Energy', 100)], cash: 0 },
    { SPY },
  )
  expect(sectorExposureLookThrough.map(({ sector, value }) => [sector, value])).toEqual([
    ['Energy', 130],
    ['Technology', 60],
    ['Diversified Fund', 10],
  ])
})

test('the sector that the owner gave a fund stands', () => {
  const { sectorExposureLookThrough, lookThrough } = describeSectors(
    { holdings: [holding('SPY', 'My core', 100)], cash: 0 },
    { SPY },
  )
  expect(sectorExposureLookThrough).toEqual([{ sector: 'My core', percentage: 100, value: 100 }])
  expect(lookThrough).toBeNull()
})

test('percentages sum to 100.0 and values to the same total, whatever the weights', () => {
  const parts = fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 11, maxLength: 11 })
  const whole = fc.double({ min: 0.5, max: 1, noNaN: true })
  const value = fc.integer({ min: 1, max: 1e6 })
  fc.assert(
    fc.property(parts, whole, value, value, (some, all, fund, share) => {
      const holdings = [holding('SPY', 'Diversified Fund', fund), holding('XOM', 'Energy', share)]
      const told = { SPY: { weights: scale(some, all), asOf } }
      const { sectorExposureLookThrough } = describeSectors({ holdings, cash: 0 }, told)
      const sum = (key: 'percentage' | 'value') => sectorExposureLookThrough.reduce((so, one) => so + one[key], 0)
      expect(sum('percentage')).toBeCloseTo(100, 9)
      expect(sum('value')).toBeCloseTo(fund + share, 4)
    }),
  )
})

function scale(parts: readonly number[], whole: number): Record<string, number> {
  const sum = parts.reduce((all, part) => all + part, 0)
  return Object.fromEntries(GICS_SECTORS.map((sector, place) => [sector, ((parts[place] ?? 0) / sum) * whole]))
}
