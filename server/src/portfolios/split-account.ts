// Tests: ../features/brokerage-accounts/ticket-split.test.ts, ../features/hedges/hedge-of-accounts.test.ts

import { toOptionTerms } from '@ballast/contract'
import type { SplitAccount } from '@ballast/quant'
import { findCash, type HeldAccount } from './brokerage-account.repository.ts'

/**
 * An account as the search for hedges takes it, with what is free in it: shares that no call was sold against, those that puts
 * cover, and cash that no sold put needs.
 */
export function toSplitAccount(account: HeldAccount): SplitAccount {
  const kind = account.kind ?? 'cash'
  const freeShares = new Map<string, number>()
  const coveredShares = new Map<string, number>()
  const calls = new Map<string, number>()
  const add = (to: Map<string, number>, ticker: string, shares: number) =>
    to.set(ticker, (to.get(ticker) ?? 0) + shares)
  let bound = 0
  for (const { kind: what, ticker, units, multiplier } of account.held) {
    if (what === 'security') add(freeShares, ticker, units)
    const terms = what === 'option' ? toOptionTerms(ticker) : undefined
    if (terms?.type === 'call') add(calls, terms.underlying, units * multiplier)
    if (terms?.type === 'put' && units > 0) add(coveredShares, terms.underlying, units * multiplier)
    if (terms?.type === 'put' && units < 0 && kind !== 'margin') bound -= units * multiplier * terms.strike
  }
  // Calls that are held set free as many shares as they are for, of those that calls were sold against.
  for (const [ticker, shares] of calls) if (shares < 0) add(freeShares, ticker, shares)
  const cash = findCash(account)
  const free = cash === null ? null : Math.max(0, cash - bound)
  return { level: account.level, kind, freeShares, coveredShares, cash: free }
}
