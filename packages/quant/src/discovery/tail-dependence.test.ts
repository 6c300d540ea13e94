import { describe, expect, test } from 'vitest'
import { createNormalSource, createRandomSource } from '../random.ts'
import { fitRegression } from '../regression.ts'
import { computeTailDependence } from './tail-dependence.ts'

const normal = createNormalSource(createRandomSource(11))
const DAYS = 504
const book = Float64Array.from({ length: DAYS }, () => 0.012 * normal())
const noise = (size: number) => Float64Array.from(book, () => size * normal())
const bound = [...book].sort((a, b) => a - b)[50]!
const relate = (asset: Float64Array, own = book) => computeTailDependence(asset, own, createRandomSource(1))

describe('the tail of a book', () => {
  test('is its worst tenth, and the figures are means over it', () => {
    const extra = noise(0.005)
    const asset = book.map((value, t) => 0.5 * value + extra[t]!)
    const worst = Array.from(book.keys()).filter((t) => book[t]! < bound)
    const mean = (series: Float64Array) => worst.reduce((sum, t) => sum + series[t]!, 0) / worst.length
    const line = fitRegression(asset, book)!
    const tail = relate(asset)!
    expect(tail).toMatchObject({ observations: DAYS, days: 50, beta: line.slope })
    expect(tail.mean.value).toBeCloseTo(mean(asset), 14)
    expect(tail.tailBeta.value).toBeCloseTo(mean(asset) / mean(book), 12)
    expect(tail.excess).toBeCloseTo(mean(asset) - line.intercept - line.slope * mean(book), 14)
    expect(tail.riseShare).toBe(worst.filter((t) => asset[t]! > 0).length / 50)
    expect(tail.mean.low).toBeLessThan(tail.mean.value)
    expect(tail.mean.high).toBeGreaterThan(tail.mean.value)
  })

  test('shows what gains in it', () => {
    const extra = noise(0.004)
    const tail = relate(book.map((value, t) => -0.3 * value + extra[t]!))!
    expect(tail.gainPValue).toBeLessThan(0.001)
    expect(tail.riseShare).toBeGreaterThan(0.8)
    expect(tail.amplifies).toBe(false)
  })

  test('shows what falls more than its beta explains, and only that', () => {
    const extra = noise(0.004)
    const linear = relate(book.map((value, t) => 1.5 * value + extra[t]!))!
    const broken = relate(book.map((value, t) => (value < bound ? 2 : 0.8) * value + extra[t]!))!
    expect(linear.amplifies).toBe(false)
    expect(linear.excessPValue).toBeGreaterThan(0.05)
    expect(broken.amplifies).toBe(true)
    expect(broken.excessPValue).toBeLessThan(1e-4)
  })

  test('is the same for the same chance, and needs a year', () => {
    const asset = noise(0.01)
    expect(relate(asset)).toEqual(relate(asset))
    expect(relate(asset.slice(0, 251), book.slice(0, 251))).toBeNull()
    const gaps = asset.map((value, t) => (t % 2 === 0 ? value : Number.NaN))
    expect(relate(gaps)!.observations).toBe(252)
    expect(relate(new Float64Array(DAYS))).toBeNull()
    expect(relate(asset, new Float64Array(DAYS))).toBeNull()
    expect(() => relate(asset.slice(1))).toThrow(/equally long/)
  })
})
