import { parseIsoDate } from '@ballast/quant'
import { expect, test } from 'vitest'
import type { BookInput } from './book-input.ts'
import { buildCrises } from './build-crises.ts'

/** Every weekday of a spring in which the market fell. */
const calendar = Int32Array.from({ length: 60 }, (_, t) => parseIsoDate('2020-02-03') + t).filter(
  (day) => (day + 3) % 7 < 5,
)
const rise = (first: number, step: number) => Float64Array.from(calendar, (_, t) => first + step * t)
const vix = { ticker: '^VIX', days: calendar, closes: rise(15, 1) }
const share = { ticker: 'A', value: 1000, shares: 10, proxies: [] }
const input = {
  book: { shares: [share], cash: 0, contracts: [], leftOut: [] },
  calendar,
  series: [
    { ticker: 'SPY', days: calendar, closes: rise(300, -2) },
    { ticker: 'A', days: calendar, closes: rise(100, -1) },
  ],
  diversifiers: [],
  volatility: vix,
  request: { crisis: null },
} as unknown as BookInput
const build = (changes: Partial<BookInput> = {}) => buildCrises({ ...input, ...changes }, new Map([['A', 1]]))

test('the volatility of a crisis is that of the index on its days, as fractions', () => {
  const [crisis, ...others] = build()
  expect(others).toEqual([])
  expect(crisis?.id).toBe('covid-2020')
  const { index, volatility } = crisis!.window
  const first = calendar.indexOf(parseIsoDate('2020-02-19'))
  expect(volatility?.closes).toHaveLength(index.length)
  expect(volatility?.closes[0]).toBeCloseTo((15 + first) / 100, 12)
  expect(volatility?.latest).toBeCloseTo(vix.closes.at(-1)! / 100, 12)
})

test('an index of volatility that begins too late, or none, is gone without', () => {
  const late = { ...vix, days: calendar.slice(-10), closes: vix.closes.slice(-10) }
  for (const volatility of [late, null, undefined]) {
    const { volatility: found } = build({ volatility } as Partial<BookInput>)[0]!.window
    expect(found).toBeUndefined()
  }
})

test('a crisis that is asked about is built beside the usual ones, where its days are known', () => {
  const request = (crisis: string) => ({ request: { crisis } }) as unknown as Partial<BookInput>
  expect(build(request('covid-2020')).map(({ id }) => id)).toEqual(['covid-2020'])
  expect(build(request('carry-2024')).map(({ id }) => id)).toEqual(['covid-2020'])
})
