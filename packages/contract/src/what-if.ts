// Tests: what-if.test.ts

import { toPortfolioId } from './portfolio-id.ts'
import { isTicker } from './ticker.ts'

/** One change of a what-if: how much of something is held afterwards. */
export interface WhatIfChange {
  /** Canonical ticker, or the currency of cash. */
  ticker: string
  isCash: boolean
  /** Shares or contracts held afterwards, or the amount of cash; 0 when all is sold, negative when short. */
  shares: number
  /** Price per share of what is bought, in the currency of the position; null when it is not said. */
  price: number | null
}

/** A portfolio as it would be after changes that nobody has made. */
export interface WhatIf {
  /** The portfolio that it starts from. */
  portfolioId: string
  changes: readonly WhatIfChange[]
}

/** More changes than this are another portfolio. */
export const MAX_WHAT_IF_CHANGES = 40
/** Longest id of a what-if: the id of a portfolio and the longest changes. */
export const MAX_WHAT_IF_CHARACTERS = 2_800

const CHANGE = /^(\$?)([A-Z0-9^.=-]{1,21}):(-?\d{1,12}(?:\.\d{1,8})?)(?:@(\d{1,12}(?:\.\d{1,8})?))?$/

/**
 * The id under which a portfolio with changes can be read wherever a portfolio is read:
 * `<id of the portfolio>~AAPL:50,NVDA:0,TLT:10@94.2,$USD:1200`. Nothing is stored: the id says it all. Amounts are
 * rounded to eight decimals.
 *
 * @returns the id of the portfolio itself when there are no changes
 */
export function toWhatIfId({ portfolioId, changes }: WhatIf): string {
  if (changes.length === 0) return portfolioId
  const parts = changes.map(({ ticker, isCash, shares, price }) => {
    const paid = price === null ? '' : `@${toDecimals(price)}`
    return `${isCash ? '$' : ''}${ticker}:${toDecimals(shares)}${paid}`
  })
  return `${portfolioId}~${parts.join(',')}`
}

/**
 * Reads the id of a portfolio or of a what-if.
 *
 * @returns a portfolio's id is a what-if without changes; undefined when the changes cannot be read, name a ticker twice
 *          or are more than {@link MAX_WHAT_IF_CHANGES}
 */
export function parseWhatIfId(id: string): WhatIf | undefined {
  const portfolioId = toPortfolioId(id)
  if (portfolioId === id) return { portfolioId, changes: [] }
  if (id.length > MAX_WHAT_IF_CHARACTERS) return undefined
  const changes = id
    .slice(portfolioId.length + 1)
    .split(',')
    .map(readChange)
  const isRead = (change: WhatIfChange | undefined): change is WhatIfChange => change !== undefined
  if (changes.length > MAX_WHAT_IF_CHANGES || !changes.every(isRead)) return undefined
  const names = new Set(changes.map(({ ticker, isCash }) => `${isCash} ${ticker}`))
  return names.size === changes.length ? { portfolioId, changes } : undefined
}

/**
 * The id of a portfolio or a what-if with further changes; what they say of a ticker takes the place of what was said.
 *
 * @returns undefined when the id cannot be read
 */
export function changeWhatIf(id: string, changes: readonly WhatIfChange[]): string | undefined {
  const before = parseWhatIfId(id)
  const isSaidAnew = ({ ticker, isCash }: WhatIfChange) =>
    changes.some((change) => change.ticker === ticker && change.isCash === isCash)
  return before && toWhatIfId({ ...before, changes: [...before.changes.filter((one) => !isSaidAnew(one)), ...changes] })
}

function readChange(text: string): WhatIfChange | undefined {
  const [, mark, ticker = '', shares, price] = CHANGE.exec(text) ?? []
  const isCash = mark === '$'
  if (isCash ? !/^[A-Z]{3}$/.test(ticker) : !isTicker(ticker)) return undefined
  return { ticker, isCash, shares: Number(shares), price: price === undefined ? null : Number(price) }
}

/** Without an exponent and without zeros at the end. */
function toDecimals(value: number): string {
  const [whole = '', decimals = ''] = value.toFixed(8).split('.')
  let digits = decimals.length
  while (decimals[digits - 1] === '0') digits -= 1
  return digits === 0 ? whole.replace(/^-0$/, '0') : `${whole}.${decimals.slice(0, digits)}`
}
