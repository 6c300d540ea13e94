import { addMonths, toCivilDate } from './civil-day.ts'
import { inputErrors, requireFinite } from './errors.ts'

/** A bill, note or bond of the US Treasury; days are day numbers, see `parseIsoDate`. */
export interface TreasuryTerms {
  /** Percent of face value a year, paid in halves every six months back from maturity; 0 for a bill. */
  couponPercent: number
  maturity: number
  /** The day from which the payments are counted: that of the price. */
  settlement: number
}

/** Value of a Treasury at a yield, and its answer to yields; prices per 100 of face value. */
export interface TreasuryMeasures {
  /** As it is quoted, without the coupon that has accrued since the last payment. */
  cleanPrice: number
  accruedInterest: number
  /** Mean time to the payments in years, each weighted by its present value. */
  macaulayDuration: number
  /** −P′ ÷ P of the price with accrued interest: percent lost for a rise of yields by 1 point, to first order. */
  modifiedDuration: number
  /** P″ ÷ P, in years²: the second-order term, ½ × convexity × (change of yield)². */
  convexity: number
}

interface Payment {
  /** Half-years from settlement. */
  periods: number
  amount: number
}

const FACE = 100
/** A bill is quoted by days of a year of 365. */
const DAYS_PER_PERIOD = 365 / 2
/** 100 years of coupons: none of the Treasury's runs longer than 30. */
const MOST_PAYMENTS = 200

/**
 * Price, duration and convexity at a yield, by the Treasury's own convention: yields compound twice a year, a fraction of
 * a coupon's period counts by its days (actual/actual), and with one payment left interest is simple.
 *
 *     P = Σ amountᵢ · (1 + y/2)^(−periodsᵢ)          one payment, within a period: amount ÷ (1 + periods · y/2)
 *
 * Source: 31 CFR Part 356, Appendix B; F. Fabozzi, *Bond Markets, Analysis, and Strategies*, chapter 4.
 *
 * @param yieldPercent bond-equivalent, percent a year; may be negative, above −200
 * @throws QuantInputError when a figure is not finite, the coupon is negative, or maturity is not after settlement
 */
export function measureTreasury(terms: TreasuryTerms, yieldPercent: number): TreasuryMeasures {
  requireFinite('yieldPercent', yieldPercent)
  if (!(yieldPercent > -200)) throw inputErrors.badNumber('yieldPercent', null, yieldPercent, 'more than -200')
  const { payments, accruedInterest } = listPayments(terms)
  const y = yieldPercent / 100
  const isSimple = payments.length === 1 && (payments[0]?.periods ?? 0) <= 1
  let price = 0
  let weighted = 0
  let slope = 0
  let curve = 0
  for (const { periods, amount } of payments) {
    const half = periods / 2
    const base = isSimple ? 1 + half * y : 1 + y / 2
    const present = amount * (isSimple ? 1 / base : base ** -periods)
    price += present
    weighted += half * present
    slope += (half / base) * present
    curve += ((isSimple ? 2 * half * half : (periods * (periods + 1)) / 4) / base ** 2) * present
  }
  return {
    cleanPrice: price - accruedInterest,
    accruedInterest,
    macaulayDuration: weighted / price,
    modifiedDuration: slope / price,
    convexity: curve / price,
  }
}

const LOWEST_YIELD = -100
const HIGHEST_YIELD = 1000
const HALVINGS = 200

/**
 * The yield at which a Treasury has its quoted price, by halving an interval: the price falls as the yield rises.
 *
 * @param cleanPrice per 100 of face value, without accrued interest
 * @returns percent a year, bond-equivalent; null when no yield between −100 % and 1,000 % gives that price
 * @throws QuantInputError as {@link measureTreasury}, and for a price that is not above 0
 */
export function findTreasuryYield(terms: TreasuryTerms, cleanPrice: number): number | null {
  if (!(cleanPrice > 0) || cleanPrice === Number.POSITIVE_INFINITY) {
    throw inputErrors.badNumber('cleanPrice', null, cleanPrice, 'a number above 0')
  }
  const priceAt = (yieldPercent: number) => measureTreasury(terms, yieldPercent).cleanPrice
  let low = LOWEST_YIELD
  let high = HIGHEST_YIELD
  if (!(priceAt(low) >= cleanPrice && priceAt(high) <= cleanPrice)) return null
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2
    if (middle === low || middle === high) break
    if (priceAt(middle) > cleanPrice) low = middle
    else high = middle
  }
  return (low + high) / 2
}

function listPayments({ couponPercent, maturity, settlement }: TreasuryTerms): {
  payments: Payment[]
  accruedInterest: number
} {
  requireFinite('couponPercent', couponPercent)
  if (couponPercent < 0) throw inputErrors.badNumber('couponPercent', null, couponPercent, 'a number of at least 0')
  if (!(maturity > settlement)) {
    throw inputErrors.badNumber('maturity', null, maturity, 'a day after settlement')
  }
  if (couponPercent === 0) {
    return { payments: [{ periods: (maturity - settlement) / DAYS_PER_PERIOD, amount: FACE }], accruedInterest: 0 }
  }
  const dates = [maturity]
  while ((dates.at(-1) ?? settlement) > settlement) {
    if (dates.length > MOST_PAYMENTS) {
      throw inputErrors.badNumber('maturity', null, maturity, 'a day at most 100 years after settlement')
    }
    dates.push(toCouponDay(maturity, -6 * dates.length))
  }
  const last = dates.pop() ?? settlement
  const ascending = dates.reverse()
  const next = ascending[0] ?? maturity
  const left = (next - settlement) / (next - last)
  const coupon = couponPercent / 2
  return {
    payments: ascending.map((day, index) => ({
      periods: left + index,
      amount: day === maturity ? FACE + coupon : coupon,
    })),
    accruedInterest: coupon * (1 - left),
  }
}

/** Months before maturity; what matures on the last day of a month pays on last days. */
function toCouponDay(maturity: number, months: number): number {
  const isMonthEnd = toCivilDate(maturity + 1).day === 1
  return isMonthEnd ? addMonths(maturity + 1, months) - 1 : addMonths(maturity, months)
}
