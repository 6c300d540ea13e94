// Tests: payment-edges.test.ts, billing.test.ts

import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import type { SignedInUser } from '../../http/authentication.ts'
import type { PaymentGateway } from '../../payments/payment-gateway.ts'
import { isCustomerMissing } from '../../payments/stripe-facts.ts'
import { findCustomerOf, insertCustomer, replaceCustomer } from './customers.repository.ts'

/** Users as the payment provider knows them. */
export interface Customers {
  /**
   * Does something as the user's customer, who is made when there is none. If the provider knows that customer no more,
   * it is done again as a new one.
   */
  actAs<T>(user: SignedInUser, act: (customerId: string) => Promise<T>): Promise<T>
}

export function createCustomers(dependencies: { db: Database; clock: Clock; gateway: PaymentGateway }): Customers {
  const { db, clock, gateway } = dependencies
  const { provider } = gateway
  const find = (userId: string) => db.asSystem((tx) => findCustomerOf(tx, userId, provider))

  function create({ id: userId, email, firstName, lastName }: SignedInUser, replaces?: string): Promise<string> {
    const name = [firstName, lastName].filter((part) => part !== null).join(' ') || null
    return gateway.createCustomer({ userId, email, name, ...(replaces !== undefined && { replaces }) })
  }

  async function ensure(user: SignedInUser): Promise<string> {
    const known = await find(user.id)
    if (known) return known.customerId
    const customerId = await create(user)
    await db.asSystem((tx) => insertCustomer(tx, { userId: user.id, provider, customerId, createdAt: clock.now() }))
    return (await find(user.id))?.customerId ?? customerId
  }

  return {
    async actAs(user, act) {
      const customerId = await ensure(user)
      try {
        return await act(customerId)
      } catch (error) {
        if (!isCustomerMissing(error)) throw error
        const successor = await create(user, customerId)
        await db.asSystem((tx) => replaceCustomer(tx, customerId, successor, clock.now()))
        return act(successor)
      }
    },
  }
}
