// Tests: account.test.ts

import { deleteAccount, exportAccount, getAccount, signOutEverywhere } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { deleteAllAccessTokens } from '../../accounts/access-tokens.repository.ts'
import type { AnswerConcurrency } from '../../http/answer-concurrency.ts'
import { sessionCookie } from '../../http/cookies.ts'
import { mount } from '../../http/mount.ts'
import type { Parts } from '../../parts.ts'
import type { AccountBilling } from './account.service.ts'
import { deleteEverything, exportEverything, getAccountBody } from './account.service.ts'

interface AccountDependencies extends Pick<Parts, 'db' | 'clock' | 'sessions'> {
  billing: AccountBilling
  config: { publicUrl: URL }
  beginExport: AnswerConcurrency
}

export function registerAccountRoutes(app: FastifyInstance, dependencies: AccountDependencies): void {
  const { sessions, config } = dependencies
  const cookie = sessionCookie(config.publicUrl)

  mount(app, getAccount, ({ user }) => getAccountBody(dependencies, user))

  mount(app, signOutEverywhere, async ({ user, query, reply, log }) => {
    const endedAccessTokens =
      query.accessTokens === 'yes' ? await dependencies.db.asUser(user.id, deleteAllAccessTokens) : 0
    const endedSessions = await sessions.endAllOf(user.id)
    cookie.clear(reply)
    log.info(
      { event: 'signed-out-everywhere', userId: user.id, endedSessions, endedAccessTokens },
      'signed out everywhere',
    )
    return { endedSessions, endedAccessTokens }
  })

  mount(app, exportAccount, async ({ user, reply }) => {
    await dependencies.beginExport(user.id, reply)
    return exportEverything(dependencies, user)
  })

  mount(app, deleteAccount, async ({ user, body, reply, log }) => {
    await deleteEverything(dependencies, user, body.confirmEmail)
    sessions.forget(user.id)
    cookie.clear(reply)
    log.info({ event: 'account-deleted', userId: user.id }, 'account deleted')
    return { deleted: true as const }
  })
}
