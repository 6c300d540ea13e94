// Tests: ticket-split.test.ts

import {
  type BrokerageAccount,
  type CallInput,
  type CallOutput,
  type splitTicket as splitCall,
  toOptionTerms,
  toPortfolioId,
} from '@ballast/contract'
import { coverCalls, parseIsoDate, type SplitObstacle, splitShares, splitTicket } from '@ballast/quant'
import type { Database } from '../../database/database.ts'
import { errors } from '../../http/errors.ts'
import {
  type AccountRule,
  type HeldAccount,
  listAccounts,
  readHeldAccounts,
  storeAccountRule,
} from '../../portfolios/brokerage-account.repository.ts'
import { getOwnedPortfolio, requireChangeable } from '../../portfolios/portfolio.repository.ts'
import { readPortfolio } from '../../portfolios/share.repository.ts'
import { toSplitAccount } from '../../portfolios/split-account.ts'

type Ticket = CallInput<typeof splitCall>['body']
type Split = CallOutput<typeof splitCall>

/** Calls for the rules of brokerage accounts, and for tickets split by account. */
export function createTicketSplitService({ db }: { db: Database }) {
  return {
    /** @throws AppError 404 when the user has no such portfolio */
    list: (userId: string, portfolioId: string) => readPortfolio(db, userId, toPortfolioId(portfolioId), listAccounts),

    /** @throws AppError 404 when the user has no such portfolio or no position lies in the account, 403 and 409 as `requireChangeable` */
    describe: (
      userId: string,
      portfolioId: string,
      { account, ...rule }: AccountRule & { account: string | null },
    ): Promise<BrokerageAccount> =>
      db.asUser(userId, async (tx) => {
        const portfolio = await getOwnedPortfolio(tx, portfolioId)
        requireChangeable(portfolio)
        const found = (await listAccounts(tx, portfolio)).find((one) => one.account === account)
        if (!found) throw errors.notFound('account')
        await storeAccountRule(tx, { ...rule, userId, portfolioId: portfolio.id, account })
        return { ...found, ...rule }
      }),

    /**
     * Splits a ticket; a what-if is traded in the accounts of the portfolio that it starts from.
     *
     * @throws AppError 404 when the user has no such portfolio
     */
    split: async (userId: string, portfolioId: string, ticket: Ticket): Promise<Split> =>
      splitOver(await readHeldAccounts(db, userId, toPortfolioId(portfolioId)), ticket),
  }
}

const toAccount = ({ held: _held, ...account }: HeldAccount): BrokerageAccount => account

function splitOver(held: readonly HeldAccount[], { legs, trades, fees = 0 }: Ticket): Split {
  const ticket = legs.map((leg) => ({
    ...leg,
    root: toOptionTerms(leg.symbol)?.root ?? leg.underlying,
    expiryDay: parseIsoDate(leg.expiry),
  }))
  const contracts = legs.reduce((sum, leg) => sum + Math.abs(leg.contracts), 0)
  const accounts = held.map(toSplitAccount)
  const fee = contracts === 0 ? 0 : fees / contracts
  // Calls lie beside their shares where that leaves nothing over.
  const covered = splitTicket(ticket, accounts.map(coverCalls), fee)
  const split = covered.unplaced.every((left) => left === 0) ? covered : splitTicket(ticket, accounts, fee)
  const shown: Split['accounts'] = held.map((account, place) => ({
    ...toAccount(account),
    legs: legs.flatMap((leg, index) => {
      const count = split.counts[place]?.[index] ?? 0
      return count === 0 ? [] : [{ leg: index, contracts: Math.sign(leg.contracts) * count }]
    }),
    trades: [],
  }))
  const unplaced: Split['unplaced'] = legs.flatMap((leg, index) => {
    const left = split.unplaced[index] ?? 0
    if (left === 0) return []
    const reason = explain(held, split.obstacles[index] ?? [])
    return [{ leg: index, ticker: leg.symbol, quantity: Math.sign(leg.contracts) * left, reason }]
  })
  const own = accounts.map(({ kind, freeShares, cash }, place) => {
    const counts = split.counts[place] ?? []
    const free = new Map(freeShares)
    let paid = 0
    legs.forEach(({ underlying, type, strike, contracts, multiplier, premium }, index) => {
      const count = counts[index] ?? 0
      paid += count * (Math.sign(contracts) * multiplier * premium + fee)
      if (contracts > 0) return
      // What sold options rest on is neither spent nor sold.
      if (type === 'put') paid += kind === 'margin' ? 0 : count * multiplier * strike
      else free.set(underlying, (free.get(underlying) ?? 0) - count * multiplier)
    })
    return { freeShares: free, cash: cash === null ? null : cash - paid, isUsed: counts.some((count) => count > 0) }
  })
  const known = trades.flatMap(({ shares, ...trade }) => (shares === null ? [] : [{ ...trade, shares }]))
  const placed = splitShares(known, own)
  known.forEach(({ ticker, amount, shares }, index) => {
    placed[index]?.shares.forEach((count, place) => {
      if (count !== 0) shown[place]?.trades.push({ ticker, shares: count, amount: (amount * count) / shares })
    })
    const quantity = placed[index]?.unplaced ?? 0
    if (quantity === 0) return
    const reason =
      shares > 0
        ? 'No account can pay for it from its own cash and sales. Move money between accounts first.'
        : 'Sold calls need these shares, or they are not there.'
    unplaced.push({ leg: null, ticker, quantity, reason })
  })
  for (const { ticker, shares } of trades) {
    const reason = 'Its price is not known, so the number of shares is not.'
    if (shares === null) unplaced.push({ leg: null, ticker, quantity: null, reason })
  }
  return { accounts: shown, unplaced }
}

const WORDS: Readonly<Record<SplitObstacle, (accounts: string) => string>> = {
  level: (accounts) => `Not approved in ${accounts}.`,
  shares: (accounts) => `No free shares to cover it in ${accounts}.`,
  cash: (accounts) => `Not enough cash in ${accounts}.`,
  pair: (accounts) => `No bought put to go with it in ${accounts}.`,
}

/** Why no account takes one more, the accounts with one reason together. */
function explain(accounts: readonly HeldAccount[], obstacles: readonly SplitObstacle[]): string {
  const names = Map.groupBy(
    accounts.map((account, place) => ({ account, obstacle: obstacles[place] })),
    ({ obstacle }) => obstacle,
  )
  return [...names]
    .flatMap(([obstacle, of]) =>
      obstacle ? WORDS[obstacle](of.map(({ account }) => nameAccount(account)).join(', ')) : [],
    )
    .join(' ')
}

const nameAccount = ({ portfolioName, account }: BrokerageAccount) =>
  account === null ? portfolioName : `${portfolioName} · ${account}`
