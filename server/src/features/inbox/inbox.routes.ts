import { countUnread, listInbox, markInboxRead } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../http/mount.ts'
import type { Parts } from '../../parts.ts'
import { createInboxService } from './inbox.service.ts'

export function registerInboxRoutes(app: FastifyInstance, dependencies: Pick<Parts, 'db' | 'clock'>): void {
  const inbox = createInboxService(dependencies)
  mount(app, countUnread, ({ user }) => inbox.count(user.id))
  mount(app, listInbox, ({ user }) => inbox.list(user.id))
  mount(app, markInboxRead, ({ user }) => inbox.read(user.id))
}
