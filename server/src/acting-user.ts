// Tests: features/prices/prices.test.ts, market-data/cache/ticker-budget.test.ts

import { AsyncLocalStorage } from 'node:async_hooks'

const users = new AsyncLocalStorage<string>()

/** Does work for a user, so that whatever shares something out far below knows whose share it is. Never for deciding who may see what. */
export const actFor = <T>(userId: string, work: () => T): T => users.run(userId, work)

/** Whom the present work is for; undefined for work of the service's own. */
export const findActingUser = (): string | undefined => users.getStore()
