import type { Call } from '@ballast/contract'
import { LIMITS } from '@ballast/contract'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refusal } from './mount.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for calls that another server makes and proves by a signature; no browser is behind them. */
    isSigned?: boolean
  }
}

/** Input of the handler of a signed call: the bytes as they came, for only they can be checked. */
export interface SignedCallContext {
  body: Buffer
  request: FastifyRequest
  log: FastifyBaseLogger
}

/**
 * Serves a call of the contract that proves itself by a signature over its raw body. Nothing of the body is looked at
 * before `handle` has checked it.
 */
export function mountSigned<const C extends Call & { signed: true }>(
  app: FastifyInstance,
  call: C,
  handle: (context: SignedCallContext) => Promise<z.output<C['response']>>,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route({
      method: call.method,
      url: call.path,
      bodyLimit: call.bodyLimit ?? LIMITS.jsonBodyBytes,
      schema: {
        summary: call.summary,
        tags: [call.tag],
        response: {
          200: { description: 'Stored.', content: { 'application/json': { schema: call.response } } },
          400: refusal('The signature is missing, wrong or too old.'),
          404: refusal('Nothing that would be signed is set up on this server.'),
          413: refusal('The body is too large.'),
          500: refusal('It was not stored; send it again.'),
          503: refusal('It was not stored; send it again.'),
        },
      },
      config: { isSigned: true },
      handler: async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const answer = await handle({ body, request, log: request.log })
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(z.encode(call.response, answer)))
      },
    })
  })
}
