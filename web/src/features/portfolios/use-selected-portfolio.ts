// Tests: portfolio-selection.test.tsx

import { type Portfolio, toPortfolioId } from '@ballast/contract'
import { useState } from 'react'
import { isWhatIf } from '../../lib/is-what-if.ts'
import { readLastSelectedPortfolioId, rememberSelectedPortfolio } from '../../lib/selected-portfolio.ts'

/** The what-if that is looked at, else the chosen portfolio while it exists, else the first; undefined when there is none. */
export function pickPortfolio(portfolios: readonly Portfolio[], chosenId: string | null): Portfolio | undefined {
  return portfolios.find(({ id }) => isWhatIf(id)) ?? portfolios.find(({ id }) => id === chosenId) ?? portfolios[0]
}

/** The chosen portfolio, or the what-if of it that is looked at; undefined when none is chosen. */
export function findChosen(portfolios: readonly Portfolio[], chosenId: string | null): Portfolio | undefined {
  // A what-if stands before what it starts from.
  return portfolios.find(({ id }) => chosenId !== null && toPortfolioId(id) === toPortfolioId(chosenId))
}

/**
 * Which portfolio the overview shows: the one last chosen in this browser, else the first. The default is not stored;
 * only a choice is.
 */
export function useSelectedPortfolio(portfolios: readonly Portfolio[] | undefined) {
  const [chosenId, setChosenId] = useState(readLastSelectedPortfolioId)
  return {
    selected: portfolios && pickPortfolio(portfolios, chosenId),
    select: (portfolioId: string) => {
      setChosenId(portfolioId)
      rememberSelectedPortfolio(portfolioId)
    },
  }
}
