// Tests: e2e/sharing.e2e.ts

import type { Portfolio } from '@ballast/contract'
import { showError } from './ui/toast.tsx'

/** Says why a portfolio that was on the screen is there no longer. */
export function tellPortfolioGone({ name, sharedBy }: Pick<Portfolio, 'name' | 'sharedBy'>): void {
  if (sharedBy === undefined)
    showError({ title: `“${name}” is gone`, description: 'It was deleted in another window.' })
  else {
    const description = `${sharedBy} ended the share or deleted the portfolio.`
    showError({ title: `“${name}” is no longer shared with you`, description })
  }
}
