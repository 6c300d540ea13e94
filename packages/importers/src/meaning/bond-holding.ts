// Tests: ../treasury-lines.test.ts, ../kept-lines.test.ts

/** Rows that state debt: Treasuries are positions, for their terms say what they pay; the rest has no ticker. */
import { LIMITS, toBondSymbol, toBondTerms } from '@ballast/contract'
import { isProduct } from './cost-per-share.ts'
import { isNothing, type NumberCells } from './number-cells.ts'
import type { SourceReport } from './source-report.ts'
import { addOutside, type Doubt, formatAmount, type StatedHolding, toCurrency } from './stated-holding.ts'

/** A debt security: a Treasury whose terms are stated is held; of anything else the value counts in the total only. */
export function takeBond(report: SourceReport, numbers: NumberCells, stated: StatedHolding, name: string): void {
  const own = stated.symbol.trim().toUpperCase()
  const ticker = toBondTerms(own)
    ? own
    : findTreasury(`${stated.symbol} ${stated.identifier ?? ''} ${stated.description ?? ''}`.slice(0, 300))
  const quantity = numbers.valueOf(stated.quantity)
  if (ticker !== undefined && quantity !== null && quantity !== 0) {
    holdTreasury(report, numbers, stated, { ticker, quantity })
    return
  }
  const value = numbers.valueOf(stated.value)
  if (value !== null) addOutside(report, stated, value)
  const worth = value === null ? '' : ` Its value of ${formatAmount(value)} counts in the total only.`
  const note = 'is a bond or bill without a ticker: not held as a position.'
  report.say(stated.row, 'bond', `${name.slice(0, 80)} ${note}${worth}`)
}

const TREASURY_WORDS =
  /\b(?:U\.? ?S\.? ?T(?:REAS\w*|-?BILLS?|-?NOTES?|-?BONDS?)|US TREAS\w*|UNITED STATES TREAS\w*|TREASURY (?:BILL|NOTE|BOND)S?|T-(?:BILL|NOTE|BOND)S?|UST (?:BILL|NOTE|BOND))\b/i
/** The number of every bill, note and bond of the Treasury begins so. */
const TREASURY_CUSIP = /\b(?:US)?912\d{3}[0-9A-Z]{3,4}\b/
/** Names of bonds whose payments are not fixed: their price says nothing about their yield here. */
const NOT_FIXED = /\b(?:INFL\w*|TIPS?|TII|FLOAT\w*|FRN|FLTG|INDEXED)\b/i
const BILL = /\b(?:T-?)?BILLS?\d*\b|\bZERO (?:CPN|COUPON)\b|\bSTRIPS?\b/i
const COUPON = /(\d{1,2}(?:\.\d{1,6})?)(?: (\d)\/(\d{1,2}))?\s?%/
/** Without a sign of percent, the number with decimals that stands before the date. */
const BARE_COUPON = /(?<![\d.])(\d{1,2}\.\d{1,6})(?=\s+(?:DUE |MAT )?\d{1,2}[/.]\d{1,2}[/.]\d)/i
const US_DATE = /(?<!\d)(\d{1,2})[/.](\d{1,2})[/.](20\d{2}|\d{2})(?!\d)/g
const ISO_DATE = /(?<!\d)(20\d{2})-(\d{2})-(\d{2})(?!\d)/g
const NAMED_DATE = /\b(JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[A-Z]{0,6}\.? (\d{1,2}),? (20\d{2})\b/gi
const FACE = 100
const MONTHS = 'JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC'

/** The ticker of the Treasury that a line's words are about; undefined when they do not tell its coupon and maturity. */
export function findTreasury(text: string): string | undefined {
  if (!(TREASURY_CUSIP.test(text) || TREASURY_WORDS.test(text)) || NOT_FIXED.test(text)) return undefined
  const maturity = listDates(text).toSorted().at(-1)
  const coupon = COUPON.exec(text) ?? BARE_COUPON.exec(text)
  const couponPercent = coupon
    ? Number(coupon[1]) + (coupon[2] ? Number(coupon[2]) / Number(coupon[3]) : 0)
    : BILL.test(text)
      ? 0
      : undefined
  return maturity === undefined || couponPercent === undefined ? undefined : toBondSymbol({ couponPercent, maturity })
}

/** Every date of a line as ISO: beside the maturity a line may say when the debt was issued, which is earlier. */
function listDates(text: string): string[] {
  const iso = (year: string, month: number | string, day: string) =>
    `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return [
    ...[...text.matchAll(US_DATE)].map(([, month = '', day = '', year = '']) => iso(year, month, day)),
    ...[...text.matchAll(ISO_DATE)].map(([, year = '', month = '', day = '']) => iso(year, month, day)),
    ...[...text.matchAll(NAMED_DATE)].map(([, month = '', day = '', year = '']) =>
      iso(year, MONTHS.indexOf(month.toUpperCase()) / 3 + 1, day),
    ),
  ]
}

const TREASURY_WORD =
  /\b(?:u\.? ?s\.?|united states|treasur(?:y|ies)|t-?(?:bill|note|bond)s?|bills?|notes?|bonds?|zero coupon|due|maturing|matures|in|on|face|value|worth|of|par|usd)(?![\p{L}])|[():;$]|,(?!\d)/giu
const TYPED_PRICE = /(?:@|\b(?:at|price|priced at|bought at)\b) ?\$?(\d{2,3}(?:\.\d{1,6})?)(?!\d)%?/i
const TYPED_FACE = /^[\d][\d,]*(?:\.\d{1,2})?k?$/i

/**
 * A Treasury as people type it: "US Treasury note 4.25% 11/15/2034 40,000 face at 99.5". What is paid stands for what it is
 * worth until another price is stated. `undefined` unless every word of it is understood.
 */
export function readTypedTreasury(text: string): Omit<StatedHolding, 'row' | 'account'> | undefined {
  const [first = '', ...others] = text.split(' ')
  const own = toBondTerms(first.toUpperCase()) && first.toUpperCase()
  const ticker = own ?? findTreasury(text)
  if (ticker === undefined) return undefined
  const words = own
    ? others.join(' ')
    : [US_DATE, ISO_DATE, NAMED_DATE].reduce((rest, date) => rest.replaceAll(date, ' '), text)
  const withoutCoupon = words.replace(COUPON, ' ')
  const price = TYPED_PRICE.exec(withoutCoupon)?.[1]
  const rest = withoutCoupon.replace(TYPED_PRICE, ' ').replace(TREASURY_WORD, ' ').trim()
  if (!TYPED_FACE.test(rest)) return undefined
  const number = Number(rest.replace(/[,k]/gi, '')) * (/k$/i.test(rest) ? 1000 : 1)
  if (!own && number < FACE) return undefined
  const quantity = String(own ? number : number / FACE)
  return { symbol: ticker, quantity, ...(price !== undefined && { price, avgCost: price }) }
}

function holdTreasury(
  report: SourceReport,
  numbers: NumberCells,
  stated: StatedHolding,
  { ticker, quantity }: { ticker: string; quantity: number },
): void {
  const doubts: Doubt[] = [...(stated.doubts ?? [])]
  const value = numbers.valueOf(stated.value)
  const pieces = countPieces(quantity, numbers, stated, toBondTerms(stated.symbol.trim().toUpperCase()) !== undefined)
  if (pieces === undefined) {
    const reason = `${formatAmount(quantity)} is read as dollars of face value; price and value do not confirm it.`
    doubts.push({ field: 'shares', reason })
  }
  const shares = pieces ?? quantity / 100
  const price = numbers.valueOf(stated.price) ?? (value === null ? null : toDecimals(value / shares))
  report.say(stated.row, 'bond', `Held as ${ticker}: $100 of face value is one unit, price and cost are per $100.`)
  report.hold([stated.row], {
    ticker,
    name: isNothing(stated.description ?? '')
      ? null
      : (stated.description ?? '').replace(/\s+/g, ' ').trim().slice(0, 120),
    kind: 'bond',
    shares: String(toDecimals(shares)),
    avgCost: toCost(numbers, stated, shares),
    currency: toCurrency(stated),
    account: stated.account,
    statedPrice: price === null || !(price > 0) ? null : price,
    statedValue: value,
    doubts,
  })
}

/**
 * Face value ÷ 100. Our own ticker stands beside pieces of $100. Of the others most state dollars of face value, some count bonds of $1,000 or pieces of $100: the value
 * tells.
 */
function countPieces(
  quantity: number,
  numbers: NumberCells,
  stated: StatedHolding,
  isOwn: boolean,
): number | undefined {
  const price = numbers.textOf(stated.price)
  const value = numbers.textOf(stated.value)
  const readings = isOwn ? [quantity] : [quantity / 100, quantity * 10, quantity]
  if (price === null || value === null) return readings[0]
  return readings.find((pieces) => isProduct(price, String(pieces), value))
}

/** Cost of $100: by the total where that is stated; brokers state the cost of one either per $100 or per dollar. */
function toCost(numbers: NumberCells, stated: StatedHolding, shares: number): string | null {
  const [paid, value, gain] = [stated.costTotal, stated.value, stated.gain].map((cell) => numbers.valueOf(cell))
  const each = numbers.valueOf(stated.avgCost)
  const fromGain = value == null || gain == null || each !== null ? null : value - gain
  const total = paid ?? fromGain
  const cost = total !== null ? total / shares : each !== null && each < 3 ? each * 100 : each
  return cost === null || !(cost >= 0) || cost > LIMITS.avgCost ? null : String(toDecimals(cost))
}

const toDecimals = (number: number) => Number(number.toFixed(8))
