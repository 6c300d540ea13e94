import type { ReportCheck, ReportFigure } from '@ballast/contract'
import { expect, test } from 'vitest'
import { checkFigure } from './check-figure.ts'

const SERIES = { path: [100, 120, 90, 108], market: [100, 110, 95, 105] }
const figure = (value: number, check: ReportCheck | null, text = '1.0%'): ReportFigure => {
  return { number: 1, label: 'Figure', text, value, formula: '', inputs: '', check }
}

test.each<[number, ReportCheck]>([
  // By hand: 108/100 − 1 and 1 − 90/120.
  [0.08, { kind: 'return', series: 'path' }],
  [0.25, { kind: 'deepest-fall', series: 'path' }],
  [-0.3, { kind: 'product', factors: [1.5, -0.2] }],
])('a true figure is found again, a false one is not: %d', (value, check) => {
  expect(checkFigure(figure(value, check), SERIES)?.isSame).toBe(true)
  expect(checkFigure(figure(value + 0.001, check), SERIES)?.isSame).toBe(false)
})

test('volatility and beta come from daily returns', () => {
  const check = { kind: 'beta', series: 'path', benchmark: 'path' } as const
  expect(checkFigure(figure(1, check, '1.00'), SERIES)).toEqual({ isSame: true, text: '1.00' })
  // By hand: returns of 20 %, −25 % and 20 %, standard deviation 25.98 %, × √252.
  const volatility = checkFigure(figure(4.1243, { kind: 'volatility', series: 'path' }, '412.4%'), SERIES)
  expect(volatility).toEqual({ isSame: true, text: '412.4%' })
})

test('what the report does not hold is not checked', () => {
  expect(checkFigure(figure(1, null), SERIES)).toBeNull()
  expect(checkFigure(figure(1, { kind: 'return', series: 'other' }), SERIES)).toBeNull()
  expect(checkFigure(figure(1, { kind: 'return', series: 'zero' }), { zero: [0, 1] })).toBeNull()
})
