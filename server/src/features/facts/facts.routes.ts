// Tests: facts.test.ts

import { getFact } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../http/mount.ts'
import type { FactsService } from './facts.service.ts'

export function registerFactRoutes(app: FastifyInstance, { facts }: { facts: FactsService }): void {
  mount(app, getFact, ({ user, params, signal }) => facts.get(user, params.factId, signal))
}
