import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findDecimalMark, readFigure } from './figures.ts'

describe('figures of images', () => {
  test.each([
    ['$1,234.50', '1234.5', 0.005],
    ['§487.10', '487.1', 0.005],
    ['-$1,780.53', '-1780.53', 0.005],
    ['(12.30)', '-12.3', 0.005],
    ['2,500', '2500', 0.5],
    ['39.437989', '39.437989', 0.0000005],
    ['1.2K', '1200', 50],
    ['21.3M', '21300000', 50_000],
    ['+1.02%', '1.02', 0.005],
    // Point and comma taken for one another: the groups of three tell.
    ['-$7.498.26', '-7498.26', 0.005],
    ['1.250.00', '1250', 0.005],
    ['1, 250.00', '1250', 0.005],
  ])('%s is %s, give or take %d', (text, value, rounding) => {
    expect(readFigure(text, 'point')).toMatchObject({ text: value, rounding: expect.closeTo(rounding, 12) })
  })

  test.each([
    ['1.234,56 €', '1234.56', 0.005],
    ['39,437989', '39.437989', 0.0000005],
    ['5.388', '5388', 0.5],
  ])('%s is %s where decimals stand behind a comma', (text, value, rounding) => {
    expect(readFigure(text, 'comma')).toMatchObject({ text: value, rounding: expect.closeTo(rounding, 12) })
  })

  test.each(['AAPL', '9:41', '1e', '7 shares', '', '-', 'Q2 2026', '1/2', '...', '$'])('%j is no figure', (text) => {
    expect(readFigure(text, 'point')).toBeUndefined()
  })

  test('a comma that was read as a point has the decimals that were written', () => {
    expect(readFigure('36.41', 'comma')).toMatchObject({ text: '36.41', rounding: 0.005 })
  })

  test('the decimal mark is that of the numbers that can be read one way only', () => {
    expect(findDecimalMark(['1.234,56 €', '12,5', '5.388'])).toBe('comma')
    expect(findDecimalMark(['$1,234.56', '12.5', '5,388'])).toBe('point')
    expect(findDecimalMark(['5,388', 'AAPL'])).toBe('point')
  })

  test('what is written for people in dollars is read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => {
        const written = (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
        expect(readFigure(written, 'point')?.value).toBe(cents / 100 || 0)
      }),
    )
  })
})
