// Tests: webhook.test.ts, stale-states.test.ts, billing.test.ts

import { PLANS } from '@ballast/contract'
import { changeWallet, type Wallet } from '../../accounts/token-ledger.repository.ts'
import { grantMonthlyTokens, lapseMonthlyTokens } from '../../accounts/token-movements.ts'
import type { Transaction } from '../../database/database.ts'
import type { Parts } from '../../parts.ts'
import type { PaymentGateway, SubscriptionFacts } from '../../payments/payment-gateway.ts'
import {
  bumpCustomerVersion,
  type Customer,
  findCustomer,
  listOverdueCustomers,
  listSubscriptionsOf,
  listUsersWithLapsedTokens,
  saveProUntil,
  saveSubscriptions,
} from './customers.repository.ts'
import { computeProUntilOf, isRunning } from './membership.rules.ts'

const ATTEMPTS = 8

export interface SubscriptionSyncDependencies extends Pick<Parts, 'db' | 'clock' | 'log'> {
  gateway: PaymentGateway
  /** Forgets what is remembered of a user. */
  forget(userId: string): void
}

/** Brings tier and monthly tokens in step with the provider. */
export interface SubscriptionSync {
  /**
   * Takes over the state of a customer as it is now, whatever event was the reason.
   *
   * @returns the subscriptions that the provider states; none for unknown customers, who are left alone
   */
  sync(customerId: string): Promise<readonly SubscriptionFacts[]>
  /** Asks after subscriptions whose period is over without word, and lets monthly tokens of former PRO users lapse. */
  catchUp(): Promise<void>
}

export function createSubscriptionSync(dependencies: SubscriptionSyncDependencies): SubscriptionSync {
  const { db, clock, log, gateway, forget } = dependencies

  /** @returns false when somebody took over a state after this one was read, so that this one may be old */
  async function takeOver(seen: Customer, facts: readonly SubscriptionFacts[]): Promise<boolean> {
    let monthly: MonthlyChange | undefined
    const isTaken = await db.asSystem(async (tx) => {
      monthly = undefined
      const customer = await findCustomer(tx, seen.customerId, true)
      if (!customer) return true
      if (customer.version !== seen.version) return false
      const now = clock.now()
      await saveSubscriptions(tx, customer.userId, facts, now)
      const proUntil = computeProUntilOf(await listSubscriptionsOf(tx, customer.userId))
      await saveProUntil(tx, customer.userId, proUntil)
      monthly = await settleMonthlyTokens(tx, customer.userId, facts, proUntil, now)
      await bumpCustomerVersion(tx, customer)
      return true
    })
    if (monthly) note(seen.userId, monthly)
    return isTaken
  }

  function note(userId: string, { granted, lapsed }: MonthlyChange) {
    if (granted > 0) log.info({ event: 'tokens-granted', userId, tokens: granted }, 'tokens moved')
    if (lapsed > 0) log.info({ event: 'tokens-lapsed', userId, tokens: lapsed }, 'tokens moved')
  }

  async function sync(customerId: string): Promise<readonly SubscriptionFacts[]> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const customer = await db.asSystem((tx) => findCustomer(tx, customerId))
      if (!customer) return []
      const facts = await gateway.listSubscriptions(customerId)
      const surplus = listSurplus(facts)
      if (surplus.length > 0) {
        for (const id of surplus) await gateway.cancelSubscription(id)
        log.warn({ event: 'second-subscription-cancelled', userId: customer.userId }, 'a second subscription was ended')
        continue
      }
      if (await takeOver(customer, facts)) {
        forget(customer.userId)
        return facts
      }
    }
    throw new Error('The state of a customer changed again and again while it was read')
  }

  return {
    sync,

    async catchUp() {
      const now = clock.now()
      const { overdue, lapsed } = await db.asSystem(async (tx) => ({
        overdue: await listOverdueCustomers(tx, gateway.provider, now),
        lapsed: await listUsersWithLapsedTokens(tx, now),
      }))
      for (const customerId of overdue) {
        // One that cannot be read keeps nobody else waiting; it is asked after again next time.
        await sync(customerId).catch((error: unknown) => log.error({ err: error }, 'a customer could not be read'))
      }
      for (const userId of lapsed) {
        const lapse = async (wallet: Wallet) => {
          const { monthly: lapsed } = wallet
          await lapseMonthlyTokens(wallet)
          return { granted: 0, lapsed }
        }
        note(userId, await db.asSystem((tx) => changeWallet(tx, userId, now, lapse)))
        forget(userId)
      }
    },
  }
}

/** One subscription is enough: of several that run, all but the first one are to end. */
function listSurplus(facts: readonly SubscriptionFacts[]): string[] {
  return facts
    .filter(isRunning)
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1))
    .slice(1)
    .map(({ id }) => id)
}

/** Change of a user's monthly tokens. */
interface MonthlyChange {
  granted: number
  lapsed: number
}

/** Grants the allowance of a period that was paid for, or of a trial; lets it lapse when PRO is over. */
async function settleMonthlyTokens(
  tx: Transaction,
  userId: string,
  facts: readonly SubscriptionFacts[],
  proUntil: Date | null,
  now: Date,
): Promise<MonthlyChange> {
  const paid = facts.find(({ status, isPaid }) => isPaid && (status === 'active' || status === 'trialing'))
  const isPro = proUntil !== null && now < proUntil
  return changeWallet(tx, userId, now, async (wallet) => {
    const { monthly: before } = wallet
    if (!isPro) {
      await lapseMonthlyTokens(wallet)
      return { granted: 0, lapsed: before }
    }
    const period = paid && `${paid.id}:${paid.currentPeriodStart.toISOString()}`
    const isNew = period !== undefined && (await grantMonthlyTokens(wallet, period, PLANS.pro.monthlyTokens))
    return isNew ? { granted: PLANS.pro.monthlyTokens, lapsed: before } : { granted: 0, lapsed: 0 }
  })
}
