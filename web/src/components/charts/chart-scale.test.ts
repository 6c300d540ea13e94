import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  decimalsOfTick,
  findNearestPlace,
  toDatePlaces,
  toNumberTicks,
  toTimeTicks,
  toValueScale,
} from './chart-scale.ts'

test.each([
  // 160 to 220 thousand: 60 / 4 = 15, so steps of 20 from 160 to 220.
  [
    [160_000, 220_000],
    [160_000, 180_000, 200_000, 220_000],
  ],
  [
    [-12, 7],
    [-15, -10, -5, 0, 5, 10],
  ],
  [[], [0, 0.5, 1]],
])('%j lies on an axis of %j', (values, ticks) => expect(toValueScale(values).ticks).toEqual(ticks))

test('the axis encloses every value with few, even steps', () => {
  const finite = fc.double({ min: -1e9, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(fc.array(finite, { minLength: 1, maxLength: 40 }), (values) => {
      const { ticks, step } = toValueScale(values)
      expect(ticks[0]!).toBeLessThanOrEqual(Math.min(...values) + step * 1e-9)
      expect(ticks.at(-1)!).toBeGreaterThanOrEqual(Math.max(...values) - step * 1e-9)
      expect(ticks.length).toBeGreaterThanOrEqual(2)
      expect(ticks.length).toBeLessThanOrEqual(7)
    }),
  )
})

const daysFrom = (first: string, count: number, stepDays: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(first) + index * stepDays * 86_400_000).toISOString().slice(0, 10),
  )

test('a year is labelled by months, its ends with the year', () => {
  const ticks = toTimeTicks(daysFrom('2025-11-21', 365, 1), 5)
  expect(ticks.map(({ label }) => label)).toEqual(['Nov 25', 'Feb', 'May', 'Aug', 'Nov 26'])
  expect(ticks.map(({ index }) => index)).toEqual([0, 91, 182, 273, 364])
})

test('a quarter is labelled by days, and one day has no axis', () => {
  expect(toTimeTicks(daysFrom('2026-02-19', 3, 16), 5).map(({ label }) => label)).toEqual(['Feb 19', 'Mar 7', 'Mar 23'])
  expect(toTimeTicks(['2026-02-19'], 5)).toEqual([])
})

test('days that lie close together share one label', () => {
  const dates = ['2026-11-23', '2026-11-24', '2026-11-25', '2027-02-20', '2027-03-19']
  expect(toTimeTicks(dates, 5).map(({ index }) => index)).toEqual([0, 3, 4])
  expect(toTimeTicks(['2026-11-23', '2026-11-24', '2027-03-19'], 5).map(({ index }) => index)).toEqual([0, 2])
})

test('days lie on the axis as far apart as in the calendar, and the nearest of them is found', () => {
  const places = toDatePlaces(['2026-01-01', '2026-01-02', '2026-01-05', '2026-01-11'])
  expect(places).toEqual([0, 0.1, 0.4, 1])
  expect([-1, 0.04, 0.06, 0.3, 0.69, 0.71, 2].map((wanted) => findNearestPlace(places, wanted))).toEqual([
    0, 0, 1, 2, 2, 3, 3,
  ])
  expect(toDatePlaces(['2026-01-01'])).toEqual([0])
  expect(findNearestPlace([0], 0.5)).toBe(0)
})

test('labels are even in time where days are left out', () => {
  const dates = [...daysFrom('2007-01-01', 90, 4), ...daysFrom('2008-01-01', 4, 365)]
  expect(toTimeTicks(dates, 5).map(({ index }) => index)).toEqual([0, 90, 91, 92, 93])
})

test('an axis of numbers is labelled at round places inside it', () => {
  expect(toNumberTicks(113, 161, 5)).toEqual([120, 130, 140, 150, 160])
  expect(toNumberTicks(100, 200, 4)).toEqual([100, 125, 150, 175, 200])
  expect(toNumberTicks(5, 5, 4)).toEqual([])
})

test('a tick is written as it is, never rounded to another', () => {
  expect([0, 10, 12.5, -7.5, 0.25, 1.1 + 2.2].map(decimalsOfTick)).toEqual([0, 0, 1, 1, 2, 1])
  const hundredths = fc.integer({ min: -100_000, max: 100_000 })
  fc.assert(
    fc.property(hundredths, fc.integer({ min: 40, max: 100_000 }), (low, length) => {
      for (const tick of toNumberTicks(low / 10, (low + length) / 10, 4)) {
        expect(Number(tick.toFixed(decimalsOfTick(tick)))).toBeCloseTo(tick, 6)
      }
    }),
  )
})
