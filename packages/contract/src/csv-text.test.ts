import { describe, expect, test } from 'vitest'
import { guardCsvText, toCsvLine, unguardCsvText } from './csv-text.ts'

const RUN = [
  ...["=CMD|' /C calc'!A0", '+1+1', '-2+3', '@SUM(A1)', '\t=1+1', '\r=1+1', '\n=1+1', '\0=1', ' =1+1', '  +1', "'=1"],
  ...["''@x", '＝1+1', '＋1', '－1', '＠SUM(A1)', '\u00a0=1', '-', '='],
]
const LEFT = ['AAPL', "O'Neill", "'quoted'", 'a=b', '5-6', 'x@y.z', '', ' plain', '1+1', '<b>']

describe('a text that a spreadsheet would run', () => {
  test.each(RUN)('%j gets an apostrophe, and gives it back', (text) => {
    expect(guardCsvText(text)).toBe(`'${text}`)
    expect(unguardCsvText(guardCsvText(text))).toBe(text)
  })

  test.each(LEFT)('%j is left as it is', (text) => {
    expect(guardCsvText(text)).toBe(text)
    expect(unguardCsvText(text)).toBe(text)
  })

  test('whatever it is made of, taking the apostrophe off gives what was written', () => {
    const pieces = ["'", '=', '-', ' ', '\t', 'a', '@', '＝', '\0', '\n']
    for (let code = 0; code < pieces.length ** 4; code++) {
      let rest = code
      const text = Array.from({ length: 4 }, () => {
        const piece = pieces[rest % pieces.length]
        rest = Math.floor(rest / pieces.length)
        return piece
      }).join('')
      expect(unguardCsvText(guardCsvText(text))).toBe(text)
    }
  })
})

test('numbers stay numbers, what is not known is empty, and quotes are doubled', () => {
  expect(toCsvLine([-1.5, Number.NaN, null, undefined, '-1', 'a "b", c'])).toBe(`-1.5,,,,'-1,"a ""b"", c"\r\n`)
})
