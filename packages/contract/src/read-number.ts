const THOUSANDS: Readonly<Record<string, string>> = { k: 'e3', thousand: 'e3', m: 'e6', million: 'e6' }
/** Signs that stand beside a number, and marks that no reader sees. */
const BESIDE = /US\$|USD|[$%٪\u061c\u200e\u200f]/gi

/**
 * Every number that a text may mean, for fields and words alike, in the spelling of any country: `15 %`, `$20k`, `1,5`,
 * `1.234,56`, `1 234,56`, `1’234.56`, `12,34,567`, `١٬٢٣٤٫٥`.
 *
 * @param isMoney whether it is an amount of dollars, which has no thousandths: then `1,500` is fifteen hundred
 * @returns nothing for what is no number; two for `1,500` and `1.500`, which one has to ask about: 1.5 and 1500
 */
export function readNumber(text: string, { isMoney = text.includes('$') } = {}): number[] {
  const plain = text
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .replace(BESIDE, '')
    .trim()
  const suffix = /(?:k|m|thousand|million)$/i.exec(plain)?.[0] ?? ''
  const written = plain.slice(0, plain.length - suffix.length).trim()
  const exponent = THOUSANDS[suffix.toLowerCase()] ?? ''
  return readPlain(written, isMoney && exponent === '').map((digits) => Number(digits + exponent))
}

/** The same without what is left to ask: NaN unless a text means one number. */
export function readOneNumber(text: string, options?: { isMoney?: boolean }): number {
  const [value, other] = readNumber(text, options)
  return value === undefined || other !== undefined ? Number.NaN : value
}

/** Reading of a field's text: a number, or NaN; where two may be meant, the question to ask. */
export interface FieldReading {
  value: number
  /** "Write 1.5 or 1500." */
  question?: string
}

/**
 * The number in a field of a form: as `readNumber`, with a sign. A point alone stands before decimals, because that is how
 * fields show numbers themselves.
 */
export function readField(text: string, options?: { isMoney?: boolean }): FieldReading {
  // Twenty thousand rows of a review are as plain as this.
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return { value: Number(text) }
  const plain = text.replace(/[€£]/g, '').trim()
  const isNegative = plain.startsWith('-') || plain.startsWith('−')
  const digits = isNegative || plain.startsWith('+') ? plain.slice(1) : plain
  const readings = digits.includes(',') ? readNumber(digits, options) : readNumber(digits).slice(0, 1)
  const [value = Number.NaN, other] = readings.map((one) => (isNegative ? -one : one))
  return other === undefined ? { value } : { value: Number.NaN, question: `Write ${value} or ${other}.` }
}

function readPlain(text: string, isMoney: boolean): string[] {
  // Blanks and apostrophes only ever part thousands.
  const isParted = /^\d{1,3}(?:[\s'’٬]\d{3})+(?!\d)/.test(text)
  const digits = isParted ? text.replace(/[\s'’٬]/g, '') : text
  if (/^\d+$/.test(digits)) return [digits]
  if (/^\d*٫\d+$/.test(digits)) return [digits.replace('٫', '.')]
  const [, whole = '', mark = '', part = ''] = /^([\d.,]*)([.,])(\d+)$/.exec(digits) ?? []
  if (mark === '') return []
  const other = mark === '.' ? ',' : '.'
  if (whole.includes(other) && whole.includes(mark)) return []
  if (whole.includes(other)) return isGrouped(whole, other) ? [`${whole.replaceAll(other, '')}.${part}`] : []
  if (whole.includes(mark)) return isGrouped(digits, mark) ? [digits.replaceAll(mark, '')] : []
  if (part.length !== 3 || isParted || !/^[1-9]\d{0,2}$/.test(whole)) return [`${whole}.${part}`]
  return isMoney ? [whole + part] : [`${whole}.${part}`, whole + part]
}

/** By thousands, or as in India: 12,34,567. */
const isGrouped = (text: string, mark: string) =>
  /^\d{1,3}(?:,\d{3})+$|^\d{1,2}(?:,\d{2})+,\d{3}$/.test(text.replaceAll(mark, ','))

/** Decimal digits of any script stand in tens, nought first. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}
