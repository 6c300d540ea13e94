// Tests: sign-in.test.ts, external-sign-in.test.ts

import { getCurrentUser, getVisitor, login, loginCallback, logout } from '@ballast/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findPreferences } from '../../accounts/preferences.ts'
import { SESSION_SECONDS } from '../../accounts/sessions.repository.ts'
import { SIGN_IN_SECONDS } from '../../accounts/sign-ins.repository.ts'
import { toUserBody } from '../../accounts/users.ts'
import type { Database } from '../../database/database.ts'
import type { SignedInUser } from '../../http/authentication.ts'
import { sessionCookie, signInCookie } from '../../http/cookies.ts'
import { mount } from '../../http/mount.ts'
import type { SignInService } from './sign-in.service.ts'

/** Sign-in, its answer, sign-out, and who is signed in. */
export function registerSignInRoutes(app: FastifyInstance, service: SignInService, publicUrl: URL, db: Database): void {
  const session = sessionCookie(publicUrl)
  const pending = signInCookie(publicUrl)

  const toCurrentUser = async (user: SignedInUser) => ({
    ...toUserBody(user),
    preferences: await findPreferences({ db }, user.id),
  })
  mount(app, getCurrentUser, ({ user }) => toCurrentUser(user))
  mount(app, getVisitor, async ({ user }) => ({ user: user ? await toCurrentUser(user) : null }))

  mount(app, login, async ({ query, request, reply }) => {
    // The cookie of the sign-in would stay behind at another name of this machine, e.g. localhost for 127.0.0.1. Who was
    // sent on already is there, behind a proxy that calls this server by a name of its own.
    if (request.host !== publicUrl.host && query.again === undefined)
      return { location: service.toLoginAddress(query.returnTo) }
    const { location, token } = await service.begin(query.returnTo)
    pending.set(reply, token, SIGN_IN_SECONDS)
    return { location }
  })

  mount(app, loginCallback, async ({ request, reply, log }) => {
    const answer = {
      address: request.url,
      pendingToken: pending.read(request),
      previousSessionToken: session.read(request),
      userAgent: request.headers['user-agent'],
    }
    const { sessionToken, returnTo, userId } = await service.finish(answer).catch((error: unknown) => {
      log.warn({ event: 'sign-in-refused', reason: toReason(error) }, 'a sign-in was refused')
      throw error
    })
    pending.clear(reply)
    session.set(reply, sessionToken, SESSION_SECONDS)
    log.info({ event: 'signed-in', userId }, 'signed in')
    return { location: returnTo }
  })

  mount(app, logout, async ({ request, reply, log }) => {
    // A picture or a link on another site must not sign anybody out.
    if (isFromElsewhere(request)) return { location: '/' }
    const token = session.read(request)
    session.clear(reply)
    if (token === undefined) return { location: '/' }
    const location = await service.end(token)
    log.info({ event: 'signed-out' }, 'signed out')
    return { location }
  })
}

/** Returns what the library found wrong; its messages name claims and checks, not their values. */
function toReason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : ''
}

function isFromElsewhere(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  return site === 'cross-site' || site === 'same-site'
}
