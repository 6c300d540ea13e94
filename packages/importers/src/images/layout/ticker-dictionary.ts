import { isTicker, toTicker } from '@ballast/contract'
import { toOptionSymbol } from '../../option-symbol.ts'
import words from '../../words.json' with { type: 'json' }
import type { KnownInstrument } from '../image-reading.ts'
import { EXCHANGE, withoutExchange } from './exchanges.ts'
import { isNearly, lookAlikeDistance, THIN_LETTERS } from './look-alikes.ts'

/** A security as a piece of text names it. */
export interface NamedInstrument {
  ticker: string
  /** Text next to the ticker in the same piece. */
  name: string | null
  isKnown: boolean
  /** No ticker stands there: it was found by the company's name, or is that name itself. */
  isByName?: true
}

/** Capitals that stand where tickers stand, and are none. */
const NOT_TICKERS = new Set(words.notTickers)
const LONGEST_GLUED = 5
/** Legal forms of companies, at the end of their names; some are tickers too. */
const LEGAL_FORMS = new Set(['SE', 'AG', 'SA', 'NV', 'PLC', 'CO', 'AB', 'AS', 'ASA', 'LP', 'LLC', 'ETF', 'ADR', 'REIT'])
/** A name that stands where a ticker is missing is cut to so many characters, as those of files are. */
const LONGEST_NAME = 40
/** Letters by the one that they look like with a point at their foot. */
const WITH_POINT: Readonly<Record<string, string>> = { I: 'L', F: 'E', P: 'R', T: 'I', Y: 'V', V: 'N', O: 'Q', C: 'G' }
const COMPANY_FORMS =
  /\b(?:incorporated|inc|corporation|corp|company|co|limited|ltd|plc|the|class [a-c]|cl [a-c]|holdings?|group|common stock|com|etf|trust|sa|nv|se|ag|platforms)\b/g
const SHARE_CLASS_NAME = /\b(?:class|cl) ([a-c])\b/i
const TICKER_LETTERS = /^[A-Z0-9]{1,5}$/
/** Letters that tell which name it is, where it was cut short. */
const LEAST_OF_A_CUT_NAME = 10
/** Names are shortened at their end, and seldom before that. */
const SAME_BEGINNING = 4
const TICKER_SHAPE = /^[A-Z]{1,5}(?:[./ -][A-Z])?$/
/** Tickers of other exchanges bear the exchange behind a point: "TD.TO", "0700.HK". */
/** In Brazil they end with a number. */
const LISTED_ABROAD =
  /^[A-Z]{3,4}\d{1,2}$|^[A-Z0-9]{1,6}(?:[.-][A-Z])?\.(?:TO|NE|CN|L|IL|DE|F|PA|AS|BR|LS|MI|MC|SW|VX|VI|US|UK|PL|ST|CO|HE|OL|IR|HK|SI|AX|NZ|NS|BO|KS|SA|MX)$/
/** Some exchanges spell their tickers out, as HDFCBANK; such a word alone is one where tickers stand. */
const LONG_TICKER = /^[A-Z]{6,12}$/
/** "Symbol: BRK.B" */
const CALLED_TICKER = /^(?:symbol|ticker) ?[:.]? (?=[A-Z0-9.]{1,10}$)/i
/** Also what a ticker becomes when characters were mistaken. */
const LIKE_A_TICKER = /^(?=.*[A-Z0-9])[A-Z0-9|$!]{1,6}(?:[./-][A-Z0-9])?$/
const IN_PARENTHESES = /\(([A-Z][A-Z0-9.]{0,5})\)/
/** "Realty Income Corp (0)", "0, Realty Income Corp": beside that name a nought is the letter. */
const NOUGHT_BESIDE_NAME = /^0(?=[ ,:|·–-])|(?<=\()0(?=\)$)/
/** "T-AT&T Inc.", "V - Visa Inc", "IWM, iShares Russell 2000" */
const TICKER_DASH_NAME = /^([A-Z]{1,5}(?:\.[A-Z])?)( ?[-–—|:,] ?)([A-Za-z][^\d].+)$/
/** "ARK Innovation ETF, ARKK", "Dodge & Cox Income Fund — DODIX" */
const NAME_THEN_TICKER = /(?:,| ?[-–—|·]{1,2}) ([A-Z]{1,5}(?:\.[A-Z])?)$/
/** A text has the form of a security, and what it names is none. */
const NONE = 'none'

function readOption(text: string): NamedInstrument | undefined {
  const ticker = toOptionSymbol(text.toUpperCase())
  return ticker === undefined ? undefined : { ticker, name: text, isKnown: true }
}

/** Knows which tickers exist, and what a text that was read badly may have been. */
export class TickerDictionary {
  readonly #tickers = new Set<string>()
  readonly #undotted = new Map<string, string>()
  readonly #merged = new Map<string, string>()
  readonly #byName = new Map<string, string>()
  readonly #names = new Map<string, string>()

  constructor(instruments: readonly KnownInstrument[]) {
    for (const { ticker, name } of instruments) {
      this.#tickers.add(ticker)
      if (ticker.includes('.')) this.#addMerged(ticker)
      const key = name === null ? '' : toNameKey(name)
      if (key.length >= 3) this.#names.set(ticker, key)
      // The company's plain name is that of its common shares.
      const isPlainer = this.#byName.get(key)?.includes('.') === true && !ticker.includes('.')
      if (key.length >= 3 && (!this.#byName.has(key) || isPlainer)) this.#byName.set(key, ticker)
    }
  }

  #addMerged(ticker: string): void {
    this.#undotted.set(ticker.replace('.', ''), ticker)
    const [root = '', letter = ''] = ticker.split('.')
    for (const merged of WITH_POINT[root.at(-1) ?? ''] ?? '')
      this.#merged.set(root.slice(0, -1) + merged + letter, ticker)
  }

  /** True if a ticker says itself that it is one of another exchange, so that no list of ours speaks against it. */
  isListedAbroad(ticker: string): boolean {
    return LISTED_ABROAD.test(ticker)
  }

  has(ticker: string): boolean {
    return this.#tickers.has(ticker)
  }

  /** The ticker of a company by its name, however its legal form is written. */
  findByName(name: string): string | undefined {
    const key = toNameKey(name)
    const ticker = key.length >= 3 ? this.#byName.get(key) : undefined
    const letter = SHARE_CLASS_NAME.exec(name)?.[1]?.toUpperCase()
    const ofClass = `${ticker?.split('.')[0]}.${letter}`
    return this.has(ofClass) ? ofClass : ticker
  }

  /** Known tickers that differ from a text by characters that look alike only, the likeliest first. */
  findLookAlikes(text: string): string[] {
    const wanted = text.toUpperCase()
    const found: { ticker: string; distance: number }[] = []
    for (const ticker of this.#tickers) {
      const distance = lookAlikeDistance(wanted, ticker)
      if (distance > 0 && distance <= 2 && distance < wanted.length) found.push({ ticker, distance })
    }
    return found.sort((a, b) => a.distance - b.distance).map(({ ticker }) => ticker)
  }

  /** True if a known ticker has one letter more: "WM" is what is left of "IWM" where a letter was passed over. */
  isPartOfAnother(ticker: string): boolean {
    return this.#findLonger(ticker).length > 0
  }

  /** True if the letter more is as thin as one that runs into its neighbour and is not counted. */
  isPartOfThinner(ticker: string): boolean {
    return this.#findLonger(ticker).some((letter) => THIN_LETTERS.includes(letter))
  }

  /** True if a text names another company than the one that a known ticker has; false when either name is not known. */
  isOtherName(ticker: string, text: string): boolean {
    const known = this.#names.get(ticker)
    const key = toNameKey(text)
    if (known === undefined || key.length < SAME_BEGINNING || !/[a-z]{3}/.test(key)) return false
    return key.slice(0, SAME_BEGINNING) !== known.slice(0, SAME_BEGINNING)
  }

  /** True if a text begins like the name of a known ticker. */
  isNameOf(ticker: string, text: string): boolean {
    const key = toNameKey(text)
    const known = this.#names.get(ticker)
    return known !== undefined && (known === key || (key.length >= SAME_BEGINNING && !this.isOtherName(ticker, text)))
  }

  /** The letters that known tickers have more. */
  #findLonger(ticker: string): string[] {
    const letters: string[] = []
    for (const other of this.#tickers) {
      if (other.length !== ticker.length + 1) continue
      let at = 0
      while (at < ticker.length && other[at] === ticker[at]) at++
      if (other.slice(at + 1) === ticker.slice(at)) letters.push(other[at] ?? '')
    }
    return letters
  }

  /**
   * The security that a piece of text names: a ticker alone, before or after a company's name, in parentheses, or an
   * option. Text that only could be a ticker counts when `isStrict` is false.
   */
  findIn(raw: string, isStrict: boolean): NamedInstrument | undefined {
    const text = this.#toBare(raw, isStrict)
    for (const read of this.#forms) {
      const security = read(text, isStrict)
      if (security) return security === NONE ? undefined : security
    }
    return undefined
  }

  /** The forms in which screens write a security; the first that a text has counts. */
  readonly #forms: readonly ((text: string, isStrict: boolean) => NamedInstrument | typeof NONE | undefined)[] = [
    readOption,
    (text) => this.#readInParentheses(text),
    (text) => (this.#isTickerAlone(text) ? (this.#name(text, '') ?? NONE) : undefined),
    (text, isStrict) => this.#readBeforeDash(text, isStrict),
    (text, isStrict) => this.#readBehindMark(text, isStrict),
    (text) => this.#readOfClass(text),
    (text) => this.#readListedAbroad(text),
    (text, isStrict) => this.#readFirst(text, isStrict),
    (text, isStrict) => {
      const behind = this.#findBehindName(text)
      return isStrict && behind?.isByName ? undefined : behind
    },
    (text) => this.#readLast(text),
    (text, isStrict) => (isStrict ? undefined : (this.#findGlued(text) ?? this.#readLikeATicker(text))),
  ]

  /** Without marks and the exchange around it; a nought that stands where O does is one. */
  #toBare(raw: string, isStrict: boolean): string {
    const called = trimMarks(raw)
    const bare = withoutExchange(called.replace(EXCHANGE, '')).replace(CALLED_TICKER, '')
    if (bare === '0') return bare !== called || !isStrict ? 'O' : bare
    const name = bare.replace(NOUGHT_BESIDE_NAME, '')
    const isOfName = name !== bare && (this.isNameOf('O', name) || /^(?:corp|inc|co)\b/i.test(name))
    return isOfName ? bare.replace(NOUGHT_BESIDE_NAME, 'O') : bare
  }

  #isTickerAlone(text: string): boolean {
    return (TICKER_SHAPE.test(text) && this.#canBeTicker(text)) || LISTED_ABROAD.test(text)
  }

  /** "Apple Inc (AAPL)" */
  #readInParentheses(text: string): NamedInstrument | typeof NONE | undefined {
    const inside = IN_PARENTHESES.exec(text)
    return inside?.[1] ? (this.#name(inside[1], text.replace(inside[0], '').trim()) ?? NONE) : undefined
  }

  #readBeforeDash(text: string, isStrict: boolean): NamedInstrument | undefined {
    const [, ticker, mark, name] = TICKER_DASH_NAME.exec(text) ?? []
    const isOne = ticker && name && this.#isTickerOf(ticker, name, mark?.includes(' ') === true, isStrict)
    return isOne ? this.#name(ticker, name) : undefined
  }

  #readBehindMark(text: string, isStrict: boolean): NamedInstrument | undefined {
    const behind = NAME_THEN_TICKER.exec(text)
    const company = text.slice(0, behind?.index ?? 0)
    const isOne = behind?.[1] && /[a-z]/.test(company) && (this.has(this.#toKnown(behind[1])) || !isStrict)
    return isOne ? this.#name(behind[1] ?? '', company) : undefined
  }

  /** "LEN B Lennar Corporation" */
  #readOfClass(text: string): NamedInstrument | undefined {
    const [first, letter, ...others] = text.split(' ')
    const ofClass = `${first}.${letter}`
    return others.length > 0 && this.has(ofClass) ? this.#name(ofClass, others.join(' ')) : undefined
  }

  #readListedAbroad(text: string): NamedInstrument | undefined {
    const [first = '', ...others] = text.split(' ')
    const name = others.join(' ')
    return LISTED_ABROAD.test(first) && /^[A-Z][^\d]+$/.test(name) ? this.#name(first, name) : undefined
  }

  /** "AAPL Apple Inc": what stands first is a ticker where the words behind it are no part of the same name. */
  #readFirst(text: string, isStrict: boolean): NamedInstrument | undefined {
    const [first = '', ...others] = text.split(' ')
    if (others.length === 0 || !TICKER_SHAPE.test(first) || !this.#canBeTicker(first)) return undefined
    const rest = others.join(' ')
    const ticker = this.#toKnown(first)
    // "ING GROEP N.V." is a company whose name begins with what is its ticker too.
    const isWhole = this.isNameOf(ticker, text) && !this.isNameOf(ticker, rest) && this.#goesOn(ticker, first, text)
    if (isWhole) return { ticker, name: text, isKnown: true, isByName: true }
    if (this.#isMarkBeside(ticker, rest)) return this.findCompany(rest)
    const isCounted = this.has(ticker) || !isStrict
    return isCounted && this.#isNameBehind(ticker, rest)
      ? this.#name(first, rest.replace(/^[^\p{L}\p{N}]+/u, ''))
      : undefined
  }

  /** True if more than the first word of a text is a part of a company's name: "COST nasdaq" is no Costco. */
  #goesOn(ticker: string, first: string, text: string): boolean {
    const [word, key] = [toNameKey(first), toNameKey(text)]
    return this.#names.get(ticker)?.startsWith(key.slice(0, word.length + 1)) === true
  }

  /** A mark that is read as a ticker stands beside the name of a company that has another one. */
  #isMarkBeside(ticker: string, name: string): boolean {
    const other = this.findByName(name)
    if (other === undefined) return false
    return (!this.has(ticker) && isNearly(ticker, other)) || (other !== ticker && this.isOtherName(ticker, name))
  }

  #isNameBehind(ticker: string, rest: string): boolean {
    const isApart = /^[^\p{L}\p{N}]/u.test(rest) || rest !== rest.toUpperCase()
    return isApart || this.isNameOf(ticker, rest) || (this.has(ticker) && !this.#names.has(ticker))
  }

  #readLast(text: string): NamedInstrument | undefined {
    const last = text.includes(' ') ? text.slice(text.lastIndexOf(' ') + 1) : ''
    const isOne = TICKER_SHAPE.test(last) && last.length > 1 && !LEGAL_FORMS.has(last) && this.has(this.#toKnown(last))
    return isOne ? this.#name(last, text.slice(0, -last.length).trim()) : undefined
  }

  /** Letters of a ticker may be read apart, words are something else. */
  #readLikeATicker(text: string): NamedInstrument | undefined {
    const compact = /[A-Za-z]{3} \S/.test(text) ? text : text.replaceAll(' ', '')
    if (NOT_TICKERS.has(compact)) return undefined
    const isLike = (LIKE_A_TICKER.test(compact) && /[A-Z]/.test(compact)) || LONG_TICKER.test(text)
    return isLike ? this.#name(compact, '') : undefined
  }

  /**
   * "Coca-Cola Company KO", also where the small letters of the ticker were read badly: the name beside it says which it is.
   * A name that ends with what may be a ticker is a name.
   */
  #findBehindName(text: string): NamedInstrument | undefined {
    const at = text.lastIndexOf(' ')
    const [name, letters] = [
      text.slice(0, at),
      text
        .slice(at + 1)
        .toUpperCase()
        .replace(/^\(|\)$/g, ''),
    ]
    if (at === -1 || !/[a-z]/.test(name) || !TICKER_LETTERS.test(letters) || this.findByName(text) !== undefined)
      return undefined
    const isSpelled = letters.length > 1 && text.endsWith(letters) && !LEGAL_FORMS.has(letters) && this.has(letters)
    const ticker = this.findByName(name) ?? (isSpelled ? letters : this.#findCut(name, letters))
    if (ticker === undefined || !isNearly(letters, ticker)) return undefined
    return { ticker, name, isKnown: true, ...(ticker === letters ? {} : { isByName: true as const }) }
  }

  /** The one ticker like these letters whose name begins as one that was cut short. */
  #findCut(name: string, letters: string): string | undefined {
    const key = toNameKey(name)
    if (key.length < LEAST_OF_A_CUT_NAME) return undefined
    const found = [...this.#names].filter(([ticker, known]) => known.startsWith(key) && isNearly(letters, ticker))
    return found.length === 1 ? found[0]?.[0] : undefined
  }

  /** "TAT&T Inc." is T and its company's name, close together. */
  #findGlued(text: string): NamedInstrument | undefined {
    for (let length = 1; length <= LONGEST_GLUED; length++) {
      const [ticker, name] = [text.slice(0, length), text.slice(length)]
      if (/^[A-Z]+$/.test(ticker) && /^[A-Z0-9].*[a-z]/.test(name) && this.has(ticker) && this.isNameOf(ticker, name)) {
        return this.#name(ticker, name)
      }
    }
    return undefined
  }

  /** "T - AT&T" names a ticker and its company; "T-Mobile" is a company, as its name tells. */
  #isTickerOf(text: string, name: string, isApart: boolean, isStrict: boolean): boolean {
    const ticker = this.#toKnown(text)
    if (!this.#canBeTicker(text)) return false
    return isApart ? this.has(ticker) || !isStrict : this.isNameOf(ticker, name)
  }

  /** COST, LOW and ALL are words of tables and companies alike. */
  #canBeTicker(text: string): boolean {
    return !NOT_TICKERS.has(text) || (text !== 'CASH' && this.has(text))
  }

  /** Letters at the place of a ticker that cannot be read as one, to be looked at. */
  toUnread(text: string): NamedInstrument {
    const letters = text
      .toUpperCase()
      .replace(/[^A-Z0-9.]/g, '')
      .replace(/^[.]+/, '')
      .slice(0, 8)
    return { ticker: letters === '' ? '?' : letters, name: null, isKnown: false }
  }

  /** A company that only its name tells: its ticker where that is known, else the name in its place. */
  findCompany(name: string): NamedInstrument {
    const inside = this.#readInParentheses(name)
    if (inside !== undefined && inside !== NONE && inside.isKnown) return inside
    const ticker = this.findByName(name)
    const behind = ticker === undefined ? this.#findBehindName(trimMarks(name)) : undefined
    if (behind) return behind
    return {
      ticker: ticker ?? name.toUpperCase().slice(0, LONGEST_NAME),
      name,
      isKnown: ticker !== undefined,
      isByName: true,
    }
  }

  #name(text: string, name: string): NamedInstrument | undefined {
    const ticker = toTicker(this.#toKnown(text))
    if (ticker === undefined || !isTicker(ticker)) return undefined
    return { ticker, name: name === '' ? null : name, isKnown: this.has(ticker) }
  }

  /** Brokers write BRKB for BRK.B, and a point may be read as a part of the letter before it: BEB for BF.B. */
  #toKnown(text: string): string {
    const ticker = toTicker(text) ?? text
    return this.#tickers.has(ticker) ? ticker : (this.#undotted.get(ticker) ?? this.#merged.get(ticker) ?? ticker)
  }
}

/** Without the arrows and dots that stand around a ticker. */
function trimMarks(text: string): string {
  const isKept = (letter: string, marks: string) => /[\p{L}\p{N}]/u.test(letter) || marks.includes(letter)
  let start = 0
  let end = text.length
  while (start < end && !isKept(text[start] ?? '', '(^')) start++
  while (end > start && !isKept(text[end - 1] ?? '', ')')) end--
  return text.slice(start, end)
}

function toNameKey(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N} ]/gu, ' ')
      .replace(/\blnc\b/g, 'inc')
      .replace(COMPANY_FORMS, ' ')
      .replace(/\s+/g, '')
      // What the recogniser takes for one another is the same here.
      .replace(/[i1|]/g, 'l')
      .replaceAll('0', 'o')
  )
}
