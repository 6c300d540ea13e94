import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SeenTickers } from './seen-tickers.ts'

const see = (...tickers: string[]) => {
  const seen = new SeenTickers()
  for (const ticker of tickers) seen.add(ticker)
  return seen.hasRepeated
}

test('a ticker that differs by a letter, a length or a class is another one', () => {
  expect(see('A', 'AA', 'AAA', 'AAAAA', 'B', 'Z', 'ZZZZZ', 'BRK.A', 'BRK.B', 'AAPL261218C00250000', '^GSPC')).toBe(
    false,
  )
})

test('the second of a kind is noticed, short or long', () => {
  expect(see('ZZZZZ', 'A', 'ZZZZZ')).toBe(true)
  expect(see('BRK.B', 'A', 'BRK.B')).toBe(true)
})

test('it says the same as a set of the texts', () => {
  const ticker = fc.stringMatching(/^[A-C.]{1,6}$/)
  fc.assert(
    fc.property(fc.array(ticker, { maxLength: 60 }), (tickers) => {
      expect(see(...tickers)).toBe(new Set(tickers).size < tickers.length)
    }),
    { numRuns: 300 },
  )
})
