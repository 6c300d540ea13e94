// Tests: transactions.test.ts

/** Waits for a place of a user, does the work, and gives the place on. */
export type Places = <T>(userId: string, work: () => Promise<T>) => Promise<T>

/**
 * Places for work of users, given in the order of asking, but for users who have as many as one may have: they wait here,
 * where waiting costs nothing, and not with a connection in hand.
 *
 * @param perUser places of one user at a time
 * @param inAll places of all
 */
export function createPlaces(perUser: number, inAll: number): Places {
  const taken = new Map<string, number>()
  const waiting: { userId: string; begin: () => void }[] = []
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
      const index = waiting.findIndex(({ userId }) => countOf(userId) < perUser)
      const [next] = index === -1 ? [] : waiting.splice(index, 1)
      if (!next) return
      change(next.userId, 1)
      next.begin()
    }
  }

  return async (userId, work) => {
    await new Promise<void>((begin) => {
      waiting.push({ userId, begin })
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
