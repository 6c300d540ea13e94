// Tests: ../file-fixtures.test.ts, ../samples.test.ts

import { BASE_CURRENCY, LIMITS, OPTION_MULTIPLIER, toBondTerms, toTicker } from '@ballast/contract'
import { findDecimalFault } from '../decimal-text.ts'
import { EXCHANGE_OF_HUNDREDTHS, OF_HUNDREDTHS } from '../hundredths.ts'
import { toOptionSymbol } from '../option-symbol.ts'
import words from '../words.json' with { type: 'json' }
import { takeBond } from './bond-holding.ts'
import { isNear } from './contradictions.ts'
import { checkCost, isProduct } from './cost-per-share.ts'
import { isNothing, type NumberCells } from './number-cells.ts'
import {
  findTickerIn,
  isBond,
  isCash,
  isCusip,
  isIsin,
  isMoneyFund,
  isPending,
  toBareSymbol,
  toMarkedClass,
} from './security-kinds.ts'
import type { SourceReport } from './source-report.ts'
import {
  isCurrencyHeld,
  isFuture,
  isNearOne,
  isPricedCompany,
  isQuotedPerHundred,
  isUnreadableOption,
  refuseFuture,
  refuseOption,
  takeCash,
  takeMoneyFund,
  takePending,
} from './special-holdings.ts'
import { type Doubt, findStatedCurrency, namesCurrency, type StatedHolding, toCurrency } from './stated-holding.ts'

/**
 * Takes a row that stands below a header: a holding, cash, a fund that is cash, a bond, pending activity, or something
 * that cannot be understood. It gets its verdict, and where it is a position, that position.
 */
export function takeHolding(report: SourceReport, numbers: NumberCells, stated: StatedHolding): void {
  const symbol = toBareSymbol(stated.symbol)
  const description = stated.description?.trim() ?? ''
  const name = isNothing(symbol) ? description : symbol
  const option = stated.option ?? toOptionSymbol(symbol) ?? toOptionSymbol(description)
  if (isPending(name)) takePending(report, numbers, stated)
  else if (option !== undefined) takePosition(report, numbers, stated, { ticker: option, isOption: true })
  else if (isUnreadableOption(symbol, stated.assetType)) refuseOption(report, stated, name)
  else if (isFuture(symbol)) refuseFuture(report, stated, name)
  else if (isCurrencyHeld(symbol, numbers, stated)) {
    takeCash(report, numbers, { ...stated, currency: symbol.toUpperCase() }, 'Cash')
  } else if (isCash(symbol, description, stated.assetType) && !isPricedCompany(symbol, numbers, stated))
    takeCash(report, numbers, stated, name)
  else if (isMoneyFund(symbol, description) && isNearOne(numbers, stated))
    takeMoneyFund(report, numbers, stated, symbol, description)
  else if (
    toBondTerms(symbol.toUpperCase()) ||
    isBond(symbol, description, stated.assetType) ||
    isQuotedPerHundred(symbol, numbers, stated)
  ) {
    takeBond(report, numbers, stated, name)
  } else takeSecurity(report, numbers, stated, symbol, description)
}

function takeSecurity(
  report: SourceReport,
  numbers: NumberCells,
  stated: StatedHolding,
  symbol: string,
  description: string,
): void {
  const identifier = [stated.identifier?.trim() ?? '', symbol].find((text) => isIsin(text) || isCusip(text))
  const written = isNothing(symbol) ? (identifier ?? '') : symbol
  if (written === '' && isNothing(description)) {
    report.refuse(stated.row, { why: 'names no share or fund', expected: 'Add the ticker, or remove the line.' })
    return
  }
  const figures = [stated.quantity, stated.price, stated.value, stated.avgCost, stated.costTotal]
  if (figures.every((cell) => cell === undefined || isNothing(cell))) {
    report.refuse(stated.row, {
      found: written || description,
      why: 'comes without any figure',
      expected: 'Add the number of shares, or remove the line.',
    })
    return
  }
  const worth = [stated.price, stated.value, stated.avgCost, stated.costTotal].filter((cell) => cell !== undefined)
  // Where a layout has no place for a price, its absence says nothing: a list of ISINs and shares is one of holdings.
  const isWorthless = worth.length > 0 && worth.every((cell) => numbers.textOf(cell) === null)
  if (isWorthless && written.length >= 8 && /^[A-Z0-9]+$/.test(written) && /\d/.test(written)) {
    const note = 'has no ticker, price or cost. It may be in escrow or not listed, so it is not a position.'
    report.say(stated.row, 'bond', `${written} ${note}`)
    return
  }
  const ticker = toTicker(toMarkedClass(written)) ?? findTickerIn(written === '' ? description : written)
  takePosition(report, numbers, stated, {
    ticker: ticker ?? (written === '' ? description : written).toUpperCase().slice(0, 40),
    isOption: false,
    identifier: identifier ?? null,
    tickerDoubt: findTickerDoubt(ticker, written, identifier),
  })
}

function findTickerDoubt(ticker: string | undefined, written: string, identifier: string | undefined): string | null {
  if (ticker === undefined && written === '') return 'The line names no ticker, only what it is called.'
  if (ticker === undefined) return `"${written.slice(0, 40)}" is not a ticker.`
  if (identifier !== undefined && written === identifier) {
    return `${identifier} is ${isIsin(identifier) ? 'an ISIN' : 'a CUSIP'}, not a ticker.`
  }
  return null
}

function takePosition(
  report: SourceReport,
  numbers: NumberCells,
  stated: StatedHolding,
  what: { ticker: string; isOption: boolean; identifier?: string | null; tickerDoubt?: string | null },
): void {
  const doubts: Doubt[] = [...(stated.doubts ?? [])]
  if (what.tickerDoubt) doubts.push({ field: 'ticker', reason: what.tickerDoubt })
  const multiplier = what.isOption ? toMultiplier(numbers, stated.multiplier) : 1
  const price = numbers.textOf(stated.price)
  const value = numbers.textOf(stated.value)
  const shares = readShares(report, numbers, stated, multiplier, doubts)
  if (shares === '0') {
    if (value === null) {
      const expected = 'Write how many shares are held, or remove the row.'
      report.flag(stated.row, { found: what.ticker, why: 'is held with 0 shares', expected })
    }
    report.say(stated.row, what.isOption ? 'option' : 'position', 'Nothing is held: 0 shares. Left out.')
    return
  }
  const { currency, divisor } = toQuotedCurrency(stated)
  const perShare = readCostPerShare(report, numbers, stated, doubts)
  const [total, gain] = [numbers.textOf(stated.costTotal), numbers.textOf(stated.gain)]
  const cost =
    shares === null
      ? { perShare, doubt: null }
      : checkCost({ perShare, total, quantity: shares, multiplier, value, gain })
  if (cost.doubt !== null) doubts.push({ field: 'avgCost', reason: cost.doubt })
  addBadNumberDoubts(numbers, stated, doubts)
  if (shares !== null) {
    checkFigures(report, stated, currency, { units: Number(shares) * multiplier, perShare, total, price, value, gain })
  }
  const abroad = what.tickerDoubt ? undefined : findListingAbroad(stated, what.ticker, currency, divisor)
  doubts.push(...findListingDoubts(stated, what.ticker, currency, abroad?.reason))
  report.say(stated.row, what.isOption ? 'option' : 'position')
  report.hold([stated.row], {
    ticker: what.ticker,
    name: toName(stated),
    identifier: what.identifier ?? toText(stated.identifier, 20),
    kind: what.isOption ? 'option' : 'security',
    shares,
    avgCost: toStorableCost(cost.perShare, divisor, doubts),
    currency,
    multiplier,
    sector: toText(stated.sector, LIMITS.sectorCharacters),
    account: stated.account,
    statedPrice: price === null ? null : Number(price) / divisor,
    statedValue: value === null ? null : Number(value),
    doubts,
    ...(abroad && { suggestions: abroad.suggestions }),
  })
}

interface Figures {
  units: number
  /** Decimal texts, as the line states them. */
  perShare: string | null
  total: string | null
  price: string | null
  value: string | null
  gain: string | null
}

/** The sums that the figures of a line should give: what all shares are worth, and what was gained on their cost. */
function checkFigures(
  report: SourceReport,
  { row: { line } }: StatedHolding,
  currency: string,
  figures: Figures,
): void {
  const { units, perShare, total, price } = figures
  const [value, gain] = [Number(figures.value), Number(figures.gain)]
  if (value === 0) return
  if (price !== null && price !== '0') {
    const holds = isNear(Math.abs(units * Number(price)), Math.abs(value))
    const reason = holds ? '' : `${units} × ${price} is not the stated value of ${value}, as it is in other lines.`
    report.checks.push({ line, kind: `value in ${currency}`, field: 'shares', reason, holds })
  }
  if (figures.gain !== null && perShare !== null && total === null) {
    const cost = Number(perShare) * units
    const holds = isNear(value - cost, gain) || isNear(value - gain, cost)
    const why = `The stated value less ${perShare} a share is not the stated gain of ${gain}, as it is in other lines.`
    report.checks.push({ line, kind: `gain in ${currency}`, field: 'avgCost', reason: holds ? '' : why, holds })
  }
}

/**
 * Tickers that say where they are listed: "VOD.L", "SHOP.TO", or a number, as in Tokyo and Hong Kong. One letter more often is the class
 * of a share.
 */
const ABROAD = /^[A-Z0-9]+(?:[.-][A-Z])?\.(?:L|[A-Z]{2})$|^\d{4,6}$/

/** Text of a cell, cut to so many characters; null where it says nothing. */
const toText = (cell = '', longest: number) => (isNothing(cell) ? null : cell.trim().slice(0, longest))

/** Doubts of a position that is listed in another country, or may be: which listing it is, and in what money its figures are. */
function findListingDoubts(
  stated: StatedHolding,
  ticker: string,
  currency: string,
  reason: string | undefined,
): Doubt[] {
  const ofListing: Doubt[] = reason === undefined ? [] : [{ field: 'ticker', reason }]
  const isAbroad = ABROAD.test(ticker)
  // A dollar sign beside such a ticker may be that of the exchange's own dollar.
  const isNamed = isAbroad ? findStatedCurrency(stated) !== undefined : namesCurrency(stated)
  if ((reason === undefined && !isAbroad) || isNamed) return ofListing
  const says = namesCurrency(stated) ? '"$" may be another dollar' : 'the line names no currency'
  const why = `${ticker} is not listed in the United States, and ${says}. It is taken for ${currency}.`
  return [...ofListing, { field: 'currency', reason: why }]
}

/** Sign in a line that another listing is meant than the one of the bare ticker, which is in the United States. */
function findListingAbroad(stated: StatedHolding, ticker: string, currency: string, divisor: number) {
  if (ticker.includes('.') || toTicker(ticker) === undefined) return undefined
  const isInHundredths = divisor !== 1 || stated.isInPence === true
  const quoted = isInHundredths ? EXCHANGE_OF_HUNDREDTHS.get(currency) : undefined
  if (quoted !== undefined) {
    const value = `${ticker}${quoted.suffix}`
    const why = `Its price is in hundredths of ${currency}, as in ${quoted.place}`
    const reason = `${why}; ${ticker} alone is a listing in the United States. Did you mean ${value}?`
    return { reason, suggestions: [{ field: 'ticker' as const, value, reason }] }
  }
  // "ASML:xams", "LSE:DGE"
  const [, before, behind] = STATED_EXCHANGE.exec(stated.symbol.trim().slice(0, 40)) ?? []
  const inColumn = currency === BASE_CURRENCY ? EXCHANGE_CODE.exec(stated.exchange ?? '')?.[0] : undefined
  const exchange = before ?? behind ?? inColumn
  if (exchange === undefined || US_EXCHANGES.has(exchange.toUpperCase())) return undefined
  const reason = `It is listed at ${exchange}; ${ticker} alone is a listing in the United States.`
  return { reason, suggestions: [] }
}

const STATED_EXCHANGE = /^([A-Z]{2,12})\s?:\s?[A-Z]|^[A-Z]{1,5}:(x[a-z]{3})$/
/** "ASX" in a column of exchanges. */
const EXCHANGE_CODE = /^[A-Z]{3,6}$/
const US_EXCHANGES = new Set(words.usExchanges)

/** Name of the security in the line; a ticker in small letters may be its name. */
function toName({ description = '', symbol }: StatedHolding): string | null {
  const written =
    isNothing(description) && /^\p{L}+$/u.test(symbol.trim()) && /\p{Ll}/u.test(symbol) ? symbol : description
  return isNothing(written) ? null : written.replace(/\s+/g, ' ').trim().slice(0, 120)
}

/** The number of shares; where it can be read two ways, the one that price and value confirm. */
function readShares(
  report: SourceReport,
  numbers: NumberCells,
  stated: StatedHolding,
  multiplier: number,
  doubts: Doubt[],
): string | null {
  const reading = numbers.read(stated.quantity)
  if (reading.is !== 'number') {
    const found = stated.quantity?.trim() ?? ''
    const reason =
      reading.is === 'bad' ? `"${found.slice(0, 40)}" is not a number.` : 'The number of shares is missing.'
    doubts.push({ field: 'shares', reason })
    report.flag(stated.row, {
      ...(reading.is === 'bad' ? { found } : {}),
      why: reading.is === 'bad' ? 'is not a number of shares' : 'the number of shares is missing',
      expected: 'Write it like 10 or 1,250.5.',
    })
    return null
  }
  const fault = findDecimalFault(reading.text, LIMITS.shares)
  if (fault) {
    doubts.push({ field: 'shares', reason: `${reading.text.slice(0, 40)} ${fault.why}.` })
    return null
  }
  if (reading.other === undefined) return reading.text
  const price = numbers.textOf(stated.price)
  const value = numbers.textOf(stated.value)
  if (price !== null && value !== null) {
    const confirmed = [reading.text, reading.other].find((shares) =>
      isProduct(price, String(Number(shares) * multiplier), value),
    )
    if (confirmed !== undefined) return confirmed
  }
  doubts.push({ field: 'shares', reason: `It can mean ${reading.text} or ${reading.other}.` })
  return reading.text
}

function addBadNumberDoubts(numbers: NumberCells, stated: StatedHolding, doubts: Doubt[]): void {
  for (const cell of [stated.avgCost, stated.costTotal]) {
    if (numbers.read(cell).is === 'bad') {
      doubts.push({ field: 'avgCost', reason: `The cost "${(cell ?? '').trim().slice(0, 40)}" is not a number.` })
    }
  }
}

function toStorableCost(perShare: string | null, divisor: number, doubts: Doubt[]): string | null {
  if (perShare === null) return null
  const cost = divisor === 1 ? perShare : String(Number((Number(perShare) / divisor).toFixed(LIMITS.decimals)))
  const rounded = roundToDecimals(cost)
  const fault = findDecimalFault(rounded, LIMITS.avgCost)
  if (!fault) return rounded
  doubts.push({ field: 'avgCost', reason: `${rounded.slice(0, 40)} ${fault.why}.` })
  return null
}

/** A long tail of decimals, as databases write them, cut to those that are stored. */
function roundToDecimals(text: string): string {
  const point = text.indexOf('.')
  if (point === -1 || text.length - point - 1 <= LIMITS.decimals) return text
  return text.slice(0, point + 1 + LIMITS.decimals).replace(/(?<![.0])\.?0+$/, '')
}

function toMultiplier(numbers: NumberCells, cell: string | undefined): number {
  const stated = numbers.valueOf(cell)
  return stated !== null && Number.isInteger(stated) && stated > 0 && stated <= 10_000 ? stated : OPTION_MULTIPLIER
}

/** The stated cost per share; of a long position it cannot be below zero. */
function readCostPerShare(
  report: SourceReport,
  numbers: NumberCells,
  stated: StatedHolding,
  doubts: Doubt[],
): string | null {
  const text = numbers.textOf(stated.avgCost)
  if (text === null || !text.startsWith('-')) return text
  if (numbers.textOf(stated.quantity)?.startsWith('-')) return text.slice(1)
  doubts.push({ field: 'avgCost', reason: `A cost of ${text} is below zero.` })
  const expected = 'A cost is 0 or more; leave it blank when it is not known.'
  report.flag(stated.row, { found: text, why: 'is a cost below zero', expected })
  return null
}

function toQuotedCurrency(stated: StatedHolding): { currency: string; divisor: number } {
  const code = stated.currency?.trim() ?? ''
  const whole = OF_HUNDREDTHS.get(code)
  return whole === undefined ? { currency: toCurrency(stated), divisor: 1 } : { currency: whole, divisor: 100 }
}
