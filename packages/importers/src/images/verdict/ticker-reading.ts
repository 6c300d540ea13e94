import { toOptionSymbol } from '@ballast/contract'
import { heightOf, widthOf } from '../decode/grey-image.ts'
import type { CloseReader } from '../figures/close-reading.ts'
import { NARROW_SPREAD, recogniseAt, recogniseSpread, recogniseThin } from '../figures/close-reading.ts'
import type { NamedInstrument, TickerDictionary } from '../layout/ticker-dictionary.ts'
import type { Candidate } from '../layout.ts'
import { countLetters, fitsShapes, toLetterBoxes } from '../recognise/glyph-bank.ts'
import type { TextCell } from '../recognise/text-cell.ts'

export interface ReadTicker {
  security: NamedInstrument
  isSure: boolean
  /** Doubt that the person should know of; null when sure. */
  doubt: string | null
  /** Tickers that may be meant instead. */
  others: readonly string[]
}

const SECOND_HEIGHT = 36
const THIRD_HEIGHT = 26
const FOURTH_HEIGHT = 20
const TICKER_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ./'
/** Least certainty in all of four equal looks at an unknown ticker. */
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
  const { security, name } = candidate
  const told = readOptionText(candidate) ?? readNameAlone(security)
  if (told) return told
  const glance = await takeSecondLook(candidate, dictionary, reader)
  const settled = settleByTwoLooks(glance, dictionary)
  if (settled) return settled
  const evidence = await takeMoreLooks(candidate, glance, dictionary, reader)
  const weighed = weigh(evidence, dictionary)
  return settleByCompany(weighed, evidence, name?.text ?? '', dictionary)
}

function readOptionText(candidate: Candidate): ReadTicker | undefined {
  const option = candidate.security.ticker.length < OPTION_LENGTH ? findOptionText(candidate) : undefined
  if (option === undefined) return undefined
  const ticker = toOptionSymbol(option.toUpperCase())
  if (ticker !== undefined) return sure({ ticker, name: option, isKnown: true })
  const security = { ticker: option.toUpperCase().slice(0, LONGEST_TICKER), name: option, isKnown: false }
  return { security, isSure: false, doubt: NO_TERMS, others: [] }
}

function readNameAlone(security: NamedInstrument): ReadTicker | undefined {
  if (!security.isByName) return undefined
  const doubt = security.isKnown
    ? `${NO_TICKER} ${security.ticker} was found by it; check that it is meant.`
    : NO_TICKER
  return { security, isSure: false, doubt, others: [] }
}

/** Findings of two looks at a ticker and the name next to it. */
interface Glance {
  first: NamedInstrument
  second: string | undefined
  /** The second look, as it was read. */
  again: Look
  /** The ticker of the company beside it. */
  byName: string | undefined
  /** The company beside it is another than the one of this ticker. */
  isOfOther: boolean
  isAlone: boolean
  isOption: boolean
  isShaped: boolean
  isUnlike: boolean
  /** The less certain of the two. */
  certainty: number
}

interface Look {
  text: string
  certainty: number
}

async function takeSecondLook(
  { security: first, symbol: { cell, pick }, name }: Candidate,
  dictionary: TickerDictionary,
  reader: CloseReader,
): Promise<Glance> {
  const isAlone = !/[ ·|]/.test(cell.text.trim())
  const again = await recogniseThin(reader, cell, SECOND_HEIGHT)
  const certainty = Math.min(cell.certainty, again.certainty)
  const named = dictionary.findByName(name?.text ?? first.name ?? '')
  // A name that was cut off does not tell which class of shares is meant.
  const byName = named !== first.ticker && rootOf(named) === rootOf(first.ticker) ? undefined : named
  const isOption = first.ticker.length >= OPTION_LENGTH
  const mayBeLonger = dictionary.isPartOfThinner(first.ticker) || mayBeTwin(first.ticker, name?.text ?? '', dictionary)
  return {
    first,
    again,
    byName,
    isAlone,
    isOption,
    certainty,
    second: pick(again.text),
    isOfOther: byName !== undefined && dictionary.isOtherName(first.ticker, name?.text ?? first.name ?? ''),
    isShaped: isOption || (!mayBeLonger && hasShapeOf(first.ticker, cell, isAlone, certainty, dictionary)),
    isUnlike: reader.bank.judge(cell, cell.text).is === 'unlike',
  }
}

/** The ticker when the name beside it proves it, or two equal looks do; undefined when more have to be taken. */
function settleByTwoLooks(glance: Glance, dictionary: TickerDictionary): ReadTicker | undefined {
  const { first, second, byName } = glance
  if (byName === first.ticker) return sure(first)
  if (second !== undefined && byName === second) return sure({ ...first, ticker: second, isKnown: true })
  const isAgreed = second === first.ticker && glance.isShaped && (!glance.isUnlike || glance.isOption)
  if (!isAgreed) return undefined
  const isEnough = first.isKnown ? isSureOfKnown(glance) : isSureOfUnknown(glance, dictionary)
  return isEnough ? sure(first) : undefined
}

function isSureOfKnown({ first, isOfOther, certainty }: Glance): boolean {
  return !isOfOther && certainty >= (first.ticker.length === 1 ? CERTAINTY_OF_LETTER : CERTAINTY_OF_KNOWN)
}

/** One that nobody knows and that looks like one that exists is rather that one. */
function isSureOfUnknown({ first, byName, certainty }: Glance, dictionary: TickerDictionary): boolean {
  const isPlain = /^[A-Z]{2,}/.test(first.ticker) && dictionary.findLookAlikes(first.ticker).length === 0
  return isPlain && certainty >= CERTAINTY_OF_UNKNOWN && !byName
}

async function takeMoreLooks(
  { symbol: { cell, pick } }: Candidate,
  { first, again, byName, isAlone, isOption, isUnlike }: Glance,
  dictionary: TickerDictionary,
  reader: CloseReader,
): Promise<Evidence> {
  const third = await (isAlone ? recogniseSpread(reader, cell, NARROW_SPREAD) : recogniseAt(reader, cell, THIRD_HEIGHT))
  const fourth = await recogniseAt(reader, cell, FOURTH_HEIGHT, isAlone ? TICKER_LETTERS : '')
  const guess = isAlone ? reader.bank.guessCapitals(cell) : undefined
  const read = isAlone ? pickAlone(cell, pick, dictionary) : (text: string) => pick(text) ?? pick(toLetters(text))
  const fewest = Math.max(isOption ? OPTION_LENGTH : 0, isAlone ? countLetters(cell) - 1 : 0)
  const looks = [cell, again, third, fourth].flatMap(({ text, certainty }) => {
    const ticker = read(text)
    // Letters may touch and be counted as one, so a ticker can be longer than its count, but not much shorter.
    return ticker === undefined || ticker.length < fewest ? [] : [{ ticker, certainty }]
  })
  return {
    first,
    looks,
    byName,
    cell,
    isAlone,
    isUnlike,
    guessed: guess === undefined ? undefined : pick(guess),
  }
}

/** How a ticker that stands by itself is read: as one letter, as capitals, and with a stroke that was passed over. */
function pickAlone(cell: TextCell, pick: (text: string) => string | undefined, dictionary: TickerDictionary) {
  const letterCount = countLetters(cell)
  return (text: string): string | undefined => {
    const alone = letterCount === 1 ? toOneLetter(text) : undefined
    const isSpelled = text.length === letterCount && /^[A-Za-z]+$/.test(text)
    const read = alone ?? (isSpelled ? pick(text.toUpperCase()) : undefined) ?? pick(text) ?? pick(toLetters(text))
    return read === undefined ? undefined : (addOverlookedBar(cell, read, dictionary) ?? read)
  }
}

/**
 * A badge that cannot be read has its company beside it: its name tells more than letters that are no ticker of it. Where
 * all looks agree on letters that nobody knows, it is a ticker of another exchange.
 */
function settleByCompany(
  weighed: ReadTicker,
  { looks, byName, cell }: Evidence,
  name: string,
  dictionary: TickerDictionary,
): ReadTicker {
  const { ticker, isKnown } = weighed.security
  const isOtherName = dictionary.isOtherName(ticker, name)
  const isUnanimous = looks.length > 2 && ticker.length > 1 && looks.every((look) => look.ticker === ticker)
  const isAgreed = isUnanimous || dictionary.isListedAbroad(ticker)
  const isForeign = isAgreed ? isKnown && isOtherName : !isKnown || isOtherName
  if (byName !== undefined && byName !== ticker && isForeign && !weighed.isSure) {
    const security = { ticker: byName, name: name === '' ? null : name, isKnown: true }
    return { security, isSure: false, doubt: toDoubt(cell), others: isKnown ? [ticker] : [] }
  }
  const isDoubtful = mayBeTwin(ticker, name, dictionary) || dictionary.isPartOfThinner(ticker)
  return weighed.isSure && byName !== ticker && isDoubtful ? doubted(weighed.security, cell, name, dictionary) : weighed
}

/** "18Dec26" behind a ticker, also where a letter of the month was misread. */
const EXPIRY = /^[A-Z.]{1,6} \d{1,2} ?[A-Z)\]][a-z]{2} ?'?\d{2}\b/

/** Finds a text that names an option without all of its terms: its underlying is not what is held. */
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

/** True if the company beside a ticker is another one, and a ticker that looks alike or has a letter more may be meant. */
function mayBeTwin(ticker: string, name: string, dictionary: TickerDictionary): boolean {
  if (!dictionary.isOtherName(ticker, name)) return false
  return dictionary.findLookAlikes(ticker).length > 0 || dictionary.isPartOfAnother(ticker)
}

const toDoubt = (cell: TextCell) =>
  `The ticker is hard to read in the image: it looks like "${cell.text.slice(0, 20)}".`

/** Doubts a ticker that looks like another, unless the company's name next to it says so. */
function doubted(security: NamedInstrument, cell: TextCell, name: string, dictionary: TickerDictionary): ReadTicker {
  const others = dictionary.findLookAlikes(security.ticker).filter((other) => dictionary.isNameOf(other, name))
  return { security, isSure: false, doubt: toDoubt(cell), others: others.slice(0, MOST_SUGGESTIONS) }
}

/**
 * True if a piece of text has as many letters, and points where they are, as a ticker that was read in it. Letters that
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

/** Tickers have no digits between their letters: I0NQ is IONQ, where that exists. */
function toKnownLetters(ticker: string, dictionary: TickerDictionary): string {
  const letters = toLetters(ticker)
  return /^[A-Z]/.test(ticker) && !dictionary.has(ticker) && dictionary.has(letters) ? letters : ticker
}

interface Evidence {
  first: NamedInstrument
  looks: readonly { ticker: string; certainty: number }[]
  /** By comparison with other letters of the image. */
  guessed: string | undefined
  byName: string | undefined
  cell: TextCell
  isAlone: boolean
  isUnlike: boolean
}

/** Evidence for a reading of a ticker, with its weight. */
const WEIGHTS: readonly { weight: number; of: (ticker: string, seen: Seen) => number | boolean }[] = [
  { weight: 1, of: (ticker, { looks }) => sumOf(looks.filter((look) => look.ticker === ticker)) },
  { weight: 0.4, of: (ticker, { guessed }) => guessed === ticker },
  { weight: 0.6, of: (ticker, { dictionary }) => dictionary.has(ticker) },
  { weight: 0.5, of: (ticker, { letterCount }) => ticker.length === letterCount },
  { weight: -1, of: (ticker, { letterCount }) => ticker.length < letterCount },
  { weight: -1, of: (ticker) => /\d/.test(ticker) },
]

interface Seen extends Pick<Evidence, 'looks' | 'guessed'> {
  letterCount: number
  dictionary: TickerDictionary
}

const sumOf = (looks: Evidence['looks']) => looks.reduce((sum, { certainty }) => sum + certainty, 0)

/** The likeliest of different readings; a known ticker before one that nobody knows. */
function weigh(evidence: Evidence, dictionary: TickerDictionary): ReadTicker {
  const { first, guessed, byName, cell, isAlone, isUnlike } = evidence
  const looks = evidence.looks.map((look) => ({ ...look, ticker: toKnownLetters(look.ticker, dictionary) }))
  if (byName !== undefined && looks.some(({ ticker }) => isNear(ticker, byName, dictionary))) {
    return sure({ ...first, ticker: byName, isKnown: true })
  }
  const seen = { looks, guessed, dictionary, letterCount: isAlone ? countLetters(cell) : 0 }
  const points = (ticker: string) => WEIGHTS.reduce((sum, { weight, of }) => sum + weight * Number(of(ticker, seen)), 0)
  const readings = [...looks.map(({ ticker }) => ticker), ...(guessed === undefined ? [] : [guessed])]
  const ranked = [...new Set(readings)].sort((a, b) => points(b) - points(a))
  const ticker = ranked[0] ?? first.ticker
  const security = { ...first, ticker, isKnown: dictionary.has(ticker) }
  const certainties = looks.filter((look) => look.ticker === ticker).map(({ certainty }) => certainty)
  // The least sure of the two best looks that agree.
  const [, certainty = 0] = certainties.sort((a, b) => b - a)
  const isShaped = !isUnlike && !/\d/.test(ticker) && hasShapeOf(ticker, cell, isAlone, certainty, dictionary)
  if (isShaped && isAgreedUpon(ticker, seen)) return sure(security)
  // A ticker that exists is not corrected to one that merely looks like it; only by its name, or by what a look saw.
  const alike = security.isKnown ? [] : ranked.flatMap((text) => dictionary.findLookAlikes(text))
  const meant = [...new Set([byName, ...ranked, ...alike])].flatMap((other) =>
    other !== undefined && other !== ticker && dictionary.has(other) ? [other] : [],
  )
  return { security, isSure: false, doubt: toDoubt(cell), others: meant.slice(0, MOST_SUGGESTIONS) }
}

/** True if enough looks saw the same ticker: two of one that exists, all four of one that nobody knows. */
function isAgreedUpon(ticker: string, { looks, guessed, letterCount, dictionary }: Seen): boolean {
  // Letters that touch are counted as one, so there may be more than were counted, and never fewer.
  if (ticker.length < letterCount || ticker.length === 1) return false
  const agreeing = looks.filter((look) => look.ticker === ticker)
  const others = looks.filter((look) => look.ticker !== ticker)
  if (dictionary.has(ticker)) {
    return (
      agreeing.length >= 2 &&
      !others.some((other) => dictionary.has(other.ticker) && other.ticker.length >= letterCount)
    )
  }
  const isClear = sumOf(agreeing) + (guessed === ticker ? 0.4 : 0) >= SUM_OF_FOUR
  return agreeing.length === 4 && isClear && dictionary.findLookAlikes(ticker).length === 0
}

const isNear = (ticker: string, meant: string, dictionary: TickerDictionary) =>
  ticker === meant || dictionary.findLookAlikes(ticker).includes(meant)

const sure = (security: NamedInstrument): ReadTicker => ({ security, isSure: true, doubt: null, others: [] })
