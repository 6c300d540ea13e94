// Tests: split-shares.test.ts

/** Shares by account that a ticket trades, with the sign of the ticket. */
export interface SharesSplit {
  readonly shares: readonly number[]
  /** Shares that no account can take, with the sign of the ticket. */
  readonly unplaced: number
}

const ROUNDING = 1e-9

/**
 * Splits a trade in shares over accounts. What is sold comes from where it lies, the largest holding first, which takes the
 * fewest accounts. What is bought goes into one account that can pay for it, one of those that are preferred if any can;
 * where cash is not known, it is taken to be enough. Nothing is bought in parts.
 *
 * @param shares negative when sold
 * @param amount what they are worth in currency, of either sign
 * @param accounts shares that are free to be sold in each, cash in currency or null when it is not known, and whether the
 *        account is used by the ticket anyway
 */
export function splitShares(
  shares: number,
  amount: number,
  accounts: readonly { readonly free: number; readonly cash: number | null; readonly isUsed: boolean }[],
): SharesSplit {
  const taken = accounts.map(() => 0)
  if (shares > 0) {
    const canPay = accounts.map(({ cash }) => cash === null || cash >= Math.abs(amount))
    const used = accounts.findIndex(({ isUsed }, place) => isUsed && canPay[place])
    const place = used >= 0 ? used : canPay.indexOf(true)
    if (place >= 0) taken[place] = shares
    return { shares: taken, unplaced: place >= 0 ? 0 : shares }
  }
  let left = -shares
  const largestFirst = accounts.map(({ free }, place) => ({ free, place })).sort((a, b) => b.free - a.free)
  for (const { free, place } of largestFirst) {
    const sold = Math.min(left, Math.max(0, free))
    if (sold <= ROUNDING) break
    taken[place] = -sold
    left -= sold
  }
  return { shares: taken, unplaced: left > ROUNDING * -shares ? -left : 0 }
}
