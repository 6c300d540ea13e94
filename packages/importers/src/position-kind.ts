// Tests: own/import-fixtures.test.ts, own/own-csv.test.ts

import {
  BASE_CURRENCY,
  CASH_SECTOR,
  CASH_TICKER,
  isOptionSymbol,
  OPTION_MULTIPLIER,
  type PositionKind,
  toBondTerms,
} from '@ballast/contract'

/** Position as a person or a file states it, before Ballast decides what kind it is. */
export interface StatedPosition {
  /** Canonical ticker. */
  ticker: string
  kind?: PositionKind | undefined
  avgCost: string | null
  currency?: string | undefined
  sector: string | null
}

export interface ClassifiedPosition {
  ticker: string
  kind: PositionKind
  avgCost: string | null
  currency: string
  multiplier: number
  sector: string | null
}

export interface KindFault {
  field: 'ticker' | 'avgCost' | 'kind'
  why: string
  expected: string
}

const CURRENCY_CODE = /^[A-Z]{3}$/
/** Codes taken for cash without being told so, none of them a well-known ticker; any three letters are with `kind` cash. */
const COMMON_CURRENCIES = new Set(['USD', 'EUR', 'GBP', 'CHF', 'JPY', 'CAD', 'AUD'])

/**
 * Decides whether a position is a security, an option, a bond or cash.
 *
 * An OCC-21 symbol is an option, a Treasury's ticker (`T4.125-20341115`) is a bond. Cash is what is stated to be cash, and else the ticker `CASH` or a common currency
 * code that comes without a cost (or at 1) and with no sector but `Cash`: with a cost or a sector, `CASH` and `USD` are
 * the securities that bear these tickers. Cash costs 1 in its own currency and lies under `CASH`, or under its
 * currency's code when that is not the base currency.
 *
 * @returns the position with everything that follows from its kind, or which statement contradicts another
 */
export function classifyPosition(stated: StatedPosition): ClassifiedPosition | KindFault {
  if (isOptionSymbol(stated.ticker)) return toOption(stated)
  if (stated.kind === 'option') {
    return {
      field: 'ticker',
      why: 'is not an option symbol, though the kind says option',
      expected: 'Write the option as an OCC symbol such as AAPL261218C00250000.',
    }
  }
  if (toBondTerms(stated.ticker)) return toBond(stated)
  if (stated.kind === 'bond') {
    return {
      field: 'ticker',
      why: 'is not the ticker of a Treasury, though the kind says bond',
      expected: 'Write coupon and maturity as T4.125-20341115, or T0-20270318 for a bill.',
    }
  }
  if (stated.kind === 'cash' || (stated.kind === undefined && looksLikeCash(stated))) return toCash(stated)
  return toPosition(stated, 'security', 1)
}

/**
 * True for what {@link classifyPosition} would pass on unchanged as a security: all but a few rows of a long file, which
 * are spared two objects each.
 */
export function isPlainSecurity(ticker: string, avgCost: string | null): boolean {
  return avgCost !== null && avgCost !== '1' && !isOptionSymbol(ticker) && !isLikeBond(ticker)
}

/** Cheap to ask of every row: a Treasury's ticker is the only one with digits behind a dash and a T before. */
const isLikeBond = (ticker: string) => ticker.length > 10 && toBondTerms(ticker) !== undefined

/** True for the answer of {@link classifyPosition} that says what is wrong. */
export function isKindFault(result: ClassifiedPosition | KindFault): result is KindFault {
  return 'why' in result
}

function toPosition(stated: StatedPosition, kind: PositionKind, multiplier: number): ClassifiedPosition {
  const { ticker, avgCost, currency, sector } = stated
  return { ticker, kind, avgCost, currency: currency ?? BASE_CURRENCY, multiplier, sector }
}

function toOption(stated: StatedPosition): ClassifiedPosition | KindFault {
  if (stated.kind !== undefined && stated.kind !== 'option') {
    return {
      field: 'kind',
      why: `cannot be ${stated.kind}, because ${stated.ticker} is an option symbol`,
      expected: 'Write option, or leave the kind blank.',
    }
  }
  return toPosition(stated, 'option', OPTION_MULTIPLIER)
}

function toBond(stated: StatedPosition): ClassifiedPosition | KindFault {
  if (stated.kind !== undefined && stated.kind !== 'bond') {
    return {
      field: 'kind',
      why: `cannot be ${stated.kind}, because ${stated.ticker} is the ticker of a Treasury`,
      expected: 'Write bond, or leave the kind blank.',
    }
  }
  return toPosition(stated, 'bond', 1)
}

function looksLikeCash({ ticker, avgCost, sector }: StatedPosition): boolean {
  return (
    (avgCost === null || avgCost === '1') &&
    (ticker === CASH_TICKER || COMMON_CURRENCIES.has(ticker)) &&
    (sector === null || sector.toLowerCase() === CASH_SECTOR.toLowerCase())
  )
}

function toCash({ ticker, avgCost, currency }: StatedPosition): ClassifiedPosition | KindFault {
  if (ticker !== CASH_TICKER && !CURRENCY_CODE.test(ticker)) {
    return {
      field: 'ticker',
      why: 'is not a currency, though the kind says cash',
      expected: 'Write CASH or a currency code such as EUR.',
    }
  }
  if (avgCost !== null && avgCost !== '1') {
    return { field: 'avgCost', why: 'is not the cost of cash', expected: 'Write 1, or leave it blank.' }
  }
  const held = ticker === CASH_TICKER ? (currency ?? BASE_CURRENCY) : ticker
  return {
    ticker: held === BASE_CURRENCY ? CASH_TICKER : held,
    kind: 'cash',
    avgCost: '1',
    currency: held,
    multiplier: 1,
    sector: CASH_SECTOR,
  }
}
