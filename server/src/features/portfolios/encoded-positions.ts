// Tests: portfolios.test.ts

import { createHash } from 'node:crypto'
import type { Position } from '@ballast/contract'
import { BoundedCache } from '../../bounded-cache.ts'

const MAX_BYTES = 32 * 1024 * 1024

export interface EncodedPositions {
  body: Buffer
  etag: string
}

/** Sources of the answer; when one of them differs, the answer is made again. */
export interface AnswerOrigin {
  version: number
  /** The names come from here. */
  source: string
}

interface Kept extends EncodedPositions, AnswerOrigin {
  expiresAt: number
}

/** Encoded lists of positions, so that unchanged data are neither selected nor encoded again. Keys carry the user. */
export class EncodedPositionsCache {
  readonly #cache = new BoundedCache<Kept>(MAX_BYTES)

  find(userId: string, portfolioId: string, origin: AnswerOrigin, now: Date): EncodedPositions | undefined {
    const kept = this.#cache.get(keyOf(userId, portfolioId))
    const isCurrent = kept?.version === origin.version && kept.source === origin.source
    return isCurrent && now.getTime() < kept.expiresAt ? kept : undefined
  }

  /** @param expiresAt instant until which the names in it are good, in milliseconds */
  keep(
    userId: string,
    portfolioId: string,
    positions: readonly Position[],
    origin: AnswerOrigin,
    expiresAt: number,
  ): EncodedPositions {
    const body = Buffer.from(JSON.stringify(positions))
    const etag = `${origin.version}-${createHash('sha256').update(body).digest('base64url').slice(0, 22)}`
    this.#cache.set(keyOf(userId, portfolioId), { body, etag, expiresAt, ...origin }, body.length)
    return { body, etag }
  }
}

const keyOf = (userId: string, portfolioId: string) => `${userId} ${portfolioId}`
