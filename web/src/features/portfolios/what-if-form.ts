// Tests: what-if-form.test.ts

import {
  BASE_CURRENCY,
  CASH_TICKER,
  changeWhatIf,
  type Position,
  type Prices,
  readField,
  toTicker,
  type WhatIfChange,
} from '@ballast/contract'
import { formatMoney, formatNumber } from '../../lib/format.ts'

/** All lots of one thing that is held. */
export interface Holding {
  ticker: string
  isCash: boolean
  shares: number
  /** Currency of its cost. */
  currency: string
  multiplier: number
}

/** A row of the form, as text. */
export interface WhatIfRow {
  id: string
  /** Position that is held; a row that was added holds nothing, and its ticker can be typed. */
  held: Holding | null
  ticker: string
  /** How much is held afterwards. */
  shares: string
  /** Paid per share of what was added; empty for the latest price. */
  price: string
}

export type WhatIfErrors = Readonly<Record<string, { ticker?: string; shares?: string; price?: string }>>

/**
 * Lists what is held, each ticker once, in upload order, and dollars even if there are none: what is sold becomes
 * dollars.
 */
export function listHoldings(positions: readonly Position[]): Holding[] {
  const holdings = new Map<string, Holding>()
  for (const { ticker, kind, shares, currency, multiplier } of positions) {
    const isCash = kind === 'cash'
    const known = holdings.get(`${isCash} ${ticker}`)
    if (known) known.shares += shares
    else holdings.set(`${isCash} ${ticker}`, { ticker, isCash, shares, currency, multiplier })
  }
  const listed = [...holdings.values()]
  if (holdings.has(`true ${CASH_TICKER}`)) return listed
  return [...listed, { ticker: CASH_TICKER, isCash: true, shares: 0, currency: BASE_CURRENCY, multiplier: 1 }]
}

/**
 * True if the dollars of a what-if are what its sales and purchases leave, and follow them when they are changed: dollars
 * alone were typed.
 */
export const followsCash = (changes: readonly WhatIfChange[]): boolean =>
  changes.length === 0 || (changes.length > 1 && changes.some(isDollars))

/** The form for what is held, filled with the changes that are looked at already; dollars that follow start as held. */
export function toRows(holdings: readonly Holding[], changes: readonly WhatIfChange[]): WhatIfRow[] {
  const said = followsCash(changes) ? changes.filter((change) => !isDollars(change)) : changes
  const rows = holdings.map((held) => {
    const change = said.find((one) => isOf(one, held))
    return toRow(held.ticker, held, change?.shares ?? held.shares, change?.price ?? null)
  })
  const added = said.filter((change) => !holdings.some((held) => isOf(change, held)))
  return [...rows, ...added.map((change) => toRow(change.ticker, null, change.shares, change.price))]
}

const toRow = (ticker: string, held: Holding | null, shares: number, price: number | null): WhatIfRow => ({
  id: `${held?.isCash} ${ticker}`,
  held,
  ticker,
  shares: String(Number(shares.toFixed(8))),
  price: price === null ? '' : String(price),
})

const isDollars = ({ ticker, isCash }: WhatIfChange) => isCash && ticker === BASE_CURRENCY

/** True if a change is about this holding; cash in dollars has two names. */
export const isOf = (change: Pick<WhatIfChange, 'ticker' | 'isCash'>, { ticker, isCash }: Holding) =>
  change.isCash === isCash &&
  (change.ticker === ticker || (isCash && ticker === CASH_TICKER && change.ticker === BASE_CURRENCY))

/** The changes that the rows say, or what is wrong with which. Rows that say what is held change nothing. */
export function readRows(
  rows: readonly WhatIfRow[],
): { ok: true; changes: WhatIfChange[] } | { ok: false; errors: WhatIfErrors } {
  const errors: Record<string, WhatIfErrors[string]> = {}
  const changes: WhatIfChange[] = []
  const seen = new Set(rows.flatMap(({ held }) => (held && !held.isCash ? [held.ticker] : [])))
  for (const row of rows) {
    const { id, held, ticker: typed } = row
    const { value: shares, question } = readField(row.shares)
    const price = row.price.trim() === '' ? null : readField(row.price, { isMoney: true }).value
    const ticker = held ? held.ticker : toTicker(typed)
    const wrong: WhatIfErrors[string] = {
      ...(ticker === undefined && { ticker: 'Enter a ticker, such as AAPL.' }),
      ...(!held && ticker !== undefined && seen.has(ticker) && { ticker: `${ticker} has a row already.` }),
      ...(!(Math.abs(shares) < 1e12) && { shares: question ?? 'Enter a number, such as 10 or 1250.5.' }),
      ...(price !== null && !(price >= 0 && price < 1e12) && { price: 'Enter a price, or leave it empty.' }),
    }
    if (!held && ticker !== undefined) seen.add(ticker)
    if (Object.keys(wrong).length > 0) errors[id] = wrong
    else if (ticker !== undefined && shares !== (held ? Number(held.shares.toFixed(8)) : 0)) {
      const isCash = held?.isCash === true
      changes.push({ ticker: isCash && ticker === CASH_TICKER ? BASE_CURRENCY : ticker, isCash, shares, price })
    }
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, changes }
}

/**
 * The changes with what they cost: what is bought without a stated price at its latest one, and, where it is wanted, the
 * dollars that it takes out of the cash or puts in. A holding that turns from long to short is sold whole and bought anew.
 *
 * @param withCash whether the money goes to the cash; a change of the dollars themselves is then added to
 * @returns tickers without a price when the cash cannot be told for them
 */
export function settleChanges(
  changes: readonly WhatIfChange[],
  holdings: readonly Holding[],
  prices: Prices['prices'],
  withCash: boolean,
): { changes: WhatIfChange[]; unpriced: string[] } {
  const unpriced: string[] = []
  let paid = 0
  const priced = changes.map((change): WhatIfChange => {
    if (change.isCash) return change
    const held = holdings.find((one) => isOf(change, one))
    const quote = prices[change.ticker]
    const inDollars =
      change.price !== null && (held?.currency ?? BASE_CURRENCY) === BASE_CURRENCY ? change.price : quote?.price
    if (inDollars === undefined) unpriced.push(change.ticker)
    else
      paid +=
        (change.shares - (held?.shares ?? 0)) * inDollars * (held?.multiplier ?? (change.ticker.length > 15 ? 100 : 1))
    const isBought = Math.abs(change.shares) > Math.abs(held?.shares ?? 0)
    return { ...change, price: isBought ? (change.price ?? toCost(quote, held?.currency)) : null }
  })
  if (!withCash || paid === 0) return { changes: priced, unpriced: withCash ? unpriced : [] }
  const before =
    changes.find(isDollars)?.shares ??
    holdings.find(({ ticker, isCash }) => isCash && ticker === CASH_TICKER)?.shares ??
    0
  const cash: WhatIfChange = {
    ticker: BASE_CURRENCY,
    isCash: true,
    shares: Number((before - paid).toFixed(2)),
    price: null,
  }
  return { changes: [...priced.filter((change) => !isDollars(change)), cash], unpriced }
}

/** Something bought (or sold, negative) at a price in dollars. */
export interface Trade {
  ticker: string
  shares: number
  price: number
  multiplier: number
}

/**
 * The what-if in which trades are made, paid from the dollars.
 *
 * @param id the portfolio, or the what-if that the trades come on top of
 * @param positions what is held there
 * @param fees paid besides, in dollars
 * @returns undefined when the id cannot be read
 */
export function tryTrades(
  id: string,
  positions: readonly Position[],
  trades: readonly Trade[],
  fees: number,
): string | undefined {
  const holdings = listHoldings(positions)
  const sharesOf = (isMeant: (held: Holding) => boolean) => holdings.find(isMeant)?.shares ?? 0
  const paid = trades.reduce((sum, { shares, price, multiplier }) => sum + shares * price * multiplier, fees)
  const dollars = sharesOf(({ ticker, isCash }) => isCash && ticker === CASH_TICKER) - paid
  const cash = { ticker: BASE_CURRENCY, isCash: true, shares: Number(dollars.toFixed(2)), price: null }
  const changes = trades.map(({ ticker, shares, price }): WhatIfChange => {
    const held = sharesOf((one) => one.ticker === ticker && !one.isCash)
    return { ticker, isCash: false, shares: held + shares, price: shares * held >= 0 ? price : null }
  })
  return changeWhatIf(id, [...changes, cash])
}

/** The latest price in the currency of the holding's cost; null when it is not known in that currency. */
function toCost(quote: Prices['prices'][string] | undefined, currency = BASE_CURRENCY): number | null {
  if (!quote) return null
  if (currency === BASE_CURRENCY) return Number(quote.price.toFixed(8))
  return quote.localPrice?.currency === currency ? quote.localPrice.price : null
}

/** Each change in a few words: "AAPL 120 → 70". */
export function describeChanges(changes: readonly WhatIfChange[], holdings: readonly Holding[]): string[] {
  return changes.map((change) => {
    const { ticker, isCash, shares } = change
    const before = holdings.find((held) => isOf(change, held))?.shares ?? 0
    if (isCash && ticker === BASE_CURRENCY) return `Cash ${formatMoney(before)} → ${formatMoney(shares)}`
    if (shares === 0) return `${ticker} sold`
    return before === 0
      ? `${ticker} ${formatNumber(shares)}, new`
      : `${ticker} ${formatNumber(before)} → ${formatNumber(shares)}`
  })
}
