import { MARKET_BENCHMARK } from '@ballast/contract'
import { parseIsoDate } from '@ballast/quant'
import { expect, test } from 'vitest'
import { combineBenchmark, describeCover, placeOn } from './benchmark-series.ts'
import type { DailyCloses } from './holding.ts'

const FIRST = parseIsoDate('2026-11-02')
const week = (days = 10) => Int32Array.from({ length: days }, (_, t) => FIRST + t)
const closesOn = (days: Int32Array, level = 100): DailyCloses => ({
  days,
  closes: Float64Array.from(days, (_, t) => level + t),
})
const SIXTY_FORTY = [
  { ticker: 'SPY', percent: 60 },
  { ticker: 'NEW', percent: 40 },
]

test('the index alone is its closes, to the last bit, and covers every day', () => {
  const index = { days: week(), closes: Float64Array.from(week(), (day) => Math.sqrt(day)) }
  const series = combineBenchmark(MARKET_BENCHMARK, index.days, () => index)
  expect(series).toMatchObject({ label: 'SPY', days: index.days, closes: index.closes })
  expect(placeOn(index.days, series)).toEqual(index.closes)
  expect(describeCover(series, index.days)).toBeNull()
})

test('a part that began late makes the comparison begin late, and it says so', () => {
  const closes = new Map([
    ['SPY', closesOn(week())],
    ['NEW', closesOn(week().slice(4))],
  ])
  const series = combineBenchmark(SIXTY_FORTY, week(), (ticker) => closes.get(ticker))
  expect(series.days).toEqual(week().slice(4))
  const placed = placeOn(week(), series)
  expect([...placed.slice(0, 4)]).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN])
  // Invested on the first day that both have: 0.6 × 105 ÷ 104 + 0.4 × 101 ÷ 100
  expect(placed[5]! / placed[4]!).toBeCloseTo(0.6 * (105 / 104) + 0.4 * 1.01, 14)
  expect(describeCover(series, week())).toBe(
    'NEW has no closes before Nov 6, 2026. The comparison with 60% SPY / 40% NEW covers Nov 6, 2026 to Nov 11, 2026.',
  )
  expect(describeCover(series, week().slice(4))).toBeNull()
})

test('a part that ended covers the days before its end, a close standing for five days', () => {
  const series = combineBenchmark([{ ticker: 'OLD', percent: 100 }], week(), () => closesOn(week(3)))
  expect(describeCover(series, week())).toBe(
    'OLD has no closes after Nov 9, 2026. The comparison with OLD covers Nov 2, 2026 to Nov 9, 2026.',
  )
})

test('without closes of a part nothing is compared, and it says so', () => {
  const series = combineBenchmark(SIXTY_FORTY, week(), (ticker) => (ticker === 'SPY' ? closesOn(week()) : undefined))
  expect(series.days).toHaveLength(0)
  expect(describeCover(series, week())).toBe(
    'No closes of NEW are known in this period. So nothing is compared with 60% SPY / 40% NEW here.',
  )
  expect(describeCover(series, new Int32Array())).toBeNull()
})
