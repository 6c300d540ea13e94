import { changeWatchRule, createWatchRule, deleteWatchRule, listWatchRules } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../http/mount.ts'
import type { CheckDependencies } from './check-rules.service.ts'
import { createWatchService } from './watch.service.ts'

export function registerWatchRoutes(app: FastifyInstance, dependencies: CheckDependencies): void {
  const watch = createWatchService(dependencies)
  mount(app, listWatchRules, ({ user }) => watch.list(user))
  mount(app, createWatchRule, ({ user, params, body, signal }) => watch.create(user, params.portfolioId, body, signal))
  mount(app, changeWatchRule, ({ user, params, body, signal }) => watch.change(user, params.ruleId, body, signal))
  mount(app, deleteWatchRule, async ({ user, params }) => {
    await watch.remove(user, params.ruleId)
    return { deleted: true as const }
  })
}
