import { PLANS } from '@ballast/contract'
import { changeWallet } from '../../accounts/token-ledger.repository.ts'
import { grantMonthlyTokens, lapseMonthlyTokens } from '../../accounts/token-movements.ts'
import type { Clock } from '../../clock.ts'
import type { Database, Transaction } from '../../database/database.ts'
import type { Log } from '../../log.ts'
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

export interface SubscriptionSyncDependencies {
  db: Database
  clock: Clock
  log: Log
  gateway: PaymentGateway
  /** Forgets what is remembered of a user. */
  forget(userId: string): void
}

/** Brings tier and monthly tokens in step with the provider. */
export interface SubscriptionSync {
  /** Takes over the state of a customer as it is now, whatever event was the reason. Unknown customers are left alone. */
  sync(customerId: string): Promise<void>
  /** Asks after subscriptions whose period is over without word, and lets monthly tokens of former PRO users lapse. */
  catchUp(): Promise<void>
}

export function createSubscriptionSync(dependencies: SubscriptionSyncDependencies): SubscriptionSync {
  const { db, clock, log, gateway, forget } = dependencies

  /** @returns false when somebody took over a state after this one was read, so that this one may be old */
  function takeOver(seen: Customer, facts: readonly SubscriptionFacts[]): Promise<boolean> {
    return db.asSystem(async (tx) => {
      const customer = await findCustomer(tx, seen.customerId, true)
      if (!customer) return true
      if (customer.version !== seen.version) return false
      const now = clock.now()
      await saveSubscriptions(tx, customer.userId, facts, now)
      const proUntil = computeProUntilOf(await listSubscriptionsOf(tx, customer.userId))
      await saveProUntil(tx, customer.userId, proUntil)
      await settleMonthlyTokens(tx, customer.userId, facts, proUntil, now)
      await bumpCustomerVersion(tx, customer)
      return true
    })
  }

  async function sync(customerId: string) {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const customer = await db.asSystem((tx) => findCustomer(tx, customerId))
      if (!customer) return
      const facts = await gateway.listSubscriptions(customerId)
      const surplus = listSurplus(facts)
      if (surplus.length > 0) {
        for (const id of surplus) await gateway.cancelSubscription(id)
        log.warn({ event: 'second-subscription-cancelled', userId: customer.userId }, 'a second subscription was ended')
        continue
      }
      if (await takeOver(customer, facts)) {
        forget(customer.userId)
        return
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
        await db.asSystem((tx) => changeWallet(tx, userId, now, lapseMonthlyTokens))
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

/** Grants the allowance of a period that was paid for, or of a trial; lets it lapse when PRO is over. */
async function settleMonthlyTokens(
  tx: Transaction,
  userId: string,
  facts: readonly SubscriptionFacts[],
  proUntil: Date | null,
  now: Date,
) {
  const paid = facts.find(({ status, isPaid }) => isPaid && (status === 'active' || status === 'trialing'))
  const isPro = proUntil !== null && now < proUntil
  await changeWallet(tx, userId, now, async (wallet) => {
    if (!isPro) await lapseMonthlyTokens(wallet)
    else if (paid) {
      const period = `${paid.id}:${paid.currentPeriodStart.toISOString()}`
      await grantMonthlyTokens(wallet, period, PLANS.pro.monthlyTokens)
    }
  })
}
