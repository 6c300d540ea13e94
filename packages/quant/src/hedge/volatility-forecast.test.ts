import { describe, expect, test } from 'vitest'
import { createNormalSource, createRandomSource } from '../random.ts'
import { computeEwmaVolatility, computeVolatility } from '../volatility.ts'
import { forecastVolatility } from './volatility-forecast.ts'

const normal = createNormalSource(createRandomSource(5))
const drawn = Float64Array.from({ length: 1500 }, (_, t) => (t > 1480 ? 0.03 : 0.01) * normal())

describe('a forecast of volatility', () => {
  test('is today’s and the usual one, mixed by the closed form', () => {
    const short = computeEwmaVolatility(drawn)! ** 2
    const long = computeVolatility(drawn.slice(-756))! ** 2
    for (const days of [1, 21, 63, 252]) {
      const decay = (Math.LN2 / 30) * days
      const expected = Math.sqrt(long + ((short - long) * (1 - Math.exp(-decay))) / decay)
      expect(forecastVolatility(drawn, days)!.volatility).toBeCloseTo(expected, 10)
    }
  })

  test('starts near today’s and ends near the usual one', () => {
    const [soon, late] = [forecastVolatility(drawn, 1)!, forecastVolatility(drawn, 2000)!]
    expect(soon.volatility).toBeGreaterThan(1.5 * late.volatility)
    expect(late.volatility / computeVolatility(drawn.slice(-756))!).toBeCloseTo(1, 1)
  })

  test('of returns of one size is that size, and its error the least that is admitted', () => {
    const steady = Float64Array.from({ length: 900 }, (_, t) => (t % 2 === 0 ? 0.01 : -0.01))
    const { volatility, uncertainty, measured } = forecastVolatility(steady, 20)!
    expect(volatility).toBeCloseTo(0.01 * Math.sqrt(252), 4)
    expect(uncertainty).toBe(0.05)
    expect(measured).toBeGreaterThan(100)
  })

  test('measures its error on the past: larger where volatility jumps', () => {
    const jumpy = drawn.map((value, t) => value * (Math.floor(t / 60) % 2 === 0 ? 1 : 4))
    expect(forecastVolatility(jumpy, 21)!.uncertainty).toBeGreaterThan(
      forecastVolatility(drawn.slice(0, 1480), 21)!.uncertainty,
    )
  })

  test('with less than a year of history has the usual error', () => {
    expect(forecastVolatility(drawn.slice(0, 200), 21)).toMatchObject({ uncertainty: 0.3, measured: 0 })
  })

  test('leaves missing days out', () => {
    const gaps = Float64Array.from([...drawn].flatMap((value, t) => (t % 7 === 0 ? [value, Number.NaN] : [value])))
    expect(forecastVolatility(gaps, 21)).toEqual(forecastVolatility(drawn, 21))
  })

  test('there is none without history, and a broken one is refused', () => {
    expect(forecastVolatility(drawn.slice(0, 19), 21)).toBeNull()
    expect(forecastVolatility(new Float64Array(100), 21)).toBeNull()
    expect(() => forecastVolatility(Float64Array.of(Infinity), 21)).toThrow(/returns\[0\]/)
    expect(() => forecastVolatility(drawn, 0)).toThrow(/tradingDays is 0/)
  })
})
