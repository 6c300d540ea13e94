import { COMMON_NAMES, IDLE, SKIPPED } from './vocabulary.ts'

/** Shorter words name nobody. */
const LEAST_LETTERS = 4
const FUND = /\b(?:ETF|ETN|Fund|Funds|Trust|SPDR|iShares|Vanguard|Invesco|Index)\b/i

/** Finds the words for positions in a sentence: the first word of a name, "Apple", as long as only one of them has it. */
export function nameHoldings(holdings: Iterable<{ ticker: string; name: string | null }>): Map<string, string> {
  const found = new Map<string, string | null>()
  for (const { ticker, name } of holdings) {
    const word = /^[A-Za-z]+/.exec(name ?? '')?.[0].toLowerCase() ?? ''
    if (
      FUND.test(name ?? '') ||
      word.length < LEAST_LETTERS ||
      COMMON_NAMES.has(word) ||
      IDLE.has(word) ||
      SKIPPED.has(word)
    )
      continue
    found.set(word, found.has(word) && found.get(word) !== ticker ? null : ticker)
  }
  return new Map([...found].flatMap(([word, ticker]) => (ticker === null ? [] : [[word, ticker] as const])))
}
