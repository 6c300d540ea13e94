import { RATE_LIMITS_PER_MINUTE } from '@ballast/contract'
import rateLimit, { type FastifyRateLimitStore, normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors } from './errors.ts'
import type { RateCounter } from './rate-counter.repository.ts'

const IPV6_SUBNET_BITS = 64

/**
 * Limits requests per user, or per address when nobody is signed in, over all processes. `app.rateLimit` makes the hook
 * of a route.
 */
export async function registerRateLimit(app: FastifyInstance, counter: RateCounter): Promise<void> {
  class SharedStore implements FastifyRateLimitStore {
    incr(key: string, done: Parameters<FastifyRateLimitStore['incr']>[1], _window?: number, budget = 1) {
      counter.hit(key, budget).then(
        ({ current, millisecondsToReset }) => done(null, { current, ttl: millisecondsToReset }),
        (error) => done(error),
      )
    }
    child() {
      return this
    }
  }
  await app.register(rateLimit, {
    global: false,
    store: SharedStore,
    // The limit protects the service; it must not take it down when the database is away.
    skipOnError: true,
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request, { ttl }) => errors.tooManyRequests(Math.max(1, Math.ceil(ttl / 1000))),
  })
}

/**
 * The hook that counts a request of a route against its budget.
 *
 * @param multiplier from `RATE_LIMITS`
 * @param name of the count, where a budget is not shared with other routes of its size
 */
export function limitRate(app: FastifyInstance, limit: Budget, multiplier: number, name: string = limit) {
  return app.rateLimit({
    max: budgetOf(limit, multiplier),
    timeWindow: '1 minute',
    keyGenerator: (request) => `${name}:${toSubject(request)}`,
  })
}

/**
 * Counts what no hook of a route counts, such as the use of a tool, against a budget.
 *
 * @param subject whose budget it is: a user, or an access token
 * @throws AppError 429 when the budget of this minute is used up
 */
export async function countAgainst(
  counter: RateCounter,
  { limit, subject, multiplier }: { limit: Budget; subject: string; multiplier: number },
): Promise<void> {
  const budget = budgetOf(limit, multiplier)
  // As for requests: the limit must not take the service down when the database cannot count.
  const hit = await counter.hit(`${limit}:${subject}`, budget).catch(() => undefined)
  if (hit && hit.current > budget) throw errors.tooManyRequests(Math.max(1, Math.ceil(hit.millisecondsToReset / 1000)))
}

type Budget = keyof typeof RATE_LIMITS_PER_MINUTE

const budgetOf = (limit: Budget, multiplier: number) =>
  Math.max(1, Math.round(RATE_LIMITS_PER_MINUTE[limit] * multiplier))

/** Visitors of a demo count by address: who has used up the budget of one would come back as another. */
const toSubject = (request: FastifyRequest) =>
  request.user && !request.user.demoUntil ? request.user.id : toAddress(request)

/** Where a request comes from; all addresses that one household or machine has of IPv6 are one. */
export const toAddress = (request: FastifyRequest) => normalizeIP(request.ip, IPV6_SUBNET_BITS)
