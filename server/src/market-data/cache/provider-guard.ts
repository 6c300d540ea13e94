// Tests: ../live-market-data.test.ts

import { createCircuitBreaker, type Settle } from '../../circuit-breaker.ts'
import type { Clock } from '../../clock.ts'
import type { LeaseRepository } from '../../database/lease.repository.ts'
import { measure, secondsSince } from '../../measurements.ts'
import { createProviderFailures, ProviderFailure } from '../failures.ts'
import type { MarketDataProvider } from '../provider.ts'

const BREAKER = { failuresToOpen: 5, restMilliseconds: 30_000 }

/** The part of the log that market data writes to. */
export interface WarningLog {
  warn(fields: object, message: string): void
}

/** The door to a provider: shut while it rests, whether it asked for that or keeps failing. */
export interface ProviderGuard {
  /** Runs a call to the provider; throws a ProviderFailure, `resting` without having called when the door is shut. */
  call<T>(what: string, work: () => Promise<T>): Promise<T>
  /** True while the provider is left alone. */
  isResting(): boolean
}

interface GuardOptions {
  provider: Pick<MarketDataProvider, 'source' | 'displayName'>
  leases: LeaseRepository
  clock: Clock
  log: WarningLog
}

export function createProviderGuard({ provider, leases, clock, log }: GuardOptions): ProviderGuard {
  const failures = createProviderFailures(provider.source)
  const breaker = createCircuitBreaker({ clock, ...BREAKER })
  // Told by any process, heeded by all: the provider counts the requests of a whole address.
  const coolDown = `${provider.source}:cool-down`
  let restUntil = 0

  async function restAll(seconds: number): Promise<void> {
    const now = clock.now()
    restUntil = now.getTime() + seconds * 1000
    await leases.acquire({ names: [coolDown], holder: provider.source, now, expiresAt: new Date(restUntil) })
  }

  async function findRestMs(now: Date): Promise<number> {
    if (restUntil <= now.getTime()) restUntil = (await leases.listHeld([coolDown], now)).get(coolDown)?.getTime() ?? 0
    return restUntil - now.getTime()
  }

  async function judge(error: unknown, what: string, settle: Settle): Promise<void> {
    if (!(error instanceof ProviderFailure)) return settle(undefined)
    const isPenalised = error.consequence === 'penalise'
    settle(!isPenalised)
    if (isPenalised) {
      log.warn({ failure: error.code, what, reason: error.message }, `${provider.displayName} failed`)
    }
    if (error.retryAfterSeconds !== null) await restAll(error.retryAfterSeconds)
  }

  return {
    async call(what, work) {
      const restMs = await findRestMs(clock.now())
      const begun = performance.now()
      const tell = (outcome: string) =>
        measure('provider-call', { provider: provider.source, outcome, seconds: secondsSince(begun) })
      const settle = restMs > 0 ? undefined : breaker.admit()
      if (!settle) {
        tell('resting')
        throw failures.resting((restMs > 0 ? restMs : breaker.waitMilliseconds()) / 1000)
      }
      try {
        const result = await work()
        tell('answered')
        settle(true)
        return result
      } catch (error) {
        tell(error instanceof ProviderFailure ? error.code : 'internal')
        await judge(error, what, settle)
        throw error
      }
    },
    isResting: () => breaker.isOpen() || restUntil > clock.now().getTime(),
  }
}
