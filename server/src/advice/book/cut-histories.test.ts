import { formatIsoDate, parseIsoDate } from '@ballast/quant'
import { expect, test } from 'vitest'
import { createCutter } from './cut-histories.ts'

const FIRST = parseIsoDate('1999-01-04')
const LAST = parseIsoDate('2026-11-20')
/** Every weekday. */
const calendar = Int32Array.from({ length: LAST - FIRST + 1 }, (_, i) => FIRST + i).filter((day) => {
  return ![0, 6].includes(new Date(86_400_000 * day).getUTCDay())
})

test('the crises and the last ten years are kept, with what stands before their first day', () => {
  const { days, closes } = createCutter(calendar)({
    days: calendar,
    closes: Float64Array.from(calendar, (day) => day / 3),
  })
  const kept = new Set([...days].map(formatIsoDate))
  expect(kept).toContain('2001-09-10')
  expect(kept).toContain('2008-10-10')
  expect(kept).not.toContain('1999-06-01')
  expect(kept).not.toContain('2005-06-01')
  expect(kept).not.toContain('2012-06-01')
  // 2,520 returns need 2,521 closes, and a close of up to ten days before.
  const first = calendar[calendar.length - 2_521]!
  expect(kept).toContain(formatIsoDate(first))
  expect([...days].filter((day) => day > first - 5 && day <= first).length).toBeGreaterThan(2)
  expect([...closes]).toEqual(Array.from(days, (day) => Math.fround(day / 3)))
})

test('histories of the same days share them, and a shorter one has days of its own', () => {
  const cut = createCutter(calendar)
  const [one, other] = [1, 2].map((price) =>
    cut({ days: calendar, closes: new Float64Array(calendar.length).fill(price) }),
  )
  expect(other!.days).toBe(one!.days)
  const young = calendar.slice(-100)
  expect(cut({ days: young, closes: new Float64Array(100).fill(1) }).days).toEqual(young)
})
