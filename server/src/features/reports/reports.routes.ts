// Tests: reports.test.ts

import { createReportLink, getReportFile, getSharedReport, listReportLinks, revokeReportLink } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { mount } from '../../http/mount.ts'
import { createReportService, type ReportDependencies } from './reports.service.ts'

/** Reports for the kitchen table. */
export function registerReportRoutes(app: FastifyInstance, deps: ReportDependencies & { config: Config }): void {
  const service = createReportService(deps)
  const { publicUrl } = deps.config
  mount(app, getReportFile, ({ user, params: { portfolioId }, query: { paper, amounts }, signal }) =>
    service.getFile({ userId: user.id, portfolioId, paper, hidesAmounts: amounts === 'hidden', signal }),
  )
  mount(app, listReportLinks, ({ user, params }) => service.list(user.id, params.portfolioId))
  mount(app, createReportLink, async ({ user, params: { portfolioId }, body: { amounts, lifetimeDays }, signal }) => {
    const asked = { userId: user.id, portfolioId, hidesAmounts: amounts === 'hidden', lifetimeDays, signal }
    const { token, ...link } = await service.create(asked)
    return { ...link, url: new URL(`/r/${token}`, publicUrl).href }
  })
  mount(app, revokeReportLink, async ({ user, params }) => {
    await service.revoke(user.id, params.linkId)
    return { revoked: true as const }
  })
  mount(app, getSharedReport, ({ params, reply }) => {
    reply.header('x-robots-tag', 'noindex, nofollow')
    return service.open(params.token)
  })
}
