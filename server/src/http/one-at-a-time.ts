import type { EventEmitter } from 'node:events'

/**
 * Lets each user have one answer of a kind under way at a time: resolves once all that they began before have left to the last
 * byte, or have nobody who reads on. Waiting costs nothing but the connection.
 */
export type OneAtATime = (userId: string, reply: { raw: EventEmitter }) => Promise<void>

/** Turns of a kind of answer, each user by themselves. */
export function createOneAtATime(): OneAtATime {
  const lastOf = new Map<string, Promise<unknown>>()
  return async (userId, { raw }) => {
    const before = lastOf.get(userId)
    const over = new Promise((resolve) => raw.once('close', resolve).once('finish', resolve))
    const turn = Promise.all([before, over]).then(() => {
      if (lastOf.get(userId) === turn) lastOf.delete(userId)
    })
    lastOf.set(userId, turn)
    await before
  }
}
