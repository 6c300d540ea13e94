/**
 * Numbers as people and programs write them, kept as decimal text: what was typed is what is stored, because nothing
 * passes through a binary float.
 */
import { LIMITS } from '@ballast/contract'
import { Big } from 'big.js'

/** Which sign a text shows to stand before its decimals. */
export type DecimalMark = 'point' | 'comma'

/**
 * - `number`: plain decimal text such as `-1234.5` (no exponent, no superfluous zeros); `mark` when the spelling could
 *   only have been written with that decimal mark.
 * - `ambiguous`: one mark and three digits, as in `1.234`, where the file's convention is not known.
 * - `bad`: not a number we accept, and why.
 */
export type DecimalReading =
  | { is: 'number'; text: string; mark?: DecimalMark }
  | { is: 'ambiguous'; asPoint: string; asComma: string }
  | { is: 'bad'; why: string }

const NOT_A_NUMBER = 'is not a number'
const EXPONENT_FORM = /^(?:\d+(?:\.\d*)?|\.\d+)e[+-]?\d{1,3}$/i
/** A space, a no-break space, a narrow no-break space or an apostrophe between groups of three digits. */
const SPACED_GROUPS = /^\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?$/
const GROUP_SPACES = /[ \u00a0\u202f'’]/g
const DIGITS_AND_MARKS = /^[\d.,]+$/
/** Groups of three digits; in India the last three and then groups of two, as in 1,23,456. */
const POINT_AFTER_GROUPS = /^(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})\.\d*$/
const COMMA_AFTER_GROUPS = /^\d{1,3}(?:\.\d{3})+,\d*$/
const COMMA_GROUPS = /^(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})$/
const POINT_GROUPS = /^\d{1,3}(?:\.\d{3})+$/

const ZERO = 48
const NINE = 57
const POINT = 46
const MINUS = 45

/**
 * Reads a number from the text of a cell.
 *
 * With `convention` `point`, decimals stand behind a point and commas group thousands. With `either`, the spelling
 * decides where it can (`12,5` and `1.234,56` have a decimal comma, `12.5` and `1,234.56` a decimal point) and a
 * number such as `1.234` is reported as ambiguous: the caller may know more from the rest of the file.
 *
 * Accepted besides: `$`, a sign, parentheses for a negative number, spaces or apostrophes between groups of three,
 * exponents such as `1e3`. Not accepted: NaN, Infinity, percent signs, other currency signs.
 */
export function readDecimal(raw: string, convention: 'point' | 'either'): DecimalReading {
  if (convention === 'point') {
    const plain = readPlainDecimal(raw)
    if (plain !== undefined) return { is: 'number', text: plain }
  }
  const reading = readAnySpelling(raw.trim())
  if (convention === 'either' || reading.is === 'bad') return reading
  if (reading.is === 'ambiguous') return { is: 'number', text: reading.asPoint }
  if (reading.mark === 'comma') {
    return { is: 'bad', why: 'is written with a decimal comma, but decimals here come after a point' }
  }
  return reading
}

/**
 * Fault that keeps a decimal text from being stored exactly, in words that follow the number and words that mend it, or
 * `undefined` when it can be.
 *
 * @param text plain decimal text as {@link readDecimal} returns it
 * @param largest largest magnitude allowed
 */
export function findDecimalFault(text: string, largest: number): { why: string; expected: string } | undefined {
  // Too short to be too long on either side of its point, as almost all are.
  if (text.length <= LIMITS.decimals) return undefined
  const point = text.indexOf('.')
  if (point !== -1 && text.length - point - 1 > LIMITS.decimals) {
    return {
      why: `has more than ${LIMITS.decimals} decimals, and it could not be stored exactly`,
      expected: `Write it with at most ${LIMITS.decimals} decimals.`,
    }
  }
  // Twelve digits are below every limit there is; only longer numbers are worth the slow comparison.
  if ((point === -1 ? text.length : point) > 12 && new Big(text).abs().gt(largest)) {
    return {
      why: 'is too large to be true',
      expected: `Write a number up to ${largest.toLocaleString('en-US')}.`,
    }
  }
  return undefined
}

/** Exact decimal text of a number that came as JSON: the shortest text that denotes it, without an exponent. */
export function toDecimalText(value: number): string {
  return new Big(String(value)).toFixed()
}

/** The common case `-?digits[.digits]`, read without an object or a copy; `undefined` for anything else. */
export function readPlainDecimal(text: string): string | undefined {
  const length = text.length
  let index = length > 0 && text.charCodeAt(0) === MINUS ? 1 : 0
  const first = text.charCodeAt(index)
  if (!(first >= ZERO && first <= NINE) || length > 40) return undefined
  if (first === ZERO && index + 1 < length && text.charCodeAt(index + 1) !== POINT) return undefined
  let point = -1
  for (; index < length; index++) {
    const code = text.charCodeAt(index)
    if (code >= ZERO && code <= NINE) continue
    if (code !== POINT || point !== -1) return undefined
    point = index
  }
  if (point === -1) return text === '-0' ? '0' : text
  let end = length
  while (text.charCodeAt(end - 1) === ZERO) end--
  if (end - 1 === point) end = point
  const trimmed = end === length ? text : text.slice(0, end)
  return trimmed === '-0' ? '0' : trimmed
}

function readAnySpelling(text: string): DecimalReading {
  let body = text.replace('−', '-')
  let negative = false
  let signed = false
  if (body.startsWith('(') && body.endsWith(')')) {
    negative = true
    signed = true
    body = body.slice(1, -1).trim()
  }
  // The sign may stand on either side of the dollar sign: -$5 and $-5 are both written by real programs.
  for (const lead of ['sign', 'dollar', 'sign'] as const) {
    if (lead === 'dollar') {
      if (body.startsWith('US$')) body = body.slice(3).trim()
      else if (body.startsWith('$')) body = body.slice(1).trim()
    } else if (!signed && (body.startsWith('-') || body.startsWith('+'))) {
      signed = true
      negative = body.startsWith('-')
      body = body.slice(1).trim()
    }
  }
  const reading = readUnsigned(body)
  if (!negative) return reading
  if (reading.is === 'number') return { ...reading, text: negate(reading.text) }
  if (reading.is === 'ambiguous') {
    return { is: 'ambiguous', asPoint: negate(reading.asPoint), asComma: negate(reading.asComma) }
  }
  return reading
}

function readUnsigned(spelling: string): DecimalReading {
  if (spelling === '') return { is: 'bad', why: NOT_A_NUMBER }
  if (EXPONENT_FORM.test(spelling)) return { is: 'number', text: new Big(spelling).toFixed() }
  const body = SPACED_GROUPS.test(spelling) ? spelling.replace(GROUP_SPACES, '') : spelling
  if (!DIGITS_AND_MARKS.test(body)) {
    if (body.endsWith('%')) return { is: 'bad', why: 'is a percentage, not a number' }
    if (/^[€£¥]|[€£¥]$/.test(body)) return { is: 'bad', why: 'bears a currency sign; name the currency in a column' }
    return { is: 'bad', why: NOT_A_NUMBER }
  }
  const points = body.split('.').length - 1
  const commas = body.split(',').length - 1
  if (points + commas === 0) return { is: 'number', text: trimZeros(body) }
  if (points > 0 && commas > 0) {
    if (POINT_AFTER_GROUPS.test(body)) return decimal(body.replaceAll(',', ''), 'point')
    if (COMMA_AFTER_GROUPS.test(body)) return decimal(body.replaceAll('.', '').replace(',', '.'), 'comma')
    return { is: 'bad', why: NOT_A_NUMBER }
  }
  return points > 0 ? readOneMark(body, '.') : readOneMark(body, ',')
}

/** A number that contains one kind of mark only, once or several times. */
function readOneMark(body: string, mark: '.' | ','): DecimalReading {
  const [head = '', tail = '', ...more] = body.split(mark)
  const asDecimal: DecimalMark = mark === '.' ? 'point' : 'comma'
  const asGroups: DecimalMark = mark === '.' ? 'comma' : 'point'
  const grouped = (mark === '.' ? POINT_GROUPS : COMMA_GROUPS).test(body) && !head.startsWith('0')
  if (more.length > 0) {
    return grouped ? decimal(body.replaceAll(mark, ''), asGroups) : { is: 'bad', why: NOT_A_NUMBER }
  }
  if (head === '' && tail === '') return { is: 'bad', why: NOT_A_NUMBER }
  if (!grouped) return decimal(`${head || '0'}.${tail || '0'}`, asDecimal)
  const whole = trimZeros(head + tail)
  const fraction = trimZeros(`${head}.${tail}`)
  return mark === '.'
    ? { is: 'ambiguous', asPoint: fraction, asComma: whole }
    : { is: 'ambiguous', asPoint: whole, asComma: fraction }
}

function decimal(text: string, mark: DecimalMark): DecimalReading {
  return { is: 'number', text: trimZeros(text), mark }
}

/** Plain unsigned digits without superfluous zeros at either end; linear whatever the text. */
function trimZeros(text: string): string {
  let start = 0
  while (start < text.length - 1 && text[start] === '0' && text[start + 1] !== '.') start++
  let end = text.length
  if (text.includes('.')) {
    while (text[end - 1] === '0') end--
    if (text[end - 1] === '.') end--
  }
  return text.slice(start, end)
}

function negate(text: string): string {
  return text === '0' ? text : `-${text}`
}
