import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toOptionSymbol, toOptionSymbolOf } from './option-symbol.ts'

describe('one option in the words of every broker', () => {
  test.each([
    ['AAPL270115C00250000', 'OCC-21'],
    ['AAPL  270115C00250000', 'OCC-21 with its blanks'],
    [' -AAPL270115C250', 'Fidelity, short strike'],
    ['-AAPL270115C00250000', 'Fidelity, padded strike'],
    ['.AAPL270115C250', 'thinkorswim symbol'],
    ['AAPL 01/15/2027 250.00 C', 'Schwab'],
    ["AAPL Jan 15 '27 $250 Call", 'E*TRADE'],
    ['AAPL 15JAN27 250 C', 'Interactive Brokers'],
    ['AAPL 1/15/2027 Call $250.00', 'Robinhood'],
    ['AAPL $250 Call 1/15/27', 'Robinhood, the other way'],
    ['AAPL 100 15 JAN 27 250 CALL', 'thinkorswim'],
    ['AAPL 100 (Weeklys) 15 JAN 27 250 CALL', 'thinkorswim, weekly'],
    ['AAPL JAN 15 2027 $250 CALL', 'Fidelity description'],
    ['CALL (AAPL) APPLE INC JAN 15 27 $250 (100 SHS)', 'Fidelity description with the name'],
    ['AAPL 2027-01-15 250 Call', 'ISO date'],
    ['AAPL 1/15/27 C250', 'right before strike'],
    ['AAPL 1/15/27 250c', 'right behind strike'],
    ['aapl jan 15 2027 250 call', 'lower case'],
  ])('%s (%s)', (text) => expect(toOptionSymbol(text)).toBe('AAPL270115C00250000'))

  test.each([
    ["ARBE May 15 '27 $1.50 Call", 'ARBE270515C00001500'],
    ['SPXW 01/15/2027 5,900.50 P', 'SPXW270115P05900500'],
    ['BRK/B 01/15/2027 500.00 P', 'BRKB270115P00500000'],
    ['C 01/15/2027 60.00 C', 'C270115C00060000'],
    ['C 1/15/27 100 C', 'C270115C00100000'],
    ['MARA 100 18 DEC 26 100 PUT', 'MARA261218P00100000'],
  ])('%s is %s', (text, symbol) => expect(toOptionSymbol(text)).toBe(symbol))

  test('terms in columns of their own', () => {
    expect(toOptionSymbolOf({ underlying: 'SPXW', expiry: '2027-01-15', strike: '5900.5', right: 'PUT' })).toBe(
      'SPXW270115P05900500',
    )
  })
})

describe('what is no option, or cannot be told for sure', () => {
  test.each([
    ...['AAPL', 'BRK.B', 'APPLE INC', 'CALL APPLE INC $250 EXP 01/15/27', 'AAPL 13/45/2027 250 C', 'AAPL 250 C'],
    ...['AAPL 01/15/2027 C', '01/15/2027 250 C', 'AAPL 02/30/2027 0 C', 'VANGUARD TARGET RETIREMENT 2045', ''],
    ...['US TREASURY NOTE 4.125% 11/15/2032', 'AAPL 01/15/2027 250.0001 C', 'P 100'],
  ])('%j', (text) => expect(toOptionSymbol(text)).toBeUndefined())
})

test('what is written in a dialect is read back as what it was', () => {
  const two = (value: number) => String(value).padStart(2, '0')
  const option = fc.record({
    root: fc.stringMatching(/^[A-Z]{1,5}$/),
    year: fc.integer({ min: 26, max: 35 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
    isCall: fc.boolean(),
    halves: fc.integer({ min: 1, max: 20_000 }),
  })
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  fc.assert(
    fc.property(option, ({ root, year, month, day, isCall, halves }) => {
      const strike = (halves / 2).toFixed(2)
      const symbol = `${root}${year}${two(month)}${two(day)}${isCall ? 'C' : 'P'}${String(halves * 500).padStart(8, '0')}`
      const word = isCall ? 'Call' : 'Put'
      const name = months[month - 1] ?? ''
      for (const text of [
        `${root} ${two(month)}/${two(day)}/20${year} ${strike} ${word.charAt(0)}`,
        `${root} ${name} ${day} '${year} $${strike} ${word}`,
        `${root} ${day}${name.toUpperCase()}${year} ${strike} ${word.charAt(0)}`,
        `${root} ${month}/${day}/20${year} ${word} $${strike}`,
        `${root} 100 ${day} ${name.toUpperCase()} ${year} ${strike} ${word.toUpperCase()}`,
      ]) {
        // A root that is itself one of the words of the grammar cannot be told from it.
        if (!/^(?:CALL|PUT|EXP|AM|PM|WEEKLY|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)/.test(root)) {
          expect(toOptionSymbol(text)).toBe(symbol)
        }
      }
    }),
    { numRuns: 300, seed: 20_261_121 },
  )
})
