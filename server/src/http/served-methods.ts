// Tests: http.test.ts

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from './errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Methods by the path of their route, such as `/api/portfolios/:portfolioId`. */
    servedMethods: Map<string, Set<string>>
  }
}

/** Remembers by which methods each path is served, of every route that is made after this. */
export function recordServedMethods(app: FastifyInstance): void {
  const served = new Map<string, Set<string>>()
  app.decorate('servedMethods', served)
  app.addHook('onRoute', ({ url, method }) => {
    served.set(url, new Set([...(served.get(url) ?? []), ...[method].flat()]))
  })
}

/**
 * Refuses a request that no route takes: one by a method that an address of the API does not serve is told which it does.
 * HEAD and OPTIONS are served nowhere but where they are needed, and not offered elsewhere.
 *
 * @throws AppError 405 with `Allow`, or 404
 */
export function refuseUnserved({ method, url, server }: FastifyRequest, reply: FastifyReply): never {
  const methods = method === 'HEAD' || method === 'OPTIONS' ? [] : findMethods(server.servedMethods, url)
  if (methods.length === 0) throw errors.ofStatus(404)
  reply.header('allow', methods.join(', '))
  throw errors.methodNotAllowed()
}

function findMethods(served: FastifyInstance['servedMethods'], address: string): string[] {
  const path = address.split('?', 1)[0] ?? ''
  if (!path.startsWith('/api/')) return []
  const methods = [...served].flatMap(([route, methods]) => (isAt(route, path.split('/')) ? [...methods] : []))
  return [...new Set(methods)].toSorted()
}

function isAt(route: string, path: readonly string[]): boolean {
  const parts = route.split('/')
  return parts.length === path.length && parts.every((part, index) => part.startsWith(':') || part === path[index])
}
