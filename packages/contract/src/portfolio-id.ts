// Tests: what-if.test.ts

// Apart from what reads the changes of a what-if: every screen asks this, and few see one.

/** The id of the portfolio that a what-if starts from (see `toWhatIfId`); a portfolio's own id is handed back. */
export function toPortfolioId(id: string): string {
  const [portfolioId = ''] = id.split('~', 1)
  return portfolioId
}
