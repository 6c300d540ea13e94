import { type DecimalMark, type DecimalReading, readDecimal } from '../../decimal-text.ts'
import { toRounding } from '../../meaning/cost-per-share.ts'

/** A number as it stands in an image. */
export interface Figure {
  /** Exact decimal text of what is written; of 1.2K, of 1200. */
  text: string
  value: number
  /** Half of its last digit: what is meant may be so much more or less. */
  rounding: number
  isPercent: boolean
  /** A sign or a code of money stands beside it. */
  isMoney: boolean
  /** Abbreviated with K, M or B. */
  isShortened: boolean
}

const MONEY =
  /US\$|C\$|A\$|HK\$|R[$S](?=\s?\d)|[$€£¥§₹]|\b(?:USD|EUR|GBP|GBX|CHF|CAD|AUD|JPY|HKD|SEK|NOK|DKK|INR)\b|(?<=\d ?)\b(?:us[dpob]|[su]d)$/gi
const SHORTENED: Readonly<Record<string, number>> = { K: 3, M: 6, B: 9 }
const SHAPE = /^[-+−–]?\s?\(?[-+−–]?\s?\d[\d.,'’ \u00a0]*\)?$|^[-+−–]?\(?[.,]\d+\)?$/
const LAKHS = /^[-+−–]?\(?\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?\)?$/
const LONGEST = 40

/**
 * Reads a piece of text that is a number and nothing else: with signs of money, percent, parentheses or an abbreviation.
 *
 * @returns undefined for any other text
 */
export function readFigure(raw: string, mark: DecimalMark): Figure | undefined {
  const stripped = strip(raw)
  if (stripped === undefined) return undefined
  const { body, power, isPercent, isMoney } = stripped
  const reading = readMended(body, mark)
  if (reading === undefined) return undefined
  const written = new RegExp(`\\${mark === 'point' ? '.' : ','}(\\d+)\\)?$`).exec(body)?.[1]?.length
  // A comma is now and then read as a point, and the figure understood all the same.
  const places = written ?? reading.split('.')[1]?.length ?? 0
  const text = power === 0 ? reading : shift(reading, power)
  return {
    text,
    value: Number(text),
    rounding: toRounding(places === 0 ? '0' : `0.${'0'.repeat(places)}`) * 10 ** power,
    isPercent,
    isMoney,
    isShortened: power > 0,
  }
}

/** Which decimal mark the numbers of an image have, by vote of those that can be read only one way. */
export function findDecimalMark(texts: readonly string[]): DecimalMark {
  let points = 0
  let commas = 0
  for (const text of texts) {
    const body = strip(text)?.body
    const reading = body === undefined ? undefined : readDecimal(body, 'either')
    if (reading?.is !== 'number') continue
    if (reading.mark === 'point') points++
    if (reading.mark === 'comma') commas++
  }
  return commas > points ? 'comma' : 'point'
}

function strip(raw: string) {
  if (raw.length > LONGEST) return undefined
  const isMoney = raw.search(MONEY) !== -1
  let body = raw.replace(MONEY, '').trim()
  const isPercent = body.endsWith('%') || body.endsWith('%)')
  body = body.replace('%', '').trim()
  const suffix = /\d\s?([KMB])$/.exec(body)?.[1]
  if (suffix) body = body.slice(0, -1).trim()
  body = body.replace(/^[−–]/, '-').replace(/([.,]) (?=\d)/g, '$1')
  // In India thousands are parted at three digits, and what is beyond at two.
  if (LAKHS.test(body)) body = body.replaceAll(',', '')
  if (!SHAPE.test(body)) return undefined
  return { body: body.replace(/^([-+]) /, '$1'), power: suffix ? (SHORTENED[suffix] ?? 0) : 0, isPercent, isMoney }
}

/** Decimal text; when point and comma were mistaken for one another, the only way in which the groups make sense. */
function readMended(body: string, mark: DecimalMark): string | undefined {
  const text = toText(readDecimal(body, 'either'), mark)
  if (text !== undefined) return text
  const groups = /^([-+]?\(?\d{1,3}(?:[.,]\d{3})+)[.,](\d{1,2})(\)?)$/.exec(body)
  if (!groups) return undefined
  const [, whole = '', decimals, end] = groups
  return toText(readDecimal(`${whole.replace(/[.,]/g, '')}.${decimals}${end}`, 'either'), 'point')
}

function toText(reading: DecimalReading, mark: DecimalMark): string | undefined {
  if (reading.is === 'number') return reading.text
  if (reading.is === 'ambiguous') return mark === 'point' ? reading.asPoint : reading.asComma
  return undefined
}

function shift(text: string, power: number): string {
  const [whole = '', decimals = ''] = text.split('.')
  const digits = `${whole}${decimals.padEnd(power, '0')}`
  const end = whole.length + power
  const fraction = digits.slice(end)
  return readDecimalText(fraction === '' ? digits : `${digits.slice(0, end)}.${fraction}`)
}

function readDecimalText(text: string): string {
  const reading = readDecimal(text, 'point')
  return reading.is === 'number' ? reading.text : text
}
