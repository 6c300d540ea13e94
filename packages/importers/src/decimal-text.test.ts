import { Big } from 'big.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findDecimalFault, readDecimal, readPlainDecimal, toDecimalText } from './decimal-text.ts'

const read = (text: string, convention: 'point' | 'either' = 'point') => {
  const reading = readDecimal(text, convention)
  return reading.is === 'number' ? reading.text : reading.is
}

describe('numbers as people write them', () => {
  test.each([
    ['10', '10'],
    ['1,250.5', '1250.5'],
    ['1,234,567', '1234567'],
    ['$1,105.10', '1105.1'],
    ['-$5', '-5'],
    ['$-5', '-5'],
    ['(12.50)', '-12.5'],
    ['($12.50)', '-12.5'],
    ['−3', '-3'],
    ['+4', '4'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['0.10', '0.1'],
    ['-0', '0'],
    ['0.000', '0'],
    ['1e3', '1000'],
    ['1.5E-3', '0.0015'],
    ['1 234 567.5', '1234567.5'],
    ['12,34,567', '1234567'],
    ['1,23,456.00', '123456'],
    ['1’234.50', '1234.5'],
    ['1\u202f234', '1234'],
    ['12345678901234567890.123456789', '12345678901234567890.123456789'],
  ])('%s is %s', (text, expected) => expect(read(text)).toBe(expected))

  test.each([
    ...[
      '',
      '-',
      '--5',
      '+-5',
      '1-',
      '1.2.3',
      '1,2,3',
      '1,23',
      '12,34,56',
      '123,45,678',
      '1,234,56',
      '.',
      ',',
      '$',
      '()',
      '(-5)',
    ],
    ...['NaN', 'Infinity', '-Infinity', '1e9999', '0x10', '١٢', '5%', '€5', '5 €', 'ten', '1 2', '1e', 'e5', '=1+1'],
  ])('%j is no number', (text) => expect(read(text)).toBe('bad'))
})

describe('decimal commas', () => {
  test.each([
    ['12,5', '12.5'],
    ['1.234,56', '1234.56'],
    ['1.234.567', '1234567'],
    ['1 234,5', '1234.5'],
    ['0,125', '0.125'],
    ['1234,567', '1234.567'],
    ['12.5', '12.5'],
    ['1,234.56', '1234.56'],
  ])('%s can only mean %s', (text, expected) => expect(read(text, 'either')).toBe(expected))

  test('one mark before three digits can mean two numbers, and both are told', () => {
    expect(readDecimal('-1.234', 'either')).toEqual({ is: 'ambiguous', asPoint: '-1.234', asComma: '-1234' })
    expect(readDecimal('1,234', 'either')).toEqual({ is: 'ambiguous', asPoint: '1234', asComma: '1.234' })
    expect(readDecimal('1.500', 'either')).toEqual({ is: 'ambiguous', asPoint: '1.5', asComma: '1500' })
  })
})

describe('properties', () => {
  const decimal = fc
    .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 22n }), fc.integer({ min: 0, max: 10 }))
    .map(([isNegative, digits, scale]) => {
      const text = digits.toString().padStart(scale + 1, '0')
      const whole = text.slice(0, text.length - scale)
      return `${isNegative ? '-' : ''}${whole}${scale === 0 ? '' : `.${text.slice(-scale)}`}`
    })

  test('a plain decimal keeps its value, whatever its length, and comes out in one spelling', () => {
    fc.assert(
      fc.property(decimal, (text) => {
        const result = read(text)
        expect(new Big(result).eq(text)).toBe(true)
        expect(result).toBe(new Big(text).eq(0) ? '0' : new Big(text).toFixed())
        expect(readPlainDecimal(result)).toBe(result)
      }),
      { numRuns: 2_000 },
    )
  })

  test('every text is answered, quickly, and what is accepted is a plain decimal', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.constantFrom('point', 'either'), (text, convention) => {
        const result = readDecimal(text, convention as 'point' | 'either')
        if (result.is === 'number') expect(result.text).toMatch(/^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/)
      }),
      { numRuns: 2_000 },
    )
  })

  test('a JSON number is written as the decimal it was sent as', () => {
    expect([0.1, 1e21, 1e-7, 123456789.12, -0.5].map(toDecimalText)).toEqual([
      '0.1',
      '1000000000000000000000',
      '0.0000001',
      '123456789.12',
      '-0.5',
    ])
  })
})

test('what cannot be stored exactly is told in words', () => {
  expect(findDecimalFault('0.1234567891', 1e12)).toBeUndefined()
  expect(findDecimalFault('1000000000000', 1e12)).toBeUndefined()
  expect(findDecimalFault('0.12345678912', 1e12)?.why).toContain('more than 10 decimals')
  expect(findDecimalFault('-1000000000001', 1e12)?.why).toBe('is too large to be true')
})
