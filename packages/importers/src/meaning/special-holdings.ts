// Tests: ../kept-lines.test.ts, ../samples.test.ts

/** Rows that state something else than a security: money, what is as good as money, what is not settled, what is refused. */
import { LIMITS, toTicker } from '@ballast/contract'
import { findDecimalFault } from '../decimal-text.ts'
import { OF_HUNDREDTHS } from '../hundredths.ts'
import { isProduct } from './cost-per-share.ts'
import { isNothing, type NumberCells } from './number-cells.ts'
import { findTickerIn, isCusip, isIsin } from './security-kinds.ts'
import type { SourceReport } from './source-report.ts'
import { addOutside, type Doubt, type StatedHolding, toCurrency } from './stated-holding.ts'

const COMMON_CURRENCY = /^(?:USD|EUR|GBP|CHF|JPY|CAD|AUD)$/i

/** A currency's code where a ticker is expected: cash when that is said, or when there is neither price nor cost. */
export function isCurrencyHeld(symbol: string, numbers: NumberCells, stated: StatedHolding): boolean {
  if (/^cash$/i.test(stated.assetType?.trim() ?? '') && /^[A-Za-z]{3}$/.test(symbol)) return true
  if (!COMMON_CURRENCY.test(symbol)) return false
  const figures = [stated.price, stated.avgCost, stated.costTotal].map((cell) => numbers.textOf(cell))
  return figures.every((figure) => figure === null || figure === '1') && isNothing(stated.sector ?? '')
}

/** A share of a money fund is worth one, but for a part of a cent; without a price it is taken for that. */
export function isNearOne(numbers: NumberCells, { price }: StatedHolding): boolean {
  const stated = numbers.valueOf(price)
  return stated === null || Math.abs(stated - 1) < 0.01
}

/** CASH is a company's ticker too: money has no price, or that of 1. */
export function isPricedCompany(
  symbol: string,
  numbers: NumberCells,
  { price, quantity, assetType = '' }: StatedHolding,
): boolean {
  const stated = numbers.valueOf(price)
  return symbol === 'CASH' && stated !== null && stated !== 1 && !isNothing(quantity ?? '') && !/cash/i.test(assetType)
}

/** Merrill's own option symbols (`AAPL#A2716C250000`), and whatever a column calls an option though nothing spells it out. */
export function isUnreadableOption(symbol: string, assetType = ''): boolean {
  return /^[A-Z]{1,5}#[A-Z0-9]+$/.test(symbol) || /^(?:equity |index |stock )*options?$/i.test(assetType.trim())
}

/** `/ESZ6`, `./CLF7`: brokers mark contracts on futures so. */
const FUTURE = /^\.?\/[A-Z0-9]{2,4}[FGHJKMNQUVXZ]\d{1,2}$/

export const isFuture = (symbol: string) => FUTURE.test(symbol)

/** A contract on a future: a problem of its line, and no position. */
export function refuseFuture(report: SourceReport, stated: StatedHolding, name: string): void {
  const expected = 'Leave it out: its worth is what it has gained, which is a part of the cash.'
  report.flag(stated.row, { found: name, why: 'is a future, which is not held as a position', expected })
  report.say(stated.row, 'not-understood', `A future: not held as a position. ${expected}`)
}

/** An option whose terms nobody can tell: a problem of its line, and no position. */
export function refuseOption(report: SourceReport, stated: StatedHolding, name: string): void {
  const expected = 'Add it by hand as an OCC symbol such as AAPL261218C00250000.'
  report.flag(stated.row, { found: name, why: 'is an option in a spelling that is not known', expected })
  report.say(stated.row, 'option', `An option in a spelling that is not known: not held as a position. ${expected}`)
}

/** Takes money or shares that are not settled: not a position, but a part of the stated total. */
export function takePending(report: SourceReport, numbers: NumberCells, stated: StatedHolding): void {
  const value = numbers.valueOf(stated.value)
  if (value !== null) addOutside(report, stated, value)
  report.say(stated.row, 'pending', 'Not settled yet: no position, but a part of the total.')
}

/** Money, by its value or else its quantity; an amount that is not stated is noted and holds nothing. */
export function takeCash(report: SourceReport, numbers: NumberCells, stated: StatedHolding, name: string): void {
  // Some layouts state the amount as a value, others as a quantity at a price of 1.
  const amount = numbers.textOf(stated.value) ?? numbers.textOf(stated.quantity)
  if (amount === null) {
    report.say(stated.row, 'cash', 'No amount is stated.')
    return
  }
  const isDebit = amount.startsWith('-')
  report.say(stated.row, 'cash', isDebit ? 'Below zero: money owed on margin.' : null)
  if (amount === '0' || findDecimalFault(amount, LIMITS.shares)) return
  report.holdCash([stated.row], {
    amount,
    currency: toCurrency(stated),
    account: stated.account,
    name: name.length > 0 ? name.slice(0, 120) : 'Cash',
    doubts: [...(stated.doubts ?? []), ...doubtAmount(numbers, stated)],
  })
}

/** A doubt of money whose number of units at their price is not its value. */
function doubtAmount(numbers: NumberCells, stated: StatedHolding): Doubt[] {
  const [quantity, price, value] = [stated.quantity, stated.price, stated.value].map((cell) => numbers.textOf(cell))
  if (!quantity || !price || !value || isProduct(price, quantity, value)) return []
  return [{ field: 'shares', reason: `${quantity} at ${price} is not the stated value of ${value}.` }]
}

/** A fund that is as good as money: units of its currency at 1. */
export function takeMoneyFund(
  report: SourceReport,
  numbers: NumberCells,
  stated: StatedHolding,
  symbol: string,
  description: string,
): void {
  const amount = numbers.textOf(stated.value) ?? numbers.textOf(stated.quantity)
  const named = isNothing(symbol) ? description : symbol
  if (amount === null || amount === '0' || findDecimalFault(amount, LIMITS.shares)) {
    report.say(stated.row, 'money-fund', 'No amount is stated.')
    return
  }
  report.say(stated.row, 'money-fund', `Money market fund ${named.slice(0, 60)}, kept as cash at 1.00 a share.`)
  const name = description === '' || description === named ? named : `${named} ${description}`
  report.holdCash([stated.row], {
    amount,
    currency: toCurrency(stated),
    account: stated.account,
    name: name.slice(0, 120),
    doubts: [...(stated.doubts ?? []), ...doubtAmount(numbers, stated)],
  })
}

/**
 * True if a line without a ticker is quoted as debt is: a hundredth of quantity × price is its value. Prices in pence give
 * pounds in the same way.
 */
export function isQuotedPerHundred(symbol: string, numbers: NumberCells, stated: StatedHolding): boolean {
  const [quantity, price, value] = [stated.quantity, stated.price, stated.value].map((cell) => numbers.textOf(cell))
  const isNumber = isCusip(symbol) || isIsin(symbol)
  const isNamed = !isNumber && (toTicker(symbol) !== undefined || findTickerIn(symbol) !== undefined)
  if (isNamed || OF_HUNDREDTHS.has(stated.currency?.trim() ?? '') || toCurrency(stated) === 'GBP') return false
  if (!quantity || !price || !value || Number(quantity) < FEWEST_NOMINAL) return false
  return isProduct(price, String(Number(quantity) / 100), value)
}

/** Debt comes in pieces of a hundred and more. */
const FEWEST_NOMINAL = 100
