// Tests: sign-in.test.ts

import formBody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { EMBEDDED_PATH, type EmbeddedIdentityProvider } from '../../accounts/embedded-identity-provider.ts'
import { assertLocalRequest } from '../../http/local-request.ts'
import { renderSignInFailure, renderSignInForm } from './embedded-sign-in-page.ts'

export const SIGN_OUT_SCRIPT = `${EMBEDDED_PATH}/sign-out.js`

const FORM_BYTES = 10 * 1024
const formSchema = z.object({
  email: z.string().trim().max(320).default(''),
  name: z.string().trim().max(200).default(''),
})

/** Serves the embedded identity provider beside the app. Only to who sits at this machine. */
export function registerEmbeddedSignInRoutes(
  app: FastifyInstance,
  provider: EmbeddedIdentityProvider,
  publicUrl: URL,
): void {
  const protect = (scope: FastifyInstance) => {
    scope.addHook('onRequest', async (request) => assertLocalRequest(request, publicUrl))
    // No part of the API: kept out of its documentation.
    scope.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true }
    })
  }

  app.register(async (scope) => {
    protect(scope)
    scope.addHook('onRoute', (route) => {
      route.bodyLimit = FORM_BYTES
    })
    await scope.register(formBody)
    mountForm(scope, provider)
    scope.get(SIGN_OUT_SCRIPT, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send("document.querySelector('button').click()\n"),
    )
  })

  app.register(async (scope) => {
    protect(scope)
    scope.removeAllContentTypeParsers()
    // The provider reads the body itself.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value)
      }
      const raw = request.raw as typeof request.raw & { originalUrl?: string }
      raw.originalUrl = raw.url ?? ''
      raw.url = raw.originalUrl.slice(EMBEDDED_PATH.length)
      await provider.handle(raw, reply.raw)
    }
    scope.route({ method: ['GET', 'POST'], url: `${EMBEDDED_PATH}/*`, handler })
  })
}

function mountForm(scope: FastifyInstance, provider: EmbeddedIdentityProvider) {
  const path = `${EMBEDDED_PATH}/interaction/:uid`
  const html = (reply: FastifyReply, status: number, page: string) =>
    reply.code(status).type('text/html; charset=utf-8').send(page)
  const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? ''
  const gone = (reply: FastifyReply) => html(reply, 400, renderSignInFailure('This sign-in has run out.'))

  scope.get(path, async (request, reply) => {
    if (!(await provider.hasInteraction(request.raw, reply.raw))) return gone(reply)
    return html(reply, 200, renderSignInForm({ action: pathOf(request), email: '', name: '', problem: undefined }))
  })

  scope.post(path, async (request, reply) => {
    if (!(await provider.hasInteraction(request.raw, reply.raw))) return gone(reply)
    const form = formSchema.safeParse(request.body ?? {})
    const { email, name } = form.data ?? { email: '', name: '' }
    if (!z.email().safeParse(email).success) {
      const problem =
        email === '' ? 'Enter an e-mail address.' : 'This is not an e-mail address. Write it like ann@example.com.'
      return html(reply, 400, renderSignInForm({ action: pathOf(request), email, name, problem }))
    }
    return reply.redirect(await provider.signIn(request.raw, reply.raw, { email, name }), 303)
  })
}
