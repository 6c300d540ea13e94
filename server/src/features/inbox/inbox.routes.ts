import { countUnread, listInbox, markInboxRead } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { mount } from '../../http/mount.ts'
import { createInboxService } from './inbox.service.ts'

export function registerInboxRoutes(app: FastifyInstance, dependencies: { db: Database; clock: Clock }): void {
  const inbox = createInboxService(dependencies)
  mount(app, countUnread, ({ user }) => inbox.count(user.id))
  mount(app, listInbox, ({ user }) => inbox.list(user.id))
  mount(app, markInboxRead, ({ user }) => inbox.read(user.id))
}
