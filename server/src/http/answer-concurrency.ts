import type { EventEmitter } from 'node:events'
import { createPlaces } from '../database/places.ts'
import { whenGone } from './when-gone.ts'

/**
 * Lets each user have a few answers of a kind under way at a time: resolves once one of those that they began before has left to
 * the last byte, or has nobody who reads on. A waiting request costs its connection and nothing else.
 */
export type AnswerConcurrency = (
  userId: string,
  reply: { raw: EventEmitter & { destroyed?: boolean } },
) => Promise<void>

/** As many as a browser asks for at a time over HTTP/1.1, so that no screen notices. */
export const ANSWERS_PER_USER = 6

/** @param most answers of one user at a time, each user by themselves */
export function createAnswerConcurrency(most: number): AnswerConcurrency {
  const places = createPlaces(most, Number.POSITIVE_INFINITY)
  return (userId, { raw }) => {
    // Listened to from now on: whoever goes away while they wait is never heard of again.
    const over = new Promise<void>((resolve) => {
      whenGone(raw, resolve)
      raw.once('finish', resolve)
    })
    return new Promise<void>((begin) => {
      void places(userId, () => {
        begin()
        return over
      })
    })
  }
}
