// Tests: admin.test.ts

import {
  closeSupportRequest,
  findUsers,
  getAuditLog,
  getUserLedger,
  grantTokens,
  listSupportRequests,
} from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../http/mount.ts'
import {
  type AdminDependencies,
  closeSupportRequestOf,
  giveUserTokens,
  readAuditLog,
  readLedger,
  readSupportRequests,
  searchUsers,
} from './admin.service.ts'

export function registerAdminRoutes(app: FastifyInstance, dependencies: AdminDependencies): void {
  mount(app, findUsers, ({ query }) => searchUsers(dependencies, query.search))
  mount(app, grantTokens, ({ user, body }) => giveUserTokens(dependencies, user, body))
  mount(app, getUserLedger, ({ user, query }) => readLedger(dependencies, user, query))
  mount(app, getAuditLog, ({ query }) => readAuditLog(dependencies, query))
  mount(app, listSupportRequests, () => readSupportRequests(dependencies))
  mount(app, closeSupportRequest, ({ user, body }) => closeSupportRequestOf(dependencies, user, body.requestId))
}
