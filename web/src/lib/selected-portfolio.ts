import { toPortfolioId } from '@ballast/contract'
import { readStored, writeStored } from './browser-storage.ts'

const STORAGE_KEY = 'lastSelectedPortfolioId'

/** The portfolio this browser looked at last, or `null`; it may have been deleted since. */
export function readLastSelectedPortfolioId(): string | null {
  return readStored(STORAGE_KEY)
}

/** Remembers the portfolio, that of a what-if, or forgets it with `null`. */
export function rememberSelectedPortfolio(portfolioId: string | null): void {
  writeStored(STORAGE_KEY, portfolioId && toPortfolioId(portfolioId))
}
