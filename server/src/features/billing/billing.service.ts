// Tests: billing.test.ts, payment-edges.test.ts, offer.test.ts

import { randomUUID } from 'node:crypto'
import {
  type BillingStatus,
  CHECKOUT_RETURNS,
  can,
  type getOffer,
  type LedgerEntry,
  PLANS,
  roleOf,
  TOKEN_PACKAGES,
  TOKEN_PURCHASE_UPGRADE_MESSAGE,
  type TokenPackageId,
} from '@ballast/contract'
import type { z } from 'zod'
import { toLedgerEntry, toLedgerPage } from '../../accounts/ledger-entry.ts'
import { listLedgerLines, readBalance } from '../../accounts/token-ledger.repository.ts'
import type { LeaseRepository } from '../../database/lease.repository.ts'
import type { SignedInUser } from '../../http/authentication.ts'
import { errors } from '../../http/errors.ts'
import type { Parts } from '../../parts.ts'
import type { OpenedSession, PaymentGateway } from '../../payments/payment-gateway.ts'
import { isCustomerMissing } from '../../payments/stripe-facts.ts'
import { toBillingStatus } from './billing-status.rules.ts'
import {
  endSubscriptionsOf,
  findCheckoutBySession,
  findCustomerOf,
  findProUntil,
  hasPaidBefore,
  insertCheckout,
  listSubscriptionsOf,
  saveCheckoutSession,
} from './customers.repository.ts'
import { createCustomers } from './customers.service.ts'
import { isFormerSubscriber, rememberSubscriber } from './former-subscribers.repository.ts'
import { isRunning } from './membership.rules.ts'
import { createPaymentEvents } from './payment-events.service.ts'
import { createPurchaseBooks } from './purchases.service.ts'
import { createSubscriptionSync } from './subscription-sync.service.ts'

/** Longer than opening a checkout takes. */
const OPENING_MILLISECONDS = 30_000

export interface BillingDependencies extends Pick<Parts, 'db' | 'clock' | 'log'> {
  leases: LeaseRepository
  /** Absent when the operator set up no payments. */
  gateway: PaymentGateway | undefined
  publicUrl: URL
  trialDays: number
  supportEmail: string | undefined
  /** True if no money moves: a sandbox, or the provider's keys for tests. */
  isTest?: boolean
  /** Test origin of the server that stands in Stripe's place for tests. */
  testOrigin?: string | undefined
  /** Forgets what is remembered of a user. */
  forget(userId: string): void
}

export interface BillingService {
  getOffer(): z.output<typeof getOffer.response>
  getStatus(user: SignedInUser): Promise<BillingStatus>
  getLedger(
    userId: string,
    page: { before?: number | undefined; limit: number },
  ): Promise<{ entries: LedgerEntry[]; nextBefore: number | null }>
  /** @returns the checkout's address. @throws AppError 409 with the portal's address while a subscription runs */
  openSubscriptionCheckout(user: SignedInUser): Promise<string>
  /** @throws AppError 403 `requiresUpgrade` without PRO */
  openTokenCheckout(user: SignedInUser, packageId: TokenPackageId): Promise<string>
  /** @throws AppError 409 for somebody who never paid */
  openPortal(user: SignedInUser): Promise<string>
  /** Looks at a checkout now. @throws AppError 404 when it is not the user's */
  confirmCheckout(user: SignedInUser, sessionId: string): Promise<'complete' | 'pending'>
  /**
   * Ends what is paid for month by month, before the account is deleted.
   *
   * @throws AppError 503 when a subscription runs at Stripe and this server has no keys to end it
   */
  closeAccount(userId: string): Promise<void>
  /** Takes an event of the provider. @throws ForgedEventError when it did not sign it; AppError 404 without payments */
  receiveWebhook(body: Buffer, signature: string | undefined): Promise<void>
  /** Works off what waits and asks after what is overdue; for a job. */
  catchUp(): Promise<void>
}

export function createBillingService(dependencies: BillingDependencies): BillingService {
  const {
    db,
    clock,
    leases,
    gateway: configured,
    publicUrl,
    trialDays,
    supportEmail,
    testOrigin,
    isTest = false,
  } = dependencies
  const working = configured && createWorkings({ ...dependencies, gateway: configured })

  function demand() {
    if (!working) throw errors.unavailable('Payments are not set up on this server. Ask its operator.')
    return working
  }

  const toAddress = (path: string) => new URL(path, publicUrl).href
  const withSession = (path: string) => `${toAddress(path)}&session={CHECKOUT_SESSION_ID}`

  /** One checkout of a user is opened at a time, so that two clicks cannot lead to two subscriptions. */
  async function openOneAtATime<T>(userId: string, open: () => Promise<T>): Promise<T> {
    const lease = { names: [`checkout:${userId}`], holder: randomUUID() }
    const now = clock.now()
    const expiresAt = new Date(now.getTime() + OPENING_MILLISECONDS)
    const taken = await leases.acquire({ ...lease, now, expiresAt })
    if (taken.size === 0) throw errors.conflict('A checkout is being opened already. Try again in a moment.')
    try {
      return await open()
    } finally {
      await leases.release(lease.names, lease.holder)
    }
  }

  /** Our own record comes first: what was offered stands here before anybody can pay for it. */
  async function recordCheckout(
    userId: string,
    offer: { kind: 'subscription' } | { kind: 'tokens'; packageId: TokenPackageId },
    open: (checkoutId: string) => Promise<OpenedSession>,
  ): Promise<string> {
    const id = randomUUID()
    await db.asSystem((tx) => insertCheckout(tx, { id, userId, ...offer, createdAt: clock.now() }))
    const { sessionId, url } = await open(id)
    await db.asSystem((tx) => saveCheckoutSession(tx, id, sessionId))
    return url
  }

  const listOwnSubscriptions = (userId: string) => db.asUser(userId, (tx) => listSubscriptionsOf(tx, userId))

  /** Length of the trial that a subscription begun now starts with: once per person, also after a new account. */
  async function findTrialDays(userId: string, subscriptions: readonly unknown[]): Promise<number> {
    if (trialDays === 0 || subscriptions.length > 0) return 0
    return (await isFormerSubscriber(db, userId)) ? 0 : trialDays
  }

  return {
    getOffer: () => ({
      trialDays,
      supportEmail: supportEmail ?? null,
      paymentsAvailable: configured !== undefined,
      sandbox: configured?.provider === 'sandbox',
      test: isTest,
      testOrigin: testOrigin ?? null,
    }),

    async getStatus(user) {
      const facts = await db.asUser(user.id, async (tx) => ({
        balance: await readBalance(tx, user.id),
        proUntil: await findProUntil(tx, user.id),
        subscriptions: await listSubscriptionsOf(tx, user.id),
        canOpenPortal: await hasPaidBefore(tx, user.id),
      }))
      const trialAvailable = (await findTrialDays(user.id, facts.subscriptions)) > 0
      const provider = configured?.provider
      return toBillingStatus({ ...facts, user, provider, isTest, trialAvailable, trialDays, now: clock.now() })
    },

    getLedger: (userId, { before, limit }) =>
      db.asUser(userId, async (tx) => {
        const lines = await listLedgerLines(tx, { userId, before, limit })
        return toLedgerPage(lines.map(toLedgerEntry), limit)
      }),

    async openSubscriptionCheckout(user) {
      const { gateway, customers, sync } = demand()
      const openAs = async (customerId: string) => {
        if ((await sync.sync(customerId)).some(isRunning)) {
          const url = await gateway.openPortal({ customerId, returnUrl: toAddress(CHECKOUT_RETURNS.portal) })
          throw errors.conflict(
            `You are subscribed to ${PLANS.pro.name} already. Manage it in the billing portal.`,
            url,
          )
        }
        await gateway.expireSubscriptionCheckouts(customerId)
        const ownTrialDays = await findTrialDays(user.id, await listOwnSubscriptions(user.id))
        return recordCheckout(user.id, { kind: 'subscription' }, (checkoutId) =>
          gateway.openSubscriptionCheckout({
            customerId,
            checkoutId,
            trialDays: ownTrialDays,
            successUrl: withSession(CHECKOUT_RETURNS.subscribed),
            cancelUrl: toAddress(CHECKOUT_RETURNS.cancelled),
          }),
        )
      }
      return openOneAtATime(user.id, () => customers.actAs(user, openAs))
    },

    async openTokenCheckout(user, packageId) {
      if (!can(roleOf(user), 'buyTokens')) throw errors.upgradeRequired(TOKEN_PURCHASE_UPGRADE_MESSAGE)
      const { gateway, customers } = demand()
      const offer = TOKEN_PACKAGES.find(({ id }) => id === packageId)
      if (!offer) throw errors.notFound('token package')
      const openAs = (customerId: string) =>
        recordCheckout(user.id, { kind: 'tokens', packageId }, (checkoutId) =>
          gateway.openTokenCheckout({
            customerId,
            checkoutId,
            package: offer,
            successUrl: withSession(CHECKOUT_RETURNS.tokensBought),
            cancelUrl: toAddress(CHECKOUT_RETURNS.cancelled),
          }),
        )
      return openOneAtATime(user.id, () => customers.actAs(user, openAs))
    },

    async openPortal(user) {
      const { gateway } = demand()
      const customer = await db.asUser(user.id, async (tx) =>
        (await hasPaidBefore(tx, user.id)) ? findCustomerOf(tx, user.id, gateway.provider) : undefined,
      )
      if (!customer) throw errors.conflict('There is nothing to manage yet: you have not paid for anything.')
      const { customerId } = customer
      try {
        return await gateway.openPortal({ customerId, returnUrl: toAddress(CHECKOUT_RETURNS.portal) })
      } catch (error) {
        if (!isCustomerMissing(error)) throw error
        throw errors.conflict('There is nothing to manage: the payment provider does not know you any more.')
      }
    },

    async confirmCheckout(user, sessionId) {
      const checkout = await db.asUser(user.id, (tx) => findCheckoutBySession(tx, sessionId))
      if (!checkout) throw errors.notFound('checkout')
      const { gateway, sync, books } = demand()
      const facts = await gateway.findCheckout(sessionId)
      if (!facts) throw errors.notFound('checkout')
      if (facts.kind === 'tokens') return (await books.credit(facts)) === 'credited' ? 'complete' : 'pending'
      const stated = facts.customerId === null ? [] : await sync.sync(facts.customerId)
      return stated.some(isRunning) ? 'complete' : 'pending'
    },

    async closeAccount(userId) {
      const findCustomer = (provider: PaymentGateway['provider']) =>
        db.asUser(userId, (tx) => findCustomerOf(tx, userId, provider))
      const isOutOfReach = configured?.provider !== 'stripe' && (await findCustomer('stripe')) !== undefined
      if (isOutOfReach && (await listOwnSubscriptions(userId)).some(isRunning)) {
        throw errors.unavailable(
          `Your ${PLANS.pro.name} subscription cannot be ended here, because no payment provider is set up. Nothing was deleted. Ask its operator.`,
        )
      }
      const customer = working && (await findCustomer(working.gateway.provider))
      // Word of what was begun a moment ago may not have come yet.
      if (customer) await working.sync.sync(customer.customerId)
      if ((await listOwnSubscriptions(userId)).length > 0) await rememberSubscriber(db, userId, clock.now())
      if (customer) await working.gateway.deleteCustomer(customer.customerId)
      // Whatever is told of it later, nobody will know whose it was.
      await db.asSystem((tx) => endSubscriptionsOf(tx, userId, clock.now()))
    },

    async receiveWebhook(body, signature) {
      // Nobody can have signed it; who knocks here all the same is told nothing, and nothing is written down.
      if (!working) throw errors.ofStatus(404)
      await working.events.receive(body, signature)
    },

    async catchUp() {
      if (!working) return
      await working.events.drain()
      await working.sync.catchUp()
      await working.events.sweep()
    },
  }
}

/** Creates what works only together with a provider. */
function createWorkings(dependencies: BillingDependencies & { gateway: PaymentGateway }) {
  const customers = createCustomers(dependencies)
  const sync = createSubscriptionSync(dependencies)
  const books = createPurchaseBooks(dependencies)
  const events = createPaymentEvents({ ...dependencies, sync, books })
  return { gateway: dependencies.gateway, customers, sync, books, events }
}
