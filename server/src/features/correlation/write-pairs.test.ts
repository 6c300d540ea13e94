import type { CorrelationMatrix } from '@ballast/quant'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writePairs } from './write-pairs.ts'

const write = (tickers: readonly string[], values: readonly number[]) =>
  Buffer.from(
    writePairs({
      tickers,
      size: tickers.length,
      values: Float64Array.from(values),
      insufficientHistory: [],
    } satisfies CorrelationMatrix),
  ).toString()

describe('writePairs', () => {
  test('writes each pair once, in the order of the alphabet, and leaves out what has no correlation', () => {
    const values = [1, 0.5, Number.NaN, 0.5, 1, -0.25, Number.NaN, -0.25, 1]
    expect(write(['MSFT', 'AAPL', 'BRK.B'], values)).toBe(
      '{"ticker1":"AAPL","ticker2":"BRK.B","correlation":-0.25},{"ticker1":"AAPL","ticker2":"MSFT","correlation":0.5}',
    )
    expect(write([], [])).toBe('')
    expect(write(['A'], [1])).toBe('')
  })

  test.each([1, -1, 0, -0, 0.1, -1e-11, 0.99999999999, 1e-10, 0.0000100001, -0.7000000001, 0.3333333333333])(
    '%d is written as JSON.stringify writes it with ten decimals',
    (correlation) => {
      const expected = JSON.stringify(Math.round(Math.abs(correlation) * 1e10) / 1e10)
      const sign = correlation < 0 && expected !== '0' ? '-' : ''
      const usual =
        Number(expected) >= 1e-6 || expected === '0' ? expected : Number(expected).toFixed(10).replace(/0+$/, '')
      expect(write(['A', 'B'], [1, correlation, correlation, 1])).toBe(
        `{"ticker1":"A","ticker2":"B","correlation":${sign}${usual}}`,
      )
    },
  )

  test('is JSON that reads back to within half of the tenth decimal, whatever the tickers', () => {
    const ticker = fc.stringMatching(/^[A-Z0-9^][A-Z0-9.=-]{0,14}$/)
    const panel = fc
      .uniqueArray(ticker, { minLength: 2, maxLength: 6 })
      .chain((tickers) =>
        fc.tuple(
          fc.constant(tickers),
          fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 36, maxLength: 36 }),
        ),
      )
    fc.assert(
      fc.property(panel, ([tickers, numbers]) => {
        const size = tickers.length
        const value = (i: number, j: number) => numbers[Math.min(i, j) * 6 + Math.max(i, j)]!
        const values = Array.from({ length: size * size }, (_, k) => value(Math.floor(k / size), k % size))
        const read = JSON.parse(`[${write(tickers, values)}]`) as {
          ticker1: string
          ticker2: string
          correlation: number
        }[]
        expect(read).toHaveLength((size * (size - 1)) / 2)
        for (const { ticker1, ticker2, correlation } of read) {
          expect(ticker1 < ticker2).toBe(true)
          const expected = value(tickers.indexOf(ticker1), tickers.indexOf(ticker2))
          expect(Math.abs(correlation - expected)).toBeLessThanOrEqual(5.1e-11)
        }
      }),
    )
  })
})
