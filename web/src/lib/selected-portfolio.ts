import { toPortfolioId } from '@ballast/contract'
import { choose } from './account-preferences.ts'
import { readStored } from './browser-storage.ts'

const STORAGE_KEY = 'lastSelectedPortfolioId'

/** The portfolio that was looked at last, or `null`; it may have been deleted since. */
export function readLastSelectedPortfolioId(): string | null {
  return readStored(STORAGE_KEY)
}

/** Remembers the portfolio, that of a what-if, or forgets it with `null`. */
export function rememberSelectedPortfolio(portfolioId: string | null): void {
  choose(STORAGE_KEY, portfolioId && toPortfolioId(portfolioId))
}
