import { describe, expect, test } from 'vitest'
import { computeDimsonBeta } from '../beta-adjustment.ts'
import { createNormalSource, createRandomSource } from '../random.ts'
import { estimateHedgingBeta, findBetterIndex, fitIndex, fitSector, type IndexFit } from './index-fit.ts'

const normal = createNormalSource(createRandomSource(11))
const index = Float64Array.from({ length: 600 }, () => 0.01 * normal())
const noise = Float64Array.from(index, () => 0.01 * normal())
const asset = index.map((move, t) => 1.4 * move + 0.2 * noise[t]!)

describe('a hedging beta', () => {
  test('lies between the estimate and the prior', () => {
    const { beta, estimate, estimateWeight } = estimateHedgingBeta(asset, index, 0.8)
    expect(estimate).toBeCloseTo(1.4, 1)
    expect(beta).toBeCloseTo(estimateWeight * estimate! + (1 - estimateWeight) * 0.8, 12)
    expect(estimateWeight).toBeGreaterThan(0.99)
  })

  test('is the prior with fewer than 60 common returns', () => {
    const young = asset.map((value, t) => (t < 541 ? Number.NaN : value))
    expect(estimateHedgingBeta(young, index, 0.8)).toEqual({
      beta: 0.8,
      estimate: null,
      estimateWeight: 0,
      downside: null,
    })
  })

  test('looks at falling days apart', () => {
    const cautious = index.map((move) => (move < -0.005 ? 2 * move : move))
    expect(estimateHedgingBeta(cautious, index, 1).downside).toBeCloseTo(2, 10)
  })
})

describe('a hedging beta of an exchange that closes at other hours', () => {
  // Of each move the asset makes 0.5 on the same day and 0.7 on the next.
  const late = index.map((move, t) => 0.5 * move + 0.7 * (index[t - 1] ?? 0) + 0.2 * noise[t]!)

  test('takes in what comes a day later, where the plain one misses it', () => {
    const own = estimateHedgingBeta(late, index, 1, { isAsynchronous: true })
    expect(own.estimate).toBeCloseTo(1.2, 1)
    expect(own.estimate).toBeCloseTo(computeDimsonBeta(late.slice(-252), index.slice(-252))!, 10)
    expect(estimateHedgingBeta(late, index, 1).estimate).toBeLessThan(0.6)
    expect(Math.abs(own.downside! - 1.2)).toBeLessThan(0.2)
  })

  test('trusts a sum of three slopes less than one slope', () => {
    const plain = estimateHedgingBeta(asset, index, 1)
    const summed = estimateHedgingBeta(asset, index, 1, { isAsynchronous: true })
    expect(summed.estimateWeight).toBeLessThan(plain.estimateWeight)
    expect(summed.estimate).toBeCloseTo(1.4, 1)
  })

  test('is the prior with too little history, however little', () => {
    for (const days of [0, 1, 2, 3, 40]) {
      const { beta, downside } = estimateHedgingBeta(late.slice(0, days), index.slice(0, days), 0.8, {
        isAsynchronous: true,
      })
      expect([beta, downside]).toEqual([0.8, null])
    }
  })
})

describe('the fit of an index', () => {
  test('explains all of what follows it, and nothing of what does not', () => {
    expect(
      fitIndex(
        'X',
        index.map((move) => 1.3 * move),
        index,
      ),
    ).toMatchObject({ ticker: 'X', observations: 252 })
    expect(
      fitIndex(
        'X',
        index.map((move) => 1.3 * move),
        index,
      )!.rSquared,
    ).toBeCloseTo(1, 12)
    expect(fitIndex('X', noise, index)!.rSquared).toBeLessThan(0.03)
    expect(fitIndex('X', noise, index)!.residualVolatility).toBeCloseTo(0.01 * Math.sqrt(252), 1)
  })

  test('is none without enough days or movement', () => {
    expect(fitIndex('X', asset.slice(0, 59), index.slice(0, 59))).toBeNull()
    expect(fitIndex('X', new Float64Array(100), index.slice(0, 100))).toBeNull()
  })

  test('another index is better from five points of R² on', () => {
    const fit = (ticker: string, rSquared: number): IndexFit => ({
      ticker,
      rSquared,
      beta: 1,
      residualVolatility: 0.1,
      observations: 252,
    })
    expect(findBetterIndex([fit('SPY', 0.6), fit('QQQ', 0.64), fit('IWM', 0.4)])).toBeNull()
    expect(findBetterIndex([fit('SPY', 0.6), fit('QQQ', 0.7), fit('IWM', 0.66)])).toMatchObject({ ticker: 'QQQ' })
    expect(findBetterIndex([fit('SPY', 0.6)])).toBeNull()
    expect(findBetterIndex([])).toBeNull()
  })
})

describe('the fit of a sector', () => {
  const own = Float64Array.from(index, () => 0.008 * normal())
  const fund = index.map((move, t) => 1.2 * move + own[t]!)
  const sector = { sector: 'Technology', ticker: 'XLK' }

  test('counts only what the sector adds to the market', () => {
    const book = index.map((move, t) => move + 0.7 * own[t]!)
    const fit = fitSector(sector, { book, index, fund })!
    expect(fit.beta).toBeCloseTo(0.7, 10)
    expect(fit.addedRSquared).toBeGreaterThan(0.1)
    expect(fit).toMatchObject(sector)
  })

  test('adds nothing to a book that is the market', () => {
    const fit = fitSector(sector, { book: index.map((move) => 1.1 * move), index, fund })!
    expect(Math.abs(fit.beta)).toBeLessThan(1e-9)
    expect(Math.abs(fit.addedRSquared)).toBeLessThan(1e-9)
  })

  test('is none where the fund is the market', () => {
    expect(fitSector(sector, { book: asset, index, fund: index.slice() })).toBeNull()
  })
})
