import { PRICE_MAX_AGE_SECONDS } from '@ballast/contract'
import type { Clock } from '../../clock.ts'
import type { LeaseRepository } from '../../database/lease.repository.ts'
import { type FailureCode, ProviderFailure } from '../failures.ts'
import {
  type ChainAnswer,
  type ChainSlice,
  type EmptyChainReason,
  encodeChain,
  type OptionChainProvider,
  toSliceKey,
} from '../options/option-chain.ts'
import type { OptionChainRepository, StoredChain } from './option-chain.repository.ts'
import { waitAtMost } from './patience.ts'
import type { ProviderGuard } from './provider-guard.ts'
import { createSharedLoad } from './shared-load.ts'

/** A ticker without options seldom gets any. */
const EMPTY_SECONDS = 3600
/** A key that is refused options is not tried again with every click. */
const REFUSED_SECONDS = 60
const COLLECT_MS = 5
/** A chain of many expiries takes several calls. */
const PATIENCE_MS = 25_000
const CONCLUSIONS: Partial<Record<FailureCode, EmptyChainReason>> = {
  'unknown-ticker': 'unknown-ticker',
  'no-data': 'no-options',
}

export interface OptionChainCacheOptions {
  provider: OptionChainProvider
  guard: ProviderGuard
  repository: OptionChainRepository
  leases: LeaseRepository
  holder: string
  clock: Clock
  /** How long a caller waits for a chain that has to be fetched. */
  patienceMs?: number
}

export interface OptionChainCache {
  getOptionChain(request: { ticker: string; slice: ChainSlice; maxAgeSeconds?: number }): Promise<ChainAnswer>
}

/** Chains out of the database, shared by all users and processes, fetched again when they are older than asked for. */
export function createOptionChainCache(options: OptionChainCacheOptions): OptionChainCache {
  const { provider, guard, repository, clock, patienceMs = PATIENCE_MS } = options
  let refusedAt: Date | undefined
  /** Why the provider last failed, while it is left alone too. */
  let lastFailure: FailureCode | undefined

  async function load(key: string): Promise<void> {
    const [ticker = '', slice = ''] = key.split(' ')
    const save = (emptyReason: EmptyChainReason | null, encoded: string) =>
      repository.save(ticker, slice, { emptyReason, encoded, fetchedAt: clock.now() })
    try {
      const answer = await guard.call(`options ${key}`, () => provider.fetchOptionChain(ticker, toSlice(slice)))
      refusedAt = undefined
      if (typeof answer === 'string') await save(answer, '')
      else await save(null, encodeChain(answer))
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      if (error.code !== 'resting') lastFailure = error.code
      const conclusion = CONCLUSIONS[error.code]
      if (conclusion) await save(conclusion, '')
      if (error.code === 'not-authorised' && provider.needsPlan) refusedAt = clock.now()
    }
  }

  const shared = createSharedLoad({
    ...options,
    name: `${provider.source}:chain`,
    collectMs: COLLECT_MS,
    async load(keys) {
      await Promise.all(keys.map(load))
    },
    listStoredSince: (keys, since) => repository.listFetchedSince(keys, since),
  })

  const isRefused = () =>
    refusedAt !== undefined && clock.now().getTime() - refusedAt.getTime() < REFUSED_SECONDS * 1000

  return {
    async getOptionChain({ ticker, slice, maxAgeSeconds = PRICE_MAX_AGE_SECONDS }) {
      if (isRefused()) return { kind: 'unauthorized' }
      const sliceKey = toSliceKey(slice)
      const key = `${ticker} ${sliceKey}`
      const now = clock.now()
      const stored = await repository.find(ticker, sliceKey)
      if (stored && isFresh(stored, now, maxAgeSeconds)) return toAnswer(stored, false)
      await waitAtMost(shared.load([key], now), patienceMs)
      if (isRefused()) return { kind: 'unauthorized' }
      const latest = await repository.find(ticker, sliceKey)
      if (!latest) return { kind: 'provider-down', isUnreadable: lastFailure === 'bad-reply' }
      return toAnswer(latest, !isFresh(latest, now, maxAgeSeconds))
    },
  }
}

const toSlice = (key: string): ChainSlice => (key === 'near-term' || key === 'hedging' ? key : { expiry: key })

function isFresh({ emptyReason, fetchedAt }: StoredChain, now: Date, maxAgeSeconds: number): boolean {
  const seconds = emptyReason === null ? maxAgeSeconds : Math.max(maxAgeSeconds, EMPTY_SECONDS)
  return now.getTime() - fetchedAt.getTime() <= seconds * 1000
}

function toAnswer({ emptyReason, encoded, fetchedAt }: StoredChain, stale: boolean): ChainAnswer {
  if (emptyReason === null) return { kind: 'chain', encoded, fetchedAt: fetchedAt.toISOString(), stale }
  return { kind: 'empty', reason: emptyReason, fetchedAt: fetchedAt.toISOString() }
}
