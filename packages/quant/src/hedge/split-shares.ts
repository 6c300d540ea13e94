// Tests: split-shares.test.ts

/** Trade in shares of a ticket; sold ones and their amount are negative. */
export interface SharesTrade {
  readonly ticker: string
  readonly shares: number
  /** In currency. */
  readonly amount: number
}

/** An account that shares are traded in. */
export interface SharesAccount {
  /** Shares by ticker that may be sold. */
  readonly freeShares: ReadonlyMap<string, number>
  /** Cash in currency that the ticket's options leave; null when it is not known. */
  readonly cash: number | null
  /** True if the ticket uses the account anyway. */
  readonly isUsed: boolean
}

/** A trade over accounts. */
export interface SharesSplit {
  /** Shares by account, with the sign of the trade. */
  readonly shares: readonly number[]
  /** Shares that no account can take, with the sign of the trade. */
  readonly unplaced: number
}

const ROUNDING = 1e-9
const CENT = 0.005

/**
 * Splits the shares of a ticket over accounts. What is sold comes from where it lies, the largest holding first, which takes
 * the fewest accounts. Each account pays for what it buys from its own cash and its own sales, never from those of another.
 *
 * A purchase goes into one account that can pay for all of it, one that the ticket uses if any can; else it is split, the
 * account with the most money first, whole shares into whole ones. Where cash is not known, it is taken to be enough, unless
 * the ticket sells to pay for what it buys: then only what the account itself sells counts.
 *
 * @returns in the order of the trades
 */
export function splitShares(trades: readonly SharesTrade[], accounts: readonly SharesAccount[]): SharesSplit[] {
  const sales = trades.map(({ ticker, shares }) => (shares < 0 ? sell(ticker, shares, accounts) : null))
  const hasSales = sales.some((sale) => sale !== null)
  const money = accounts.map(({ cash }, place) =>
    sales.reduce(
      (sum, sale, index) => {
        const { amount, shares } = trades[index]!
        return sale === null ? sum : sum - (amount * sale.shares[place]!) / shares
      },
      cash ?? (hasSales ? 0 : Infinity),
    ),
  )
  const isUsed = accounts.map(
    (account, place) => account.isUsed || sales.some((sale) => (sale?.shares[place] ?? 0) !== 0),
  )
  return trades.map((trade, index) => sales[index] ?? buy(trade, money, isUsed))
}

function sell(ticker: string, shares: number, accounts: readonly SharesAccount[]): SharesSplit {
  const taken = accounts.map(() => 0)
  let left = -shares
  const largestFirst = accounts
    .map(({ freeShares }, place) => ({ free: freeShares.get(ticker) ?? 0, place }))
    .sort((a, b) => b.free - a.free)
  for (const { free, place } of largestFirst) {
    const sold = Math.min(left, Math.max(0, free))
    if (sold <= ROUNDING) break
    taken[place] = -sold
    left -= sold
  }
  return { shares: taken, unplaced: left > ROUNDING * -shares ? -left : 0 }
}

/** Takes what is paid out of `money`. */
function buy({ shares, amount }: SharesTrade, money: number[], isUsed: readonly boolean[]): SharesSplit {
  const taken = money.map(() => 0)
  const price = amount / shares
  const place = (count: number, account: number) => {
    taken[account] = count
    money[account]! -= count * price
  }
  const canPay = money.map((own) => own + CENT >= amount)
  const used = canPay.findIndex((can, account) => can && isUsed[account])
  const whole = used >= 0 ? used : canPay.indexOf(true)
  if (whole >= 0) {
    place(shares, whole)
    return { shares: taken, unplaced: 0 }
  }
  let left = shares
  const richestFirst = money.map((own, account) => ({ own, account })).sort((a, b) => b.own - a.own)
  for (const { own, account } of richestFirst) {
    const affordable = Math.max(0, (own + CENT) / price)
    const count = Math.min(left, Number.isInteger(shares) ? Math.floor(affordable) : affordable)
    place(count, account)
    left -= count
  }
  return { shares: taken, unplaced: left > ROUNDING * shares ? left : 0 }
}
