import { COMMON_NAMES, IDLE, SKIPPED } from './vocabulary.ts'

const FIRST_WORD = /^(?:the )?([a-z]{4,})/i
const FUND = /\b(?:ETF|ETN|Fund|Funds|Trust|SPDR|iShares|Vanguard|Invesco|Index)\b/i

/** Finds the words for positions in a sentence: the first word of a name, "Apple" or "The Boeing", as long as only one of them has it. */
export function nameHoldings(holdings: Iterable<{ ticker: string; name: string | null }>): Map<string, string> {
  const companies = [...holdings].filter(({ name }) => !FUND.test(name ?? ''))
  const byWord = Map.groupBy(companies, ({ name }) => FIRST_WORD.exec(name ?? '')?.[1]?.toLowerCase() ?? '')
  for (const word of ['', ...COMMON_NAMES, ...IDLE, ...SKIPPED]) byWord.delete(word)
  return new Map(
    [...byWord].flatMap(([word, named]) => {
      const [ticker, other] = new Set(named.map((one) => one.ticker))
      return ticker === undefined || other !== undefined ? [] : [[word, ticker] as const]
    }),
  )
}
