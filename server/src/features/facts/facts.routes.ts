// Tests: facts.test.ts

import { getFact } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../http/mount.ts'
import { createOpenFacts, type OpenFactDependencies } from './open-facts.service.ts'

export function registerFactRoutes(app: FastifyInstance, dependencies: OpenFactDependencies): void {
  const facts = createOpenFacts(dependencies)
  mount(app, getFact, ({ user, params, signal }) => facts.get(user, params.factId, signal))
}
