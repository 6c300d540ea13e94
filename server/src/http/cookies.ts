import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A cookie that only this server reads: no script sees it, no other site's request but a top-level visit bears it. */
export interface PrivateCookie {
  readonly name: string
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, value: string, maxAgeSeconds: number): void
  clear(reply: FastifyReply): void
}

/**
 * Behind TLS the name begins with `__Host-`, with which a browser refuses one set by a sister domain or without Secure.
 *
 * @param name without prefix
 */
export function privateCookie(name: string, publicUrl: URL): PrivateCookie {
  const secure = publicUrl.protocol === 'https:'
  const fullName = secure ? `__Host-${name}` : name
  const options: CookieSerializeOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure }
  return {
    name: fullName,
    read: (request) => request.cookies[fullName] || undefined,
    set: (reply, value, maxAge) => void reply.setCookie(fullName, value, { ...options, maxAge }),
    clear: (reply) => void reply.clearCookie(fullName, options),
  }
}

export const sessionCookie = (publicUrl: URL) => privateCookie('ballast_session', publicUrl)
export const signInCookie = (publicUrl: URL) => privateCookie('ballast_sign_in', publicUrl)
