// Tests: sharing.test.ts

import { acceptInvitation, endShare, inviteToPortfolio, listShares, withdrawInvitation } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../http/mount.ts'
import { createSharingService, type SharingDependencies } from './sharing.service.ts'

/** Portfolios that others may read. */
export function registerSharingRoutes(app: FastifyInstance, deps: SharingDependencies): void {
  const service = createSharingService(deps)
  const { publicUrl } = deps.config
  mount(app, listShares, ({ user }) => service.list(user.id))
  mount(app, inviteToPortfolio, async ({ user, params, body }) => {
    const { code, ...invitation } = await service.invite(user, params.portfolioId, body.email ?? null)
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
