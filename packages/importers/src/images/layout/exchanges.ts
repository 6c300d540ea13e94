// Tests: ticker-dictionary.test.ts

import { narrowTo } from '../recognise/read-cells.ts'
import type { TextCell } from '../recognise/text-cell.ts'

const EXCHANGE_NAMES =
  'NASDAQ(?:[.:]?(?:NMS|GS|GM|CM))?|NYSE(?: ?(?:ARCA|AMERICAN))?|ARCA|AMEX|BATS|CBOE|OTC|PINK|SMART|LSE|XETRA|TSXV?|IBIS2?|AEB|SBF'
/** An exchange before a ticker: "NASDAQ: AAPL". */
export const EXCHANGE = new RegExp(`^(?:${EXCHANGE_NAMES})\\s*[:.]\\s*`)
const EXCHANGE_BEHIND = new RegExp(` (?:${EXCHANGE_NAMES})$`)
const EXCHANGE_ALONE = new RegExp(`^(?:${EXCHANGE_NAMES})$`, 'i')

/** True if a text says where something is listed, and nothing else: "NASDAQ" under a ticker is neither one nor a company. */
const isExchange = (text: string): boolean => EXCHANGE_ALONE.test(text)

/** In heights of a letter: from a ticker to the exchange below it. */
const BELOW = 1.5

/** The pieces of text that are no exchange; one that stands above an exchange goes down to where that ends. */
export function leaveOutExchanges(cells: readonly TextCell[]): TextCell[] {
  const left = cells.filter(({ text }) => isExchange(text))
  const findBelow = ({ left: edge, bottom, capHeight }: TextCell) =>
    left.find((one) => Math.abs(one.left - edge) < capHeight && isWithin(one.top - bottom, BELOW * capHeight))
  return cells.flatMap((cell) => {
    if (left.includes(cell)) return []
    const below = findBelow(cell)
    return [below ? { ...cell, reach: below.bottom } : cell]
  })
}

const isWithin = (gap: number, most: number) => gap > 0 && gap < most

/** A text without the exchange behind its ticker, "AAPL NASDAQ", also where that was read in small letters. */
export function withoutExchange(text: string): string {
  const end = EXCHANGE_BEHIND.exec(text.toUpperCase())?.index
  return end !== undefined && /[A-Z]$|^0$/.test(text.slice(0, end)) ? text.slice(0, end) : text
}

/** A piece of text without the exchange behind its ticker; a nought that stands there for a ticker is the letter. */
export function cutExchange(cell: TextCell): TextCell {
  const ticker = withoutExchange(cell.text)
  return ticker === cell.text ? cell : { ...narrowTo(cell, ticker), text: ticker === '0' ? 'O' : ticker }
}
