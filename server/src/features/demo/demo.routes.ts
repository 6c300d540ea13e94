// Tests: demo.test.ts

import { startDemo } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { SESSION_SECONDS } from '../../accounts/sessions.repository.ts'
import type { Config } from '../../config.ts'
import { sessionCookie } from '../../http/cookies.ts'
import { errors } from '../../http/errors.ts'
import { mount } from '../../http/mount.ts'
import { toAddress } from '../../http/rate-limit.ts'
import { findSessionUser } from '../../http/session-user.ts'
import { beginVisit, type DemoDependencies } from './demo.service.ts'

interface Dependencies extends DemoDependencies {
  config: Pick<Config, 'identity' | 'publicUrl'>
}

/** The door of a public demo; on any other server it leads nowhere. */
export function registerDemoRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { config } = dependencies
  const cookie = sessionCookie(config.publicUrl)

  mount(app, startDemo, async ({ request, reply, log }) => {
    if (config.identity.kind !== 'demo') throw errors.notFound('demo')
    const address = toAddress(request)
    const known = await findSessionUser(request)
    if (known?.demoUntil) return { demoUntil: known.demoUntil.toISOString() }
    const userAgent = request.headers['user-agent']
    const { userId, demoUntil, sessionToken } = await beginVisit(dependencies, { address, userAgent })
    cookie.set(reply, sessionToken, SESSION_SECONDS)
    log.info({ event: 'demo-begun', userId }, 'a visitor began the demo')
    return { demoUntil: demoUntil.toISOString() }
  })
}
