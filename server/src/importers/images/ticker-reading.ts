import type { CloseReader } from './close-reading.ts'
import { NARROW_SPREAD, recogniseAt, recogniseSpread, recogniseThin } from './close-reading.ts'
import { countLetters, fitsShapes, toLetterBoxes } from './glyph-bank.ts'
import { widthOf } from './grey-image.ts'
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
const THIRD_HEIGHT = 26
const FOURTH_HEIGHT = 20
const TICKER_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ./'
/** What four equal looks at a ticker that nobody knows need in all. */
const SUM_OF_FOUR = 3
const CERTAINTY_OF_KNOWN = 0.6
const CERTAINTY_OF_LETTER = 0.85
const CERTAINTY_OF_UNKNOWN = 0.8
const CERTAINTY_OF_TOUCHING = 0.8
const MOST_SUGGESTIONS = 3

/** Reads a ticker again, and weighs it against the tickers that exist and the company's name beside it. */
export async function readTickerClosely(
  { security: first, symbol, name }: Candidate,
  dictionary: TickerDictionary,
  reader: CloseReader,
): Promise<ReadTicker> {
  const { cell, pick } = symbol
  const isAlone = !/[ ·|]/.test(cell.text.trim())
  const again = await recogniseThin(reader, cell, SECOND_HEIGHT)
  const second = pick(again.text)
  const least = Math.min(cell.certainty, again.certainty)
  const verdict = reader.bank.judge(cell, cell.text)
  const byName = dictionary.findByName(name?.text ?? first.name ?? '')
  if (byName === first.ticker) return sure(first)
  if (second !== undefined && byName === second) return sure({ ...first, ticker: second, isKnown: true })
  const isOption = first.ticker.length > 15
  const isThin = dictionary.isPartOfThinner(first.ticker)
  const isOther = mayBeTwin(first.ticker, name?.text ?? '', dictionary)
  const isShaped = isOption || (!isThin && !isOther && hasShapeOf(first.ticker, cell, isAlone, least, dictionary))
  if (second === first.ticker && isShaped && (verdict.is !== 'unlike' || isOption)) {
    const isLetter = first.ticker.length === 1
    if (first.isKnown && least >= (isLetter ? CERTAINTY_OF_LETTER : CERTAINTY_OF_KNOWN)) return sure(first)
    // One that nobody knows and that looks like one that exists is rather that one.
    const isPlain = /^[A-Z]{2,}/.test(first.ticker) && dictionary.findLookAlikes(first.ticker).length === 0
    if (!first.isKnown && isPlain && least >= CERTAINTY_OF_UNKNOWN && !byName) return sure(first)
  }
  const third = await (isAlone ? recogniseSpread(reader, cell, NARROW_SPREAD) : recogniseAt(reader, cell, THIRD_HEIGHT))
  const fourth = await recogniseAt(reader, cell, FOURTH_HEIGHT, isAlone ? TICKER_LETTERS : '')
  const guess = isAlone ? reader.bank.guessCapitals(cell) : undefined
  const letterCount = countLetters(cell)
  const looks = [cell, again, third, fourth].flatMap(({ text, certainty }) => {
    const alone = isAlone && letterCount === 1 ? toOneLetter(text) : undefined
    const capitals = isAlone && text.length === letterCount && /^[A-Za-z]+$/.test(text) ? text.toUpperCase() : undefined
    const ticker = alone ?? (capitals === undefined ? undefined : pick(capitals)) ?? pick(text) ?? pick(toLetters(text))
    // Letters may touch and be counted as one, so a ticker can be longer than its count, but not much shorter.
    return ticker === undefined || (isAlone && ticker.length < letterCount - 1) ? [] : [{ ticker, certainty }]
  })
  const guessed = guess === undefined ? undefined : pick(guess)
  const evidence = { first, looks, guessed, byName, cell, isAlone, isUnlike: verdict.is === 'unlike' }
  const weighed = weigh(evidence, dictionary)
  const { ticker } = weighed.security
  // A badge that cannot be read has its company beside it: its name tells more than letters that are no ticker of it.
  const isForeign = !weighed.security.isKnown || dictionary.isOtherName(ticker, name?.text ?? '')
  if (byName !== undefined && byName !== ticker && isForeign && !weighed.isSure) {
    const security = { ticker: byName, name: name?.text ?? null, isKnown: true }
    return { security, isSure: false, doubt: toDoubt(cell), others: weighed.security.isKnown ? [ticker] : [] }
  }
  const isProven = byName === ticker
  const isDoubtful = mayBeTwin(ticker, name?.text ?? '', dictionary) || dictionary.isPartOfThinner(ticker)
  return weighed.isSure && !isProven && isDoubtful
    ? doubted(weighed.security, cell, name?.text ?? '', dictionary)
    : weighed
}

/** Whether the company beside a ticker is another one, and a ticker that looks alike or has a letter more may be meant. */
function mayBeTwin(ticker: string, name: string, dictionary: TickerDictionary): boolean {
  if (!dictionary.isOtherName(ticker, name)) return false
  return dictionary.findLookAlikes(ticker).length > 0 || dictionary.isPartOfAnother(ticker)
}

const toDoubt = (cell: TextCell) =>
  `The ticker is hard to read in the image: it looks like "${cell.text.slice(0, 20)}".`

/** What looks alike is meant only where the company's name beside it says so. */
function doubted(security: NamedSecurity, cell: TextCell, name: string, dictionary: TickerDictionary): ReadTicker {
  const others = dictionary.findLookAlikes(security.ticker).filter((other) => dictionary.isNameOf(other, name))
  return { security, isSure: false, doubt: toDoubt(cell), others: others.slice(0, MOST_SUGGESTIONS) }
}

/**
 * Whether a piece of text has as many letters, and points where they are, as a ticker that was read in it. Letters that
 * touch cannot be counted: one may have been passed over, so the reading has to be certain and no longer ticker be meant.
 */
function hasShapeOf(
  ticker: string,
  cell: TextCell,
  isAlone: boolean,
  certainty: number,
  dictionary: TickerDictionary,
): boolean {
  if (!isAlone) return true
  if (hasUnequalTwins(ticker, cell)) return false
  const undotted = ticker.replace('.', '')
  if (fitsShapes(cell, ticker) || fitsShapes(cell, undotted)) return true
  if (countLetters(cell) >= undotted.length) return false
  return certainty >= CERTAINTY_OF_TOUCHING && !dictionary.isPartOfAnother(ticker)
}

/** Equal letters are equally wide; where they are not, a thin one runs into its neighbour: VV is what is left of IVV. */
function hasUnequalTwins(ticker: string, cell: TextCell): boolean {
  const boxes = toLetterBoxes(cell)
  const letters = [...ticker]
  if (boxes.length !== letters.length) return false
  return letters.some((letter, index) => {
    const twin = letters.indexOf(letter)
    const [a, b] = [boxes[twin], boxes[index]].map((box) => (box ? widthOf(box) : 0))
    return a !== undefined && b !== undefined && Math.abs(a - b) > 1 + 0.12 * cell.capHeight
  })
}

/** A letter by itself is often read as several of its kind: "Vv" for V. */
function toOneLetter(text: string): string | undefined {
  const upper = toLetters(text.toUpperCase())
  const [letter] = upper
  return letter !== undefined && /^[A-Z]+$/.test(upper) && [...upper].every((other) => other === letter)
    ? letter
    : undefined
}

/** Digits for the capitals that they are taken for. */
const toLetters = (text: string) =>
  text.replace(/[0158]/g, (digit) => ({ '0': 'O', '1': 'I', '5': 'S', '8': 'B' })[digit] ?? digit)

interface Evidence {
  first: NamedSecurity
  looks: readonly { ticker: string; certainty: number }[]
  /** By comparison with other letters of the image. */
  guessed: string | undefined
  byName: string | undefined
  cell: TextCell
  isAlone: boolean
  isUnlike: boolean
}

/** The likeliest of different readings; a known ticker before one that nobody knows. */
function weigh(evidence: Evidence, dictionary: TickerDictionary): ReadTicker {
  const { first, looks, guessed, byName, cell, isAlone, isUnlike } = evidence
  if (byName !== undefined && looks.some(({ ticker }) => isNear(ticker, byName, dictionary))) {
    return sure({ ...first, ticker: byName, isKnown: true })
  }
  const letterCount = isAlone ? countLetters(cell) : 0
  const certaintyOf = (ticker: string) =>
    looks.reduce((sum, look) => sum + (look.ticker === ticker ? look.certainty : 0), guessed === ticker ? 0.4 : 0)
  const points = (ticker: string) =>
    certaintyOf(ticker) +
    (dictionary.has(ticker) ? 0.6 : 0) +
    (ticker.length === letterCount ? 0.5 : 0) -
    (ticker.length < letterCount ? 1 : 0) -
    (/\d/.test(ticker) ? 1 : 0)
  const readings = looks.map(({ ticker }) => ticker)
  const ranked = [...new Set([...readings, ...(guessed === undefined ? [] : [guessed])])].sort(
    (a, b) => points(b) - points(a),
  )
  const ticker = ranked[0] ?? first.ticker
  const isKnown = dictionary.has(ticker)
  // Letters that touch are counted as one, so there may be more than were counted, and never fewer.
  const isLongEnough = ticker.length >= letterCount && ticker.length > 1
  const others = readings.filter((other) => other !== ticker)
  const agreeing = readings.length - others.length
  const isAgreed = isKnown
    ? agreeing >= 2 && !others.some((other) => dictionary.has(other) && other.length >= letterCount)
    : agreeing === 4 && certaintyOf(ticker) >= SUM_OF_FOUR && dictionary.findLookAlikes(ticker).length === 0
  const certainties = looks.filter((look) => look.ticker === ticker).map(({ certainty }) => certainty)
  // The least sure of the two best looks that agree.
  const [, certainty = 0] = certainties.sort((a, b) => b - a)
  const isShaped = hasShapeOf(ticker, cell, isAlone, certainty, dictionary)
  if (isAgreed && isLongEnough && isShaped && !isUnlike && !/\d/.test(ticker))
    return sure({ ...first, ticker, isKnown })
  // A ticker that exists is not corrected to one that merely looks like it; only by its name, or by what a look saw.
  const alike = isKnown ? [] : ranked.flatMap((text) => dictionary.findLookAlikes(text))
  const candidates = [byName, ...ranked, ...alike]
  const meant = [...new Set(candidates)].filter(
    (other) => other !== undefined && other !== ticker && dictionary.has(other),
  )
  return {
    security: { ...first, ticker, isKnown },
    isSure: false,
    doubt: toDoubt(cell),
    others: meant.filter((other) => other !== undefined).slice(0, MOST_SUGGESTIONS),
  }
}

const isNear = (ticker: string, meant: string, dictionary: TickerDictionary) =>
  ticker === meant || dictionary.findLookAlikes(ticker).includes(meant)

const sure = (security: NamedSecurity): ReadTicker => ({ security, isSure: true, doubt: null, others: [] })
