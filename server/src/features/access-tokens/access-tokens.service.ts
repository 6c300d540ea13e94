// Tests: access-tokens.test.ts

import { ACCESS_TOKEN_LIMITS, type AccessScope, type AccessToken, MCP_PATH } from '@ballast/contract'
import {
  deleteAccessToken,
  insertAccessToken,
  listAccessTokens,
  type StoredAccessToken,
} from '../../accounts/access-tokens.repository.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { errors } from '../../http/errors.ts'
import { isId } from '../../portfolios/portfolio.repository.ts'

export interface AccessTokenDependencies {
  db: Database
  clock: Clock
  config: { publicUrl: URL }
}

/** Creates the service for a user's access tokens. */
export function createAccessTokenService({ db, clock, config }: AccessTokenDependencies) {
  return {
    async list(userId: string) {
      const now = clock.now()
      const stored = await db.asUser(userId, listAccessTokens)
      return { tokens: stored.map((token) => toBody(token, now)), mcpUrl: new URL(MCP_PATH, config.publicUrl).href }
    },

    /** @throws AppError 409 when the user has as many tokens as an account can have */
    async create(userId: string, request: { name: string; scopes: readonly AccessScope[]; lifetimeDays: number }) {
      const now = clock.now()
      const made = await db.asUser(userId, (tx) => insertAccessToken(tx, { ...request, userId, now }))
      if (!made) {
        throw errors.conflict(
          `You have ${ACCESS_TOKEN_LIMITS.perUser} access tokens, the most an account can have. Revoke one that you no longer use.`,
        )
      }
      return { ...toBody(made.stored, now), token: made.token }
    },

    /** @throws AppError 404 when the user has no such token */
    async revoke(userId: string, tokenId: string): Promise<void> {
      const isGone = isId(tokenId) && (await db.asUser(userId, (tx) => deleteAccessToken(tx, tokenId)))
      if (!isGone) throw errors.notFound('access token')
    },
  }
}

const toBody = ({ createdAt, expiresAt, ...token }: StoredAccessToken, now: Date): AccessToken => ({
  ...token,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  expired: expiresAt <= now,
})
