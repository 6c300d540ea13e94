// Tests: transactions.test.ts

import { Rounds } from '../rounds.ts'

/** Waits for a place of a user, does the work, and gives the place on. */
export type Places = <T>(userId: string, work: () => Promise<T>) => Promise<T>

/**
 * Places for work of users, who take turns. Whoever has as many as one may have waits here, where waiting costs nothing, and
 * not with a connection in hand.
 *
 * @param perUser places of one user at a time
 * @param inAll places of all
 */
export function createPlaces(perUser: number, inAll: number): Places {
  const taken = new Map<string, number>()
  const waiting = new Rounds<string, () => void>()
  let used = 0

  const countOf = (userId: string) => taken.get(userId) ?? 0

  function change(userId: string, difference: 1 | -1) {
    used += difference
    const count = countOf(userId) + difference
    if (count === 0) taken.delete(userId)
    else taken.set(userId, count)
  }

  function beginNext() {
    while (used < inAll) {
      const begin = waiting.takeNext((userId) => countOf(userId) < perUser)
      if (!begin) return
      begin()
    }
  }

  return async (userId, work) => {
    await new Promise<void>((resolve) => {
      waiting.add(userId, () => {
        change(userId, 1)
        resolve()
      })
      beginNext()
    })
    try {
      return await work()
    } finally {
      change(userId, -1)
      beginNext()
    }
  }
}

/** Does work of one key after the other, in the order of asking; of other keys beside it. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Turns without a limit to how many keys have one. */
export const createTurns = (): Turns => createPlaces(1, Number.POSITIVE_INFINITY)
