// Tests: understand-prompt.test.ts

import type { Instrument } from '../../market-data/market-data.ts'
import { FILLERS, isCue } from './prompt-words.ts'

/** Shorter words, and those of many companies, name nobody. */
const LEAST_LETTERS = 4
const COMMON = new Set(
  'american bank general international national united corp corporation company group holdings trust fund shares ishares vanguard spdr invesco global first energy motors technologies financial'.split(
    ' ',
  ),
)

/** What holdings are called in a sentence: by the first word of their name, "Apple", as long as only one of them has it. */
export function nameHoldings(
  instruments: ReadonlyMap<string, Pick<Instrument, 'name' | 'isFund'>>,
): Map<string, string> {
  const found = new Map<string, string | null>()
  for (const [ticker, { name, isFund }] of instruments) {
    const word = /^[A-Za-z]+/.exec(name)?.[0].toLowerCase() ?? ''
    if (isFund || word.length < LEAST_LETTERS || COMMON.has(word) || FILLERS.has(word) || isCue(word)) continue
    found.set(word, found.has(word) ? null : ticker)
  }
  return new Map([...found].flatMap(([word, ticker]) => (ticker === null ? [] : [[word, ticker] as const])))
}
