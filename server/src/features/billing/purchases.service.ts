// Tests: webhook.test.ts, stale-states.test.ts, money-walk.test.ts

import { BASE_CURRENCY, TOKEN_PACKAGES } from '@ballast/contract'
import { changeWallet } from '../../accounts/token-ledger.repository.ts'
import { creditPurchase, restorePurchase, reversePurchase } from '../../accounts/token-movements.ts'
import type { Clock } from '../../clock.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { createTurns } from '../../database/places.ts'
import type { Log } from '../../log.ts'
import type { ChargeFacts, CheckoutFacts, PaymentGateway } from '../../payments/payment-gateway.ts'
import {
  type Checkout,
  findCheckoutById,
  findCustomerOf,
  findPaymentByIntent,
  type SubscriptionPayment,
  savePaymentReversal,
} from './customers.repository.ts'
import {
  findPurchaseByIntent,
  insertPurchase,
  lockPurchase,
  type Purchase,
  savePurchaseReversal,
} from './purchases.repository.ts'

const ATTEMPTS = 8

/** Token packages that were paid for, and payments that were taken back. */
export interface PurchaseBooks {
  /**
   * Credits a checkout if it is paid, once, however often it is called.
   *
   * @returns `pending` until it is paid; `refused` when it is none of ours or was paid with another amount or currency
   */
  credit(facts: CheckoutFacts): Promise<'credited' | 'pending' | 'refused'>
  /** Brings the tokens of a payment in step with what was refunded or is disputed of it now. */
  reconcile(chargeId: string): Promise<void>
}

export function createPurchaseBooks(dependencies: {
  db: Database
  clock: Clock
  log: Log
  gateway: PaymentGateway
  forget(userId: string): void
}): PurchaseBooks {
  const { db, clock, log, gateway, forget } = dependencies
  const inTurn = createTurns()

  /** Each one of a payment makes those beside it look again, so that many at once would not come to an end. */
  const reconcile = (chargeId: string) => inTurn(chargeId, () => reconcileAlone(chargeId))

  async function reconcileAlone(chargeId: string) {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const intent = (await gateway.findCharge(chargeId))?.paymentIntentId
      if (!intent) return
      const { purchase, payment } = await db.asSystem(async (tx) => ({
        purchase: await findPurchaseByIntent(tx, intent),
        payment: await findPaymentByIntent(tx, intent),
      }))
      // Fetched after our own row was read: if nobody changed the row since, this is the newer state.
      const charge = await gateway.findCharge(chargeId)
      if (!charge) return
      if (purchase ? await adjust(purchase, charge) : await noteReversal(payment, charge)) return
    }
    throw new Error('A payment changed again and again while it was read')
  }

  /** @returns false when the purchase was changed since it was seen */
  async function adjust(seen: Purchase, charge: ChargeFacts): Promise<boolean> {
    const { userId } = seen
    // The account is gone, and its tokens with it; what is left is bookkeeping.
    const change = async (tx: Transaction) =>
      userId === null
        ? adjustLocked(tx, seen, charge, undefined)
        : changeWallet(tx, userId, clock.now(), (wallet) => adjustLocked(tx, seen, charge, wallet))
    const tokens = await db.asSystem(change)
    if (userId !== null) forget(userId)
    if (tokens) log.info({ event: 'tokens-reversed', userId, purchaseId: seen.id, tokens }, 'tokens moved')
    return tokens !== undefined
  }

  /** A subscription's payment carries no tokens; what went back of it counts in the totals. */
  async function noteReversal(seen: SubscriptionPayment | undefined, charge: ChargeFacts): Promise<boolean> {
    if (!seen) return true
    return db.asSystem((tx) => savePaymentReversal(tx, seen, reversedCentsOf(charge)))
  }

  return {
    async credit(facts) {
      const { checkoutId, id: sessionId } = facts
      const checkout = checkoutId === null ? undefined : await db.asSystem((tx) => findCheckoutById(tx, checkoutId))
      const offer = TOKEN_PACKAGES.find(({ id }) => id === checkout?.packageId)
      if (!checkout || !offer || !(await isOwn(checkout, facts))) return 'refused'
      if (!facts.isPaid) return 'pending'
      const amountCents = offer.price * 100
      if (facts.amountCents !== amountCents || facts.currency !== BASE_CURRENCY.toLowerCase()) {
        log.error({ event: 'amount-refused', checkoutId }, 'a checkout was paid with an amount that no package has')
        return 'refused'
      }
      const { userId } = checkout
      const { paymentIntentId } = facts
      const { id: packageId, tokens } = offer
      const isNew = await db.asSystem((tx) =>
        changeWallet(tx, userId, clock.now(), async (wallet) => {
          const createdAt = clock.now()
          const purchase = { userId, sessionId, paymentIntentId, packageId, tokens, amountCents, createdAt }
          return (await insertPurchase(tx, purchase)) && creditPurchase(wallet, { sessionId, tokens, amountCents })
        }),
      )
      forget(userId)
      if (isNew) log.info({ event: 'tokens-bought', userId, checkoutId, tokens, amountCents }, 'tokens moved')
      // It may have been refunded before word of the payment came.
      if (facts.chargeId !== null) await reconcile(facts.chargeId)
      return 'credited'
    },
    reconcile,
  }

  async function isOwn({ userId }: Checkout, { customerId }: CheckoutFacts) {
    const customer = await db.asSystem((tx) => findCustomerOf(tx, userId, gateway.provider))
    return customer !== undefined && customer.customerId === customerId
  }
}

const reversedCentsOf = ({ isHeldBack, amountCents, refundedCents }: ChargeFacts) =>
  isHeldBack ? amountCents : refundedCents

/** Tokens go back in the share of the money that went back, a part of a token counting whole. */
const reversedTokensOf = (purchase: Purchase, reversedCents: number) =>
  Math.min(purchase.tokens, Math.ceil((purchase.tokens * reversedCents) / purchase.amountCents))

/** @returns how many tokens were taken back, negative for what was given back; undefined when the purchase has changed since it was seen */
async function adjustLocked(
  tx: Transaction,
  seen: Purchase,
  charge: ChargeFacts,
  wallet: Parameters<typeof reversePurchase>[0] | undefined,
): Promise<number | undefined> {
  const purchase = await lockPurchase(tx, seen.id)
  if (!purchase) return 0
  if (purchase.adjustments !== seen.adjustments) return undefined
  const reversedCents = reversedCentsOf(charge)
  const reversedTokens = reversedTokensOf(purchase, reversedCents)
  const change = reversedTokens - purchase.reversedTokens
  const reasonKey = `reversal:${purchase.id}:${purchase.adjustments + 1}`
  let { owedTokens } = purchase
  if (wallet && change > 0) owedTokens += await reversePurchase(wallet, change, reasonKey)
  if (wallet && change < 0) owedTokens -= await restorePurchase(wallet, -change, owedTokens, reasonKey)
  await savePurchaseReversal(tx, purchase.id, {
    reversedCents,
    reversedTokens,
    owedTokens: Math.min(owedTokens, reversedTokens),
    adjustments: purchase.adjustments + 1,
  })
  return change
}
