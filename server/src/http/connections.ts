import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'
import type { Log } from '../log.ts'

/** Networks of one person are not finer than this. */
const IPV6_SUBNET_BITS = 64
/** Above this part of all connections, those that nobody uses make room. */
const CROWDED = 0.8
const WARNING_MILLISECONDS = 60_000

export interface ConnectionLimits {
  /** How long an answer that is under way may stand still before its connection is ended. */
  stalledMilliseconds: number
  /** Connections of one address at a time. */
  perAddress: number
  /** True for an address that speaks for many, such as a proxy; its connections are not counted. */
  isProxy(address: string): boolean
  log: Log
}

/**
 * Keeps connections for those who use them: one whose answer does not move is ended, and one address has only so many.
 * Time that the server takes to answer counts for nothing; requests that come slowly have limits of their own (Node's
 * `headersTimeout`, `requestTimeout`).
 */
export function guardConnections(server: Server, limits: ConnectionLimits): void {
  const { stalledMilliseconds, perAddress, isProxy, log } = limits
  const counts = new Map<string, number>()
  const answersOf = new WeakMap<Socket, number>()
  let warnedAt = Number.NEGATIVE_INFINITY

  function warn(message: string) {
    if (performance.now() - warnedAt < WARNING_MILLISECONDS) return
    warnedAt = performance.now()
    log.warn(message)
  }

  server.on('connection', (socket) => {
    const { remoteAddress } = socket
    if (server.maxConnections > 0 && total(counts) > CROWDED * server.maxConnections) server.closeIdleConnections()
    if (remoteAddress === undefined) return
    const address = normalizeIP(remoteAddress, IPV6_SUBNET_BITS)
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
    })
    if (count <= perAddress || isProxy(remoteAddress)) return
    warn('an address opens more connections than one may have; those above are closed')
    socket.destroy()
  })

  server.on('request', ({ socket }, response) => {
    answersOf.set(socket, (answersOf.get(socket) ?? 0) + 1)
    response.once('close', () => answersOf.set(socket, (answersOf.get(socket) ?? 1) - 1))
  })

  // Node looks at how much of what was written has left before it says so: an answer that is read slowly is none of these.
  server.timeout = stalledMilliseconds
  server.on('timeout', (socket) => {
    const isWaiting = (answersOf.get(socket) ?? 0) > 0
    if (isWaiting && socket.writableLength === 0) return
    if (isWaiting) warn('a connection does not read its answer and is ended')
    socket.destroy()
  })
}

function total(counts: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const count of counts.values()) sum += count
  return sum
}
