import { toOptionTerms } from '@ballast/contract'
import { formatMoney } from '../../lib/format.ts'

/** `AAPL $250 call` for an option, whose symbol is too long to read; else the ticker itself. */
export function toTickerLabel(ticker: string): string {
  const terms = toOptionTerms(ticker)
  if (!terms) return ticker
  const { underlying, strike, type } = terms
  return `${underlying} ${formatMoney(strike, { decimals: Number.isInteger(strike) ? 0 : 2 })} ${type}`
}
