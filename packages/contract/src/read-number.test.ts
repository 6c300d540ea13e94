import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRequest } from './hedge-request/read-request.ts'
import { readNumber, readOneNumber } from './read-number.ts'

const SUBJECT = { held: new Set<string>(), today: '2026-11-23' }

describe('one number, however it is written', () => {
  test.each([
    ['15', 15],
    ['15 %', 15],
    ['15%', 15],
    ['% 15', 15],
    ['1,5', 1.5],
    ['1.5', 1.5],
    ['12,50 %', 12.5],
    ['0,500', 0.5],
    ['.5', 0.5],
    ['$20k', 20_000],
    ['20 k', 20_000],
    ['1,5k', 1500],
    ['1.1k', 1100],
    ['2m', 2_000_000],
    ['$2,000', 2000],
    ['$2.000', 2000],
    ['$1,250.50', 1250.5],
    ['2.000,00', 2000],
    ["2'500", 2500],
    ['1’234.56', 1234.56],
    ['1 500', 1500],
    ['1 234,56', 1234.56],
    ['1\u202f234\u202f567,8', 1_234_567.8],
    ['12,34,567', 1_234_567],
    ['1,234,567', 1_234_567],
    ['١٬٢٣٤٫٥', 1234.5],
    ['१२.५', 12.5],
  ])('%s is %d', (text, value) => {
    expect(readOneNumber(text)).toBe(value)
  })

  test.each(['', 'ten', '-5', '1e9', '1,2,3', '1..5', '5.', '1,23,4', '12 34', '10-15', '1.234,567,8'])(
    '%s is none',
    (text) => {
      expect(readNumber(text)).toEqual([])
    },
  )

  test('one and a half or fifteen hundred is asked about, unless it is money', () => {
    expect(readNumber('1,500')).toEqual([1.5, 1500])
    expect(readNumber('12.345')).toEqual([12.345, 12_345])
    expect(readOneNumber('1,500')).toBeNaN()
    expect(readNumber('1,500', { isMoney: true })).toEqual([1500])
  })
})

const LOCALES = [
  'en-US',
  'en-IN',
  'de-DE',
  'de-CH',
  'fr-FR',
  'sv-SE',
  'pt-BR',
  'ar-EG',
  'fa-IR',
  'hi-IN',
  'bn-BD',
  'tr-TR',
  'eu-ES',
]

test('what any country writes is read, or asked about: never another number', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LOCALES),
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.constantFrom(0, 1, 2, 3),
      (locale, whole, decimals) => {
        const value = whole / 10 ** decimals
        const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
        expect(readNumber(value.toLocaleString(locale, options))).toContain(value)
      },
    ),
  )
})

test('words and fields read the same number', () => {
  fc.assert(
    fc.property(fc.constantFrom(...LOCALES), fc.integer({ min: 10, max: 600 }), (locale, tenths) => {
      const text = (tenths / 10).toLocaleString(locale, { minimumFractionDigits: 1 })
      expect(readOneNumber(text)).toBe(tenths / 10)
      expect(readRequest(`lose at most ${text} %, keep calm`, SUBJECT).chips).toMatchObject([
        { fields: { limitPercent: tenths / 10 } },
      ])
    }),
  )
})
