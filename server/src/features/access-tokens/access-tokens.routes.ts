// Tests: access-tokens.test.ts

import { createAccessToken, listAccessTokens, revokeAccessToken } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../http/mount.ts'
import { type AccessTokenDependencies, createAccessTokenService } from './access-tokens.service.ts'

export function registerAccessTokenRoutes(app: FastifyInstance, dependencies: AccessTokenDependencies): void {
  const tokens = createAccessTokenService(dependencies)

  mount(app, listAccessTokens, ({ user }) => tokens.list(user.id))

  mount(app, createAccessToken, async ({ user, body, log }) => {
    const made = await tokens.create(user.id, body)
    const { id: accessTokenId, scopes } = made
    log.info({ event: 'access-token-created', userId: user.id, accessTokenId, scopes }, 'access token created')
    return made
  })

  mount(app, revokeAccessToken, async ({ user, params, log }) => {
    await tokens.revoke(user.id, params.tokenId)
    const accessTokenId = params.tokenId
    log.info({ event: 'access-token-revoked', userId: user.id, accessTokenId }, 'access token revoked')
    return { revoked: true as const }
  })
}
