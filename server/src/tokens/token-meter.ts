// Tests: token-edges.test.ts

import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  can,
  FEATURE_TERMS,
  FORGIVEN_PER_DAY,
  LIMITS,
  type MeteredFeature,
  roleOf,
  toPortfolioId,
} from '@ballast/contract'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { SignedInUser } from '../http/authentication.ts'
import { AppError, errors } from '../http/errors.ts'
import type { Log } from '../log.ts'
import { type AskedUse, createUseLedger } from './use-ledger.ts'

/** How often work under way says that it goes on; a lease lasts three times as long. */
const RENEW_MILLISECONDS = 15_000
const POLL_MILLISECONDS = 150
/** Longer than any work may take: then its process is gone. */
const WAIT_MILLISECONDS = 150_000
/** Time that work under way has to finish when the server stops. */
const STOP_MILLISECONDS = 5_000

export interface MeteredRequest {
  user: SignedInUser
  feature: MeteredFeature
  /** True for what everybody may try: it needs no plan and takes no token. */
  isTrial?: boolean
  /** One of the user's portfolios, as the caller has checked. */
  portfolioId: string | null
  /** The header of that name, one for each click; without it, the same request within 2 seconds counts as one. */
  idempotencyKey: string | undefined
  /** Other input that tells this request from another, such as the prompt; anything that JSON can hold. */
  input?: unknown
  /** Aborted when the client goes away. */
  signal: AbortSignal
}

export interface Outcome<Answer> {
  /** Answer as JSON: it is stored for a day, for the same request made again. */
  answer: Answer
  /** False when nothing worth paying for was made, such as a fallback after a failed model: the tokens go back. */
  delivered: boolean
}

export interface MeteredAnswer<Answer> {
  answer: Answer
  /** The user's tokens afterwards; −1 for admins, who need none. */
  tokensRemaining: number
}

/**
 * The till before everything that costs tokens or needs a plan.
 *
 *     const { answer, tokensRemaining } = await tokenMeter.charge(
 *       { user, feature: 'hedge_analysis', portfolioId, idempotencyKey, input: { customPrompt }, signal },
 *       async (signal) => ({ answer: await analyse(signal), delivered: true }),
 *     )
 *
 * Look for what belongs to nobody or to somebody else (404) and for a bad request (400) before; nothing is read or
 * computed for a user who may not.
 */
export interface TokenMeter {
  /**
   * Refuses who may not, sets the tokens aside, does the work, and keeps them or gives them back: back when the work
   * throws, when it says that nothing was delivered, when the client went away, or when the server stops. Work that a
   * crash cut off is given back within two minutes by the sweeper. An admin pays nothing and is recorded all the same.
   *
   * The same key, or without a key the same request within 2 seconds, is charged once and gets the same answer; who asks
   * while the first is under way waits for it, in whatever process it runs.
   *
   * @param work is given a signal that says when to give up; what it throws is what the client gets
   * @throws AppError 403 `requiresUpgrade` or `requiresPurchase` with the catalogue's words, before any work;
   *   400 when the key is too long; 409 when it was used for another request; 503 when the server is stopping
   */
  charge<Answer>(
    request: MeteredRequest,
    work: (signal: AbortSignal) => Promise<Outcome<Answer>>,
  ): Promise<MeteredAnswer<Answer>>
  /**
   * As far as it can be said without charging: refuses who may not use the feature or has no tokens for it. For answers
   * that are streams, which must refuse before they open.
   */
  assertAllowed(request: Pick<MeteredRequest, 'user' | 'feature'>): Promise<void>
  /** True while a token of the user may still go back today because a model failed. */
  forgives(userId: string): Promise<boolean>
  /** Gives back what dead processes left set aside, and forgets old answers. @returns how many uses were given back */
  sweep(): Promise<number>
  /** Takes no new work, lets what is under way finish for a few seconds, then gives up on it and gives its tokens back. */
  stop(): Promise<void>
}

export interface TokenMeterDependencies {
  db: Database
  clock: Clock
  log: Log
  /** Forgets what is remembered of a user: the very next request sees the new count. */
  forget(userId: string): void
  /** How long `stop` lets work go on. */
  stopMilliseconds?: number
}

/** One for each process. */
export function createTokenMeter(dependencies: TokenMeterDependencies): TokenMeter {
  const { db, clock, log, forget, stopMilliseconds = STOP_MILLISECONDS } = dependencies
  const ledger = createUseLedger({ db, clock, leaseMilliseconds: 3 * RENEW_MILLISECONDS })
  const stopping = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  let isStopping = false

  function note(event: 'tokens-reserved' | 'tokens-spent' | 'tokens-returned', use: AskedUse) {
    const { userId, useId, feature, cost: tokens } = use
    if (tokens > 0) log.info({ event, userId, useId, feature, tokens }, 'tokens moved')
  }

  async function perform<Answer>(
    use: AskedUse,
    request: MeteredRequest,
    work: (signal: AbortSignal) => Promise<Outcome<Answer>>,
  ): Promise<MeteredAnswer<Answer>> {
    const renewing = setInterval(() => {
      ledger.extend(use.useId).catch((error: unknown) => log.warn({ err: error }, 'a lease could not be extended'))
    }, RENEW_MILLISECONDS)
    renewing.unref()
    forget(use.userId)
    note('tokens-reserved', use)
    const signal = AbortSignal.any([request.signal, stopping.signal])
    try {
      const outcome = await unlessAborted(work(signal), signal)
      const settled = (await ledger.settle(use, outcome)) as MeteredAnswer<Answer>
      note(outcome.delivered ? 'tokens-spent' : 'tokens-returned', use)
      return settled
    } catch (error) {
      const refusal = stopping.signal.aborted
        ? errors.unavailable('The server is stopping. Nothing was charged.')
        : error
      await giveBack(use, refusal, request.signal.aborted)
      throw refusal
    } finally {
      clearInterval(renewing)
      forget(use.userId)
    }
  }

  async function giveBack(use: AskedUse, reason: unknown, isAbandoned: boolean) {
    // Whoever waits for the same answer gets the same refusal; if the first asker only went away, they do the work.
    const refusal = isAbandoned || !(reason instanceof AppError) ? undefined : reason.fields
    try {
      await ledger.fail(use, refusal)
      note('tokens-returned', use)
    } catch (error) {
      // The lease runs out and the sweeper gives it back.
      log.error({ err: error, useId: use.useId }, 'tokens could not be given back at once')
    }
  }

  /** The answer of the one who was first, or `undefined` when it failed without words and may be tried anew. */
  async function awaitOther<Answer>(useId: string, signal: AbortSignal): Promise<MeteredAnswer<Answer> | undefined> {
    const deadline = AbortSignal.any([signal, stopping.signal, AbortSignal.timeout(WAIT_MILLISECONDS)])
    for (;;) {
      const found = await ledger.look(useId)
      if (found.state === 'answered') return found.answer as MeteredAnswer<Answer>
      if (found.state === 'refused') throw new AppError(found.refusal)
      if (found.state === 'gone') return undefined
      if (deadline.aborted) throw errors.unavailable('The same request is still under way. Ask again in a moment.')
      await sleep(POLL_MILLISECONDS, undefined, { signal: deadline }).catch(() => undefined)
    }
  }

  async function chargeOnce<Answer>(
    request: MeteredRequest,
    work: (signal: AbortSignal) => Promise<Outcome<Answer>>,
  ): Promise<MeteredAnswer<Answer>> {
    const { user, feature, isTrial = false, portfolioId, idempotencyKey, input } = request
    if (!isTrial) assertOnPlan(user, feature)
    if ((idempotencyKey?.length ?? 0) > LIMITS.idempotencyKeyCharacters) throw errors.badRequest(KEY_TOO_LONG)
    const { purchaseMessage, tokenCost } = FEATURE_TERMS[feature]
    const asked = {
      useId: randomUUID(),
      userId: user.id,
      feature,
      portfolioId: portfolioId && toPortfolioId(portfolioId),
      idempotencyKey,
      cost: isTrial ? 0 : tokenCost,
      fingerprint: fingerprintOf([feature, portfolioId, input ?? null]),
      isUnlimited: can(roleOf(user), 'unlimitedTokens'),
    }
    for (;;) {
      if (isStopping) throw errors.unavailable('The server is stopping. Nothing was charged.')
      const opened = await ledger.open(asked)
      if (opened.state === 'reserved') return perform(asked, request, work)
      if (opened.state === 'answered') return opened.answer as MeteredAnswer<Answer>
      if (opened.state === 'short') throw errors.purchaseRequired(purchaseMessage)
      if (opened.state === 'reused') throw errors.conflict(KEY_REUSED)
      if (opened.state === 'forgotten') throw errors.conflict(ANSWER_FORGOTTEN)
      const answer = await awaitOther<Answer>(opened.useId, request.signal)
      if (answer) return answer
    }
  }

  return {
    async charge(request, work) {
      const task = chargeOnce(request, work)
      underWay.add(task)
      try {
        return await task
      } finally {
        underWay.delete(task)
      }
    },

    async assertAllowed({ user, feature }) {
      assertOnPlan(user, feature)
      const { purchaseMessage, tokenCost } = FEATURE_TERMS[feature]
      if (can(roleOf(user), 'unlimitedTokens') || (await ledger.countTokens(user.id)) >= tokenCost) return
      throw errors.purchaseRequired(purchaseMessage)
    },

    forgives: async (userId) => (await ledger.countForgiven(userId)) < FORGIVEN_PER_DAY,

    async sweep() {
      const uses = await ledger.sweep()
      if (uses > 0) log.info({ event: 'tokens-returned', uses }, 'tokens of work that was cut off moved back')
      return uses
    },

    async stop() {
      isStopping = true
      const deadline = setTimeout(() => stopping.abort(), stopMilliseconds)
      await Promise.allSettled(underWay)
      clearTimeout(deadline)
    },
  }
}

const KEY_TOO_LONG = `The Idempotency-Key is too long. Send at most ${LIMITS.idempotencyKeyCharacters} characters, such as a UUID.`
const KEY_REUSED = 'Another request already used this Idempotency-Key. Make a new one for each request.'
const ANSWER_FORGOTTEN =
  'This Idempotency-Key was answered more than a day ago, and the answer is not kept. Make a new key to ask again.'

function assertOnPlan(user: SignedInUser, feature: MeteredFeature) {
  if (!can(roleOf(user), feature)) throw errors.upgradeRequired(FEATURE_TERMS[feature].upgradeMessage)
}

const fingerprintOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** Work that does not listen to its signal is not waited for. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
    aborted.catch(() => undefined)
  }
}
