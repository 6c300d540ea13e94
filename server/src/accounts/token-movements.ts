// Tests: ../tokens/token-edges.test.ts, ../features/billing/money-walk.test.ts, ../features/billing/money-log.test.ts

import { randomUUID } from 'node:crypto'
import type { Wallet } from './token-ledger.repository.ts'

/*
 * Everything that may happen to a user's tokens. Each is one or a few rows of the ledger, inside the transaction that
 * locked the wallet.
 */

/** From where the tokens of a use were taken. */
export interface UseTokens {
  useId: string
  feature: string
  monthly: number
  purchased: number
  /** An admin's use: counted, taken from nobody. */
  unlimited: number
}

const SOURCES = ['monthly', 'purchased', 'unlimited'] as const

/** How many tokens of which pool a use takes, monthly ones first; `undefined` when there are not enough. */
export function splitCost(
  wallet: Pick<Wallet, 'monthly' | 'purchased'>,
  cost: number,
  isUnlimited: boolean,
): Pick<UseTokens, 'monthly' | 'purchased' | 'unlimited'> | undefined {
  if (isUnlimited) return { monthly: 0, purchased: 0, unlimited: cost }
  const monthly = Math.min(wallet.monthly, cost)
  const purchased = cost - monthly
  return purchased > wallet.purchased ? undefined : { monthly, purchased, unlimited: 0 }
}

/** Sets the tokens of a use aside before the work begins. */
export async function reserveTokens(wallet: Wallet, use: UseTokens): Promise<void> {
  await moveUse(wallet, use, 'use', (source) => ({ from: source, to: 'reserved' }))
}

/** The work was delivered: what was set aside is spent. */
export async function spendReserved(wallet: Wallet, use: UseTokens): Promise<void> {
  await moveUse(wallet, use, 'use-delivered', () => ({ from: 'reserved', to: 'used' }))
}

/** Nothing was delivered: what was set aside goes back to where it came from. */
export async function giveBackReserved(wallet: Wallet, use: UseTokens): Promise<void> {
  await moveUse(wallet, use, 'refund', (source) => ({ from: 'reserved', to: source }))
  // Taken from last month's tokens, which lapsed meanwhile: this month has its own.
  if (use.monthly > 0 && (await wallet.movedAfter(`grant:${wallet.monthlyPeriod}`, `use:${use.useId}:monthly`))) {
    await lapse(wallet, use.monthly)
  }
  await settleDebt(wallet, use.purchased, `refund:${use.useId}`)
}

async function moveUse(
  wallet: Wallet,
  use: UseTokens,
  kind: 'use' | 'use-delivered' | 'refund',
  toAccounts: (source: (typeof SOURCES)[number]) => {
    from: (typeof SOURCES)[number] | 'reserved'
    to: (typeof SOURCES)[number] | 'reserved' | 'used'
  },
) {
  for (const source of SOURCES) {
    const tokens = use[source]
    if (tokens === 0) continue
    const reasonKey = `${kind}:${use.useId}:${source}`
    await wallet.move({ kind, tokens, reasonKey, feature: use.feature, ...toAccounts(source) })
  }
}

/**
 * Begins a billing period: what is left of the last one lapses, and the new allowance is granted, once.
 *
 * @param period names the period in the whole ledger, such as subscription and start
 * @returns false when it was granted before
 */
export async function grantMonthlyTokens(wallet: Wallet, period: string, tokens: number): Promise<boolean> {
  const reasonKey = `grant:${period}`
  if (wallet.monthlyPeriod === period || (await wallet.hasMoved(reasonKey))) return false
  await lapseMonthlyTokens(wallet)
  wallet.beginMonthlyPeriod(period)
  return wallet.move({ kind: 'monthly-grant', from: 'allowance', to: 'monthly', tokens, reasonKey })
}

/** Monthly tokens end with their period or with PRO. */
export async function lapseMonthlyTokens(wallet: Wallet): Promise<void> {
  if (wallet.monthly > 0) await lapse(wallet, wallet.monthly)
}

async function lapse(wallet: Wallet, tokens: number) {
  const reasonKey = `lapse:${randomUUID()}`
  await wallet.move({ kind: 'monthly-lapse', from: 'monthly', to: 'lapsed', tokens, reasonKey })
}

/**
 * Adds the tokens of a package that was paid for. Tokens that the user owes are taken from them at once.
 *
 * @returns false when this checkout was credited before
 */
export async function creditPurchase(
  wallet: Wallet,
  purchase: { sessionId: string; tokens: number; amountCents: number },
): Promise<boolean> {
  const { sessionId, tokens, amountCents } = purchase
  const credited = await wallet.move({
    kind: 'purchase',
    from: 'sales',
    to: 'purchased',
    tokens,
    amountCents,
    reasonKey: `purchase:${sessionId}`,
  })
  if (credited) await settleDebt(wallet, tokens, `purchase:${sessionId}`)
  return credited
}

/** Why tokens moved that an admin gave. */
export const reasonOfGift = (requestId: string): string => `gift:${requestId}`

/** Adds tokens that an admin gives; the request's id makes sure that a double click gives them once. */
export async function giveTokens(
  wallet: Wallet,
  gift: { requestId: string; tokens: number; reason: string },
): Promise<boolean> {
  const { requestId, tokens, reason } = gift
  return wallet.move({
    kind: 'admin-grant',
    from: 'gifts',
    to: 'purchased',
    tokens,
    note: reason,
    reasonKey: reasonOfGift(requestId),
  })
}

/**
 * Takes back tokens whose payment was refunded or disputed: purchased ones as far as they are there, the rest is owed.
 *
 * @param reasonKey of this adjustment of this purchase
 * @returns how many are owed
 */
export async function reversePurchase(wallet: Wallet, tokens: number, reasonKey: string): Promise<number> {
  const kind = 'purchase-reversal'
  const held = Math.min(tokens, wallet.purchased)
  const missing = tokens - held
  if (held > 0) {
    await wallet.move({ kind, from: 'purchased', to: 'reversed', tokens: held, reasonKey: `${reasonKey}:held` })
  }
  if (missing > 0) {
    await wallet.move({ kind, from: 'owed', to: 'reversed', tokens: missing, reasonKey: `${reasonKey}:owed` })
  }
  return missing
}

/**
 * Gives tokens back whose payment turned out good after all, such as a dispute that was won: first the debt goes.
 *
 * @param owed how many of them are owed still for this purchase
 * @returns how many of the debt went
 */
export async function restorePurchase(
  wallet: Wallet,
  tokens: number,
  owed: number,
  reasonKey: string,
): Promise<number> {
  const kind = 'purchase-restored'
  const forgiven = Math.min(tokens, owed, wallet.owed)
  if (forgiven > 0) {
    await wallet.move({ kind, from: 'reversed', to: 'owed', tokens: forgiven, reasonKey: `${reasonKey}:owed` })
  }
  if (tokens > forgiven) {
    await wallet.move({
      kind,
      from: 'reversed',
      to: 'purchased',
      tokens: tokens - forgiven,
      reasonKey: `${reasonKey}:held`,
    })
  }
  await settleDebt(wallet, tokens - forgiven, reasonKey)
  return forgiven
}

/** Pays what is owed with tokens that come in. @param received what an admin gave is left alone */
async function settleDebt(wallet: Wallet, received: number, cause: string) {
  const tokens = Math.min(wallet.owed, wallet.purchased, received)
  if (tokens === 0) return
  await wallet.move({
    kind: 'debt-settlement',
    from: 'purchased',
    to: 'owed',
    tokens,
    reasonKey: `settlement:${cause}`,
  })
}
