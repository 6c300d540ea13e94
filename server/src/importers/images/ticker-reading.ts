import type { CloseReader } from './close-reading.ts'
import { recogniseAt } from './close-reading.ts'
import { countLetters } from './glyph-bank.ts'
import type { Candidate } from './layout.ts'
import type { TextCell } from './read-cells.ts'
import type { NamedSecurity, TickerDictionary } from './ticker-dictionary.ts'

export interface ReadTicker {
  security: NamedSecurity
  isSure: boolean
  /** What the person should know; null when sure. */
  doubt: string | null
  /** Tickers that may be meant instead. */
  others: readonly string[]
}

const SECOND_HEIGHT = 36
const THIRD_HEIGHT = 21
const TICKER_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ./'
const CERTAINTY_OF_KNOWN = 0.6
const CERTAINTY_OF_LETTER = 0.85
const CERTAINTY_OF_UNKNOWN = 0.8
const CERTAINTY_DESPITE_TWIN = 0.89
const MOST_SUGGESTIONS = 3

/** Reads a ticker again, and weighs it against the tickers that exist and the company's name beside it. */
export async function readTickerClosely(
  { security: first, symbol, name }: Candidate,
  dictionary: TickerDictionary,
  reader: CloseReader,
): Promise<ReadTicker> {
  const { cell, pick } = symbol
  const isAlone = !/[ ·|]/.test(cell.text.trim())
  const again = await recogniseAt(reader, cell, SECOND_HEIGHT)
  const second = pick(again.text)
  const least = Math.min(cell.certainty, again.certainty)
  const verdict = reader.bank.judge(cell, cell.text)
  const byName = dictionary.findByName(name?.text ?? first.name ?? '')
  if (byName === first.ticker) return sure(first)
  if (second !== undefined && byName === second) return sure({ ...first, ticker: second, isKnown: true })
  const isOption = first.ticker.length > 15
  if (second === first.ticker && (verdict.is !== 'unlike' || isOption)) {
    const isLetter = first.ticker.length === 1
    if (first.isKnown && least >= (isLetter ? CERTAINTY_OF_LETTER : CERTAINTY_OF_KNOWN)) return sure(first)
    const twins = dictionary.findLookAlikes(first.ticker).slice(0, MOST_SUGGESTIONS)
    const needed = twins.length > 0 ? CERTAINTY_DESPITE_TWIN : CERTAINTY_OF_UNKNOWN
    const isWord = /^[A-Z]{2,}/.test(first.ticker)
    if (!first.isKnown && isWord && least >= needed && !byName) return sure(first)
  }
  const third = await recogniseAt(reader, cell, THIRD_HEIGHT, isAlone ? TICKER_LETTERS : '')
  const guess = isAlone ? reader.bank.guessCapitals(cell) : undefined
  const readings = [cell.text, again.text, third.text, guess].flatMap((text) =>
    text === undefined ? [] : (pick(text) ?? []),
  )
  return weigh({ first, readings, byName, cell, isAlone }, dictionary)
}

interface Evidence {
  first: NamedSecurity
  readings: readonly string[]
  byName: string | undefined
  cell: TextCell
  isAlone: boolean
}

/** The likeliest of different readings; a known ticker before one that nobody knows. */
function weigh({ first, readings, byName, cell, isAlone }: Evidence, dictionary: TickerDictionary): ReadTicker {
  if (byName !== undefined && readings.some((ticker) => isNear(ticker, byName, dictionary))) {
    return sure({ ...first, ticker: byName, isKnown: true })
  }
  const letterCount = countLetters(cell)
  const points = (ticker: string) =>
    readings.filter((reading) => reading === ticker).length +
    (dictionary.has(ticker) ? 1.5 : 0) +
    (isAlone && ticker.length === letterCount ? 1 : 0) -
    (/\d/.test(ticker) ? 1 : 0)
  const ranked = [...new Set(readings)].sort((a, b) => points(b) - points(a))
  const ticker = ranked[0] ?? first.ticker
  // Looks that agree on a ticker that exists outweigh one that saw none.
  const known = readings.filter((reading) => dictionary.has(reading))
  const isAgreed = known.length >= 2 && known.every((reading) => reading === ticker)
  if (isAgreed && ticker.length > 1 && ticker.length === letterCount) return sure({ ...first, ticker, isKnown: true })
  const candidates = [byName, ...ranked, ...ranked.flatMap((text) => dictionary.findLookAlikes(text))]
  const others = [...new Set(candidates)].filter((other) => other !== undefined && other !== ticker)
  return {
    security: { ...first, ticker, isKnown: dictionary.has(ticker) },
    isSure: false,
    doubt: `The ticker is hard to read in the image: it looks like "${cell.text.slice(0, 20)}".`,
    others: others.filter((other) => other !== undefined).slice(0, MOST_SUGGESTIONS),
  }
}

const isNear = (ticker: string, meant: string, dictionary: TickerDictionary) =>
  ticker === meant || dictionary.findLookAlikes(ticker).includes(meant)

const sure = (security: NamedSecurity): ReadTicker => ({ security, isSure: true, doubt: null, others: [] })
