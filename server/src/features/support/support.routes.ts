import { contactSupport } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { mount } from '../../http/mount.ts'
import { fileSupportRequest } from './support.service.ts'

export function registerSupportRoutes(
  app: FastifyInstance,
  { db, clock, config }: { db: Database; clock: Clock; config: { supportEmail: string | undefined } },
): void {
  mount(app, contactSupport, async ({ user, body }) => {
    const { priority } = await fileSupportRequest({ db, clock, supportEmail: config.supportEmail }, user, body)
    return { received: true as const, priority }
  })
}
