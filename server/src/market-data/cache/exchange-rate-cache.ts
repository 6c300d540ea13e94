// Tests: ../live-market-data.test.ts

import type { Clock } from '../../clock.ts'
import type { LeaseRepository } from '../../database/lease.repository.ts'
import { ProviderFailure } from '../failures.ts'
import type { ExchangeRate } from '../market-data.ts'
import { isImplausibleJump } from '../price-plausibility.ts'
import type { MarketDataProvider } from '../provider.ts'
import type { ExchangeRateRepository } from './exchange-rate.repository.ts'
import type { ProviderGuard } from './provider-guard.ts'
import { createSharedLoad } from './shared-load.ts'

const MAX_AGE_MS = 15 * 60_000
const COLLECT_MS = 10
const CURRENCY = /^[A-Z]{3}$/

export interface ExchangeRateCacheOptions {
  provider: MarketDataProvider
  guard: ProviderGuard
  repository: ExchangeRateRepository
  leases: LeaseRepository
  holder: string
  clock: Clock
}

export interface ExchangeRateCache {
  getExchangeRates(request: { from: readonly string[]; to: string }): Promise<ReadonlyMap<string, ExchangeRate>>
}

/** Exchange rates out of the database; an old rate with its date stands in when the provider fails. */
export function createExchangeRateCache(options: ExchangeRateCacheOptions): ExchangeRateCache {
  const { provider, guard, repository, clock } = options
  /** Pairs that the provider has no rate for, until when they are not asked for again. */
  const unknownUntil = new Map<string, number>()

  const shared = createSharedLoad({
    ...options,
    name: `${provider.source}:rate`,
    collectMs: COLLECT_MS,
    async listStoredSince(pairs, since) {
      const stored = new Set<string>()
      for (const [to, from] of groupByTarget(pairs)) {
        for (const [currency, { fetchedAt }] of await repository.list(from, to)) {
          if (fetchedAt >= since) stored.add(toPair(currency, to))
        }
      }
      return stored
    },
    async load(pairs) {
      for (const [to, from] of groupByTarget(pairs)) await loadRates(from, to)
    },
  })

  async function loadRates(from: readonly string[], to: string): Promise<void> {
    try {
      const rates = await guard.call('exchange rates', () => provider.fetchExchangeRates(from, to))
      const before = await repository.list(from, to)
      const believed = rates.filter((rate) => {
        const last = before.get(rate.from)?.rate
        return !last || !isImplausibleJump(rate.rate, last.rate)
      })
      const now = clock.now()
      await repository.save(believed, now)
      for (const currency of from) {
        const isKnown = rates.some((rate) => rate.from === currency)
        if (!isKnown) unknownUntil.set(toPair(currency, to), now.getTime() + MAX_AGE_MS)
      }
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
    }
  }

  return {
    async getExchangeRates({ from, to }) {
      const now = clock.now()
      const found = new Map<string, ExchangeRate>()
      if (from.includes(to)) {
        found.set(to, { from: to, to, rate: 1, asOf: now.toISOString(), source: provider.source })
      }
      const wanted = [...new Set(from)].filter((currency) => currency !== to && CURRENCY.test(currency))
      const stored = await repository.list(wanted, to)
      const outdated = wanted.filter((currency) => {
        const fetchedAt = stored.get(currency)?.fetchedAt.getTime()
        if (fetchedAt !== undefined) return now.getTime() - fetchedAt > MAX_AGE_MS
        return (unknownUntil.get(toPair(currency, to)) ?? 0) <= now.getTime()
      })
      if (outdated.length > 0) {
        await shared.load(
          outdated.map((currency) => toPair(currency, to)),
          now,
        )
        for (const [currency, record] of await repository.list(outdated, to)) stored.set(currency, record)
      }
      for (const [currency, { rate }] of stored) found.set(currency, rate)
      return found
    },
  }
}

function toPair(from: string, to: string): string {
  return `${from}${to}`
}

/** Currencies to convert, by the currency they are converted into. */
function groupByTarget(pairs: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const pair of pairs) {
    const [from, to] = [pair.slice(0, 3), pair.slice(3)]
    groups.set(to, [...(groups.get(to) ?? []), from])
  }
  return groups
}
