import type { ExtractedPosition, Portfolio } from '@ballast/contract'

/** Portfolio that holds accounts of a file already, and which. */
export interface AccountHolder {
  portfolio: Portfolio
  accounts: readonly string[]
}

/**
 * Finds the portfolio that holds the most of the accounts that positions name: a newer file of an account belongs there. Of
 * several the one that was changed last; undefined where no portfolio holds any, or the positions name none.
 */
export function findHolder(
  positions: readonly Pick<ExtractedPosition, 'account'>[],
  portfolios: readonly Portfolio[],
): AccountHolder | undefined {
  const named = new Set(positions.flatMap(({ account }) => account ?? []))
  const [best] = portfolios
    .map((portfolio) => ({ portfolio, accounts: (portfolio.accounts ?? []).filter((account) => named.has(account)) }))
    .filter(({ accounts }) => accounts.length > 0)
    .sort((a, b) => b.accounts.length - a.accounts.length || (a.portfolio.updatedAt < b.portfolio.updatedAt ? 1 : -1))
  return best
}

/** "Retirement holds Roth already." */
export function describeHolder({ portfolio, accounts }: AccountHolder): string {
  const [first = '', ...others] = accounts
  const rest = others.length === 0 ? '' : ` and ${others.length === 1 ? others[0] : `${others.length} others`}`
  return `${portfolio.name} already holds ${first}${rest}.`
}
