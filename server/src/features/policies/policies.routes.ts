import {
  adoptImportedLots,
  changePolicy,
  checkPolicy,
  closePolicy,
  createPolicy,
  getPolicy,
  listPolicies,
  listPolicyProposals,
  listUnwatchedOptions,
} from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../http/mount.ts'
import { createPolicyService, type PolicyDependencies } from './policies.service.ts'

export function registerPolicyRoutes(app: FastifyInstance, dependencies: PolicyDependencies): void {
  const policies = createPolicyService(dependencies)
  mount(app, listPolicies, ({ user }) => policies.list(user))
  mount(app, createPolicy, ({ user, params, body, signal }) =>
    policies.create(user, params.portfolioId, body, { signal }),
  )
  mount(app, getPolicy, ({ user, params }) => policies.get(user, params.policyId))
  mount(app, changePolicy, ({ user, params, body, signal }) => policies.change(user, params.policyId, body, signal))
  mount(app, checkPolicy, ({ user, params, signal }) => policies.check(user, params.policyId, signal))
  mount(app, adoptImportedLots, ({ user, params }) => policies.adopt(user, params.policyId))
  mount(app, closePolicy, ({ user, params, body }) => policies.close(user, params.policyId, body))
  mount(app, listUnwatchedOptions, ({ user, params }) => policies.listUnwatched(user, params.portfolioId))
  mount(app, listPolicyProposals, ({ user, params }) => policies.propose(user, params.portfolioId))
}
