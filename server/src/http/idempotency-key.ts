import type { FastifyRequest } from 'fastify'

/** The `Idempotency-Key` of a request, one for each click; undefined without one. */
export function readIdempotencyKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const key = headers['idempotency-key']
  return typeof key === 'string' && key !== '' ? key : undefined
}
