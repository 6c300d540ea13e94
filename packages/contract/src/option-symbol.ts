import { type OptionTerms, toOptionTerms } from './ticker.ts'

/**
 * Option symbols in the ways that brokers and data providers write them, to OCC-21 without blanks and back. A symbol
 * that could be read in two ways is not read at all: an option with a wrong strike is worse than one that is asked for.
 */

/** Who writes a symbol so; see `formatOptionSymbol` for what each looks like. */
export const OPTION_DIALECTS = [
  'occ',
  'compact',
  'polygon',
  'fidelity',
  'fidelity-description',
  'schwab',
  'etrade',
  'ibkr',
  'robinhood',
  'robinhood-strike-first',
  'thinkorswim',
  'iso',
] as const
export type OptionDialect = (typeof OPTION_DIALECTS)[number]

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const LONGEST_TEXT = 64
const LONGEST_ROOT = 6

/** `AAPL261218C250`, `-AAPL261218C250`, `.AAPL261218C250`, `O:AAPL261218C00250000`, `AAPL  261218C00250000`. */
const COMPACT = /^([A-Z]{1,5}\d?)(\d{2})(\d{2})(\d{2})([CP])(\d{1,8}(?:\.\d{1,3})?)$/
const ROOT = /^[A-Z]{1,5}\d?$/
const STRIKE = /^\$?(\d{1,5}(?:,\d{3})?(?:\.\d+)?)$/
const RIGHTS: ReadonlyMap<string, 'C' | 'P'> = new Map([
  ['C', 'C'],
  ['CALL', 'C'],
  ['P', 'P'],
  ['PUT', 'P'],
])
/** What stands between the parts and says nothing. */
const FILLERS = new Set(['EXP', 'STRIKE', '@'])

/**
 * The OCC-21 symbol, without blanks, of what a broker or a person writes for an option:
 * `AAPL  261218C00250000`, `O:AAPL261218C00250000`, ` -AAPL261218C250`, `.AAPL261218C250`, `AAPL DEC 18 2026 $250 CALL`,
 * `AAPL Dec 18 '26 $250 Call`, `AAPL 12/18/2026 250.00 C`, `AAPL 18DEC26 250 C`, `AAPL 12/18/2026 Call $250.00`,
 * `AAPL $250 Call 12/18/26`, `AAPL 2026-12-18 250 C`. Dates with slashes are month first, as in the United States.
 *
 * @returns `undefined` when the text is not an option, or not certainly one: no such date, two dates, a strike with more
 *          than three decimals, a company's name in place of its ticker
 */
export function toOptionSymbol(text: string): string | undefined {
  if (text.length > LONGEST_TEXT) return undefined
  const upper = text
    .trim()
    .toUpperCase()
    .replace(/^(?:O:|-|\.)\s*/, '')
  return readCompact(upper.replaceAll(/\s/g, '')) ?? readWords(upper)
}

/** The OCC-21 symbol of terms that come in columns of their own; `undefined` when they cannot be an option. */
export function toOptionSymbolOf(terms: {
  /** A ticker or a root. */
  underlying: string
  /** ISO date. */
  expiry: string
  type: 'call' | 'put'
  strike: number
}): string | undefined {
  const date = /^20(\d{2})-(\d{2})-(\d{2})$/.exec(terms.expiry)
  if (!date) return undefined
  const root = toOptionRoot(terms.underlying)
  return assemble(root, `${date[1]}${date[2]}${date[3]}`, terms.type === 'call' ? 'C' : 'P', terms.strike)
}

/** The root under which a ticker's options are listed: `BRKB` for `BRK.B`, `SPX` for `^SPX`. */
export function toOptionRoot(ticker: string): string {
  return ticker.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}

/**
 * An option symbol as a broker writes it; `toOptionSymbol` reads each of them back.
 *
 * @param symbol OCC-21 without blanks
 * @returns `undefined` when it is not an option symbol
 */
export function formatOptionSymbol(symbol: string, dialect: OptionDialect): string | undefined {
  const terms = toOptionTerms(symbol)
  return terms && WRITERS[dialect](symbol, terms)
}

const WRITERS: Record<OptionDialect, (symbol: string, terms: OptionTerms) => string> = {
  occ: (symbol, { root }) => `${root.padEnd(LONGEST_ROOT)}${symbol.slice(root.length)}`,
  compact: (symbol) => symbol,
  polygon: (symbol) => `O:${symbol}`,
  fidelity: (symbol, terms) => ` -${toShort(symbol, terms)}`,
  'fidelity-description': (_symbol, terms) =>
    `${terms.root} ${monthOf(terms)} ${dayOf(terms)} ${terms.expiry.slice(0, 4)} $${terms.strike} ${nameOf(terms)}`,
  schwab: (_symbol, terms) => `${terms.root} ${usDate(terms)} ${toCents(terms.strike)} ${rightOf(terms)}`,
  etrade: (_symbol, terms) =>
    `${terms.root} ${capitalise(monthOf(terms))} ${Number(dayOf(terms))} '${terms.expiry.slice(2, 4)} $${toDollars(terms.strike)} ${capitalise(nameOf(terms))}`,
  ibkr: (_symbol, terms) =>
    `${terms.root} ${dayOf(terms)}${monthOf(terms)}${terms.expiry.slice(2, 4)} ${terms.strike} ${rightOf(terms)}`,
  robinhood: (_symbol, terms) =>
    `${terms.root} ${usDate(terms, '')} ${capitalise(nameOf(terms))} $${toCents(terms.strike)}`,
  'robinhood-strike-first': (_symbol, terms) =>
    `${terms.root} $${terms.strike} ${capitalise(nameOf(terms))} ${usDate(terms, '').replace(/\/20(\d\d)$/, '/$1')}`,
  thinkorswim: (symbol, terms) => `.${toShort(symbol, terms)}`,
  iso: (_symbol, terms) => `${terms.root} ${terms.expiry} ${terms.strike} ${rightOf(terms)}`,
}

const toShort = (symbol: string, { root, strike }: OptionTerms) => `${symbol.slice(0, root.length + 7)}${strike}`
const monthOf = ({ expiry }: OptionTerms) => MONTHS[Number(expiry.slice(5, 7)) - 1] ?? ''
const dayOf = ({ expiry }: OptionTerms) => expiry.slice(8)
const nameOf = ({ type }: OptionTerms) => type.toUpperCase()
const rightOf = ({ type }: OptionTerms) => (type === 'call' ? 'C' : 'P')
const capitalise = (word: string) => `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`
const toDollars = (strike: number) => (Number.isInteger(strike) ? String(strike) : toCents(strike))
/** Two decimals, or three where the strike has a tenth of a cent. */
const toCents = (strike: number) => (Number.isInteger(Math.round(strike * 1000) / 10) ? strike.toFixed(2) : `${strike}`)

function usDate({ expiry }: OptionTerms, pad = '0'): string {
  const [year, month, day] = expiry.split('-').map(Number)
  return `${String(month).padStart(pad === '' ? 1 : 2, '0')}/${String(day).padStart(pad === '' ? 1 : 2, '0')}/${year}`
}

function readCompact(text: string): string | undefined {
  const match = COMPACT.exec(text)
  if (!match) return undefined
  const [, root = '', year, month, day, right = '', strike = ''] = match
  // Eight digits are thousandths of a dollar; fewer, or a decimal point, are dollars.
  const dollars = /^\d{8}$/.test(strike) ? Number(strike) / 1000 : Number(strike)
  return assemble(root, `${year}${month}${day}`, right, dollars)
}

/** Root first, then date, strike and right in any order, each exactly once. */
function readWords(text: string): string | undefined {
  const [first = '', ...words] = text.split(/[\s]+/)
  const root = first.replaceAll(/[./-]/g, '')
  if (!ROOT.test(root)) return undefined
  const rest = words.filter((word) => !FILLERS.has(word))
  const dates: string[] = []
  const strikes: number[] = []
  const rights: string[] = []
  for (let i = 0; i < rest.length; ) {
    const word = rest[i] ?? ''
    const date = readDate(rest.slice(i, i + 3))
    const right = RIGHTS.get(word)
    const strike = STRIKE.exec(word)?.[1]
    if (date) dates.push(date.yymmdd)
    else if (right) rights.push(right)
    else if (strike) strikes.push(Number(strike.replace(',', '')))
    else return undefined
    i += date?.words ?? 1
  }
  const [date, strike, right] = [dates[0], strikes[0], rights[0]]
  if (rest.length === 0 || dates.length !== 1 || strikes.length !== 1 || rights.length !== 1) return undefined
  return assemble(root, date ?? '', right ?? '', strike ?? 0)
}

interface ReadDate {
  yymmdd: string
  /** How many words it took. */
  words: number
}

function readDate([first = '', second = '', third = '']: readonly string[]): ReadDate | undefined {
  const iso = /^20(\d{2})-(\d{2})-(\d{2})$/.exec(first)
  if (iso) return { yymmdd: `${iso[1]}${iso[2]}${iso[3]}`, words: 1 }
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(?:20)?(\d{2})$/.exec(first)
  if (slashed) return { yymmdd: `${slashed[3]}${twoDigits(slashed[1])}${twoDigits(slashed[2])}`, words: 1 }
  const joined = /^(\d{1,2})([A-Z]{3})(?:20)?(\d{2})$/.exec(first)
  if (joined) return toDate(joined[3], joined[2], joined[1], 1)
  if (!/^\d{1,2},?$/.test(second)) return undefined
  const year = /^(?:'|20)(\d{2})$/.exec(third)?.[1]
  return year === undefined ? undefined : toDate(year, first, second.replace(',', ''), 3)
}

function toDate(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  words: number,
): ReadDate | undefined {
  const number = MONTHS.indexOf(month ?? '') + 1
  return number === 0 ? undefined : { yymmdd: `${year}${twoDigits(String(number))}${twoDigits(day)}`, words }
}

const twoDigits = (text: string | undefined) => (text ?? '').padStart(2, '0')

function assemble(root: string, yymmdd: string, right: string, strike: number): string | undefined {
  const thousandths = Math.round(strike * 1000)
  const isExact = Math.abs(thousandths / 1000 - strike) < 1e-9
  if (!ROOT.test(root) || !isExact || thousandths < 1 || thousandths > 99_999_999) return undefined
  const symbol = `${root}${yymmdd}${right}${String(thousandths).padStart(8, '0')}`
  // A day that its month does not have is moved to the end of the month there; here it is no date.
  return toOptionTerms(symbol)?.expiry.slice(2).replaceAll('-', '') === yymmdd ? symbol : undefined
}
