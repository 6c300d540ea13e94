import { toOptionSymbol } from '@ballast/contract'
import type { CloseReader } from './close-reading.ts'
import { NARROW_SPREAD, recogniseAt, recogniseSpread, recogniseThin } from './close-reading.ts'
import { countLetters, fitsShapes, toLetterBoxes } from './glyph-bank.ts'
import { heightOf, widthOf } from './grey-image.ts'
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
const OPTION_LENGTH = 16
const LONGEST_TICKER = 40
const NO_TERMS = 'This is an option, and the image does not show all of its terms. Write its symbol, or remove it.'
const NO_TICKER = 'The image shows no ticker here, only a name.'

/** Reads a ticker again, and weighs it against the tickers that exist and the company's name beside it. */
export async function readTickerClosely(
  candidate: Candidate,
  dictionary: TickerDictionary,
  reader: CloseReader,
): Promise<ReadTicker> {
  const { security: first, symbol, name } = candidate
  const option = first.ticker.length < OPTION_LENGTH ? findOptionText(candidate) : undefined
  if (option !== undefined) {
    const ticker = toOptionSymbol(option.toUpperCase())
    if (ticker !== undefined) return sure({ ticker, name: option, isKnown: true })
    const security = { ticker: option.toUpperCase().slice(0, LONGEST_TICKER), name: option, isKnown: false }
    return { security, isSure: false, doubt: NO_TERMS, others: [] }
  }
  const { cell, pick } = symbol
  if (first.isByName) {
    const doubt = first.isKnown ? `${NO_TICKER} ${first.ticker} was found by it; check that it is meant.` : NO_TICKER
    return { security: first, isSure: false, doubt, others: [] }
  }
  const isAlone = !/[ ·|]/.test(cell.text.trim())
  const again = await recogniseThin(reader, cell, SECOND_HEIGHT)
  const second = pick(again.text)
  const least = Math.min(cell.certainty, again.certainty)
  const verdict = reader.bank.judge(cell, cell.text)
  const named = dictionary.findByName(name?.text ?? first.name ?? '')
  // A name that was cut off does not tell which class of shares is meant.
  const byName = named !== first.ticker && rootOf(named) === rootOf(first.ticker) ? undefined : named
  if (byName === first.ticker) return sure(first)
  if (second !== undefined && byName === second) return sure({ ...first, ticker: second, isKnown: true })
  const isOption = first.ticker.length >= OPTION_LENGTH
  const isThin = dictionary.isPartOfThinner(first.ticker)
  const isOther = mayBeTwin(first.ticker, name?.text ?? '', dictionary)
  const isShaped = isOption || (!isThin && !isOther && hasShapeOf(first.ticker, cell, isAlone, least, dictionary))
  if (second === first.ticker && isShaped && (verdict.is !== 'unlike' || isOption)) {
    const isLetter = first.ticker.length === 1
    const isOfOther = byName !== undefined && dictionary.isOtherName(first.ticker, name?.text ?? first.name ?? '')
    if (first.isKnown && !isOfOther && least >= (isLetter ? CERTAINTY_OF_LETTER : CERTAINTY_OF_KNOWN))
      return sure(first)
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
    const read = alone ?? (capitals === undefined ? undefined : pick(capitals)) ?? pick(text) ?? pick(toLetters(text))
    const ticker = (isAlone && read !== undefined && addOverlookedBar(cell, read, dictionary)) || read
    // Letters may touch and be counted as one, so a ticker can be longer than its count, but not much shorter.
    if (isOption && (ticker?.length ?? 0) < OPTION_LENGTH) return []
    return ticker === undefined || (isAlone && ticker.length < letterCount - 1) ? [] : [{ ticker, certainty }]
  })
  const guessed = guess === undefined ? undefined : pick(guess)
  const evidence = { first, looks, guessed, byName, cell, isAlone, isUnlike: verdict.is === 'unlike' }
  const weighed = weigh(evidence, dictionary)
  const { ticker } = weighed.security
  // A badge that cannot be read has its company beside it: its name tells more than letters that are no ticker of it.
  // Where all looks agree on letters that nobody knows, it is a ticker of another exchange.
  const isAgreed =
    dictionary.isListedAbroad(ticker) ||
    (looks.length > 2 && looks.every((look) => look.ticker === ticker) && ticker.length > 1)
  const isForeign = isAgreed
    ? weighed.security.isKnown && dictionary.isOtherName(ticker, name?.text ?? '')
    : !weighed.security.isKnown || dictionary.isOtherName(ticker, name?.text ?? '')
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

/** "18Dec26" behind a ticker, also where a letter of the month was misread. */
const EXPIRY = /^[A-Z.]{1,6} \d{1,2} ?[A-Z)\]][a-z]{2} ?'?\d{2}\b/

/** What names an option without all of its terms: its underlying is another thing than what is held. */
function findOptionText({ symbol, terms, figures, cells }: Candidate): string | undefined {
  const { cell } = symbol
  if (terms.length > 0) return [cell.text, ...terms].join(' ')
  const whole =
    cells.find(({ left, right, top }) => left <= cell.left && right >= cell.right && top === cell.top) ?? cell
  const isNamed = (/\b(?:calls?|puts?)\b/i.test(whole.text) && /\d/.test(whole.text)) || EXPIRY.test(whole.text)
  const isCounted = /\bcontracts?\b/i.test(figures.quantity?.cell.text ?? '')
  const isCountedBeside = cells.some(({ text }) => /\d ?contracts?\b/i.test(text))
  return isNamed || isCounted || isCountedBeside ? whole.text : undefined
}

const rootOf = (ticker: string | undefined) => ticker?.split('.')[0]

/** A thin upright stroke, in heights of a capital. */
const BAR_WIDTH = 0.34
const BAR_HEIGHT = 0.85

/**
 * The known ticker that a reading becomes with an I where a plain stroke stands that was passed over: IWM for WM.
 */
function addOverlookedBar(cell: TextCell, ticker: string, dictionary: TickerDictionary): string | undefined {
  const boxes = toLetterBoxes(cell)
  if (boxes.length !== ticker.length + 1) return undefined
  const bars = boxes.flatMap((box, at) =>
    widthOf(box) < BAR_WIDTH * heightOf(box) && heightOf(box) > BAR_HEIGHT * cell.capHeight ? [at] : [],
  )
  const whole = bars.map((at) => `${ticker.slice(0, at)}I${ticker.slice(at)}`).filter((other) => dictionary.has(other))
  return whole.length === 1 ? whole[0] : undefined
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
