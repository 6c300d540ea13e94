// Tests: sharing.test.ts

import { acceptInvitation, endShare, inviteToPortfolio, listShares, withdrawInvitation } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { mount } from '../../http/mount.ts'
import { createSharingService } from './sharing.service.ts'

/** Portfolios that others may read. */
export function registerSharingRoutes(
  app: FastifyInstance,
  deps: { db: Database; clock: Clock; config: Config },
): void {
  const service = createSharingService(deps)
  const { publicUrl } = deps.config
  mount(app, listShares, ({ user }) => service.list(user.id))
  mount(app, inviteToPortfolio, async ({ user, params }) => {
    const { code, ...invitation } = await service.invite(user, params.portfolioId)
    return { ...invitation, url: new URL(`/shared/${code}`, publicUrl).href }
  })
  mount(app, withdrawInvitation, async ({ user, params }) => {
    await service.withdraw(user.id, params.invitationId)
    return { withdrawn: true as const }
  })
  mount(app, acceptInvitation, ({ user, body }) => service.accept(user, body.code))
  mount(app, endShare, async ({ user, params }) => {
    await service.end(user.id, params.shareId)
    return { ended: true as const }
  })
}
