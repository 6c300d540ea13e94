// Tests: ../live-market-data.test.ts

import { isOptionSymbol, toOptionTerms } from '@ballast/contract'
import type { Clock } from '../../clock.ts'
import type { LeaseRepository } from '../../database/lease.repository.ts'
import { ProviderFailure } from '../failures.ts'
import { DIVERSIFIED_FUND } from '../fund-kind.ts'
import { findKnownInstrument } from '../known-instruments.ts'
import type { Instrument } from '../market-data.ts'
import { toOptionInstrument } from '../option-instrument.ts'
import type { MarketDataProvider } from '../provider.ts'
import type { InstrumentRepository } from './instrument.repository.ts'
import { joinReads } from './join-reads.ts'
import { waitAtMost } from './patience.ts'
import type { ProviderGuard } from './provider-guard.ts'
import { createSharedLoad } from './shared-load.ts'
import type { TickerBudget } from './ticker-budget.ts'

/** A company seldom changes its name or sector. */
const MAX_AGE_MS = 30 * 86_400_000
const UNKNOWN_MS = 3_600_000
const COLLECT_MS = 10
/** A profile is a request each; what is there already is stored while the rest is still coming. */
const TICKERS_PER_SAVE = 40
/** A page is shown without a few names rather than late; the next look finds them. */
const PATIENCE_MS = 5_000

export interface InstrumentCacheOptions {
  provider: MarketDataProvider
  guard: ProviderGuard
  repository: InstrumentRepository
  leases: LeaseRepository
  budget: TickerBudget
  holder: string
  clock: Clock
}

export interface InstrumentCache {
  getInstruments(tickers: readonly string[]): Promise<ReadonlyMap<string, Instrument>>
}

/** Names and sectors: of widely held securities from Ballast's own list, of all others from the provider, kept a month. */
export function createInstrumentCache(options: InstrumentCacheOptions): InstrumentCache {
  const { provider, guard, budget, repository, clock } = options
  const list = joinReads(repository.list)

  async function loadSome(tickers: readonly string[]): Promise<void> {
    try {
      const found = await guard.call('instruments', () => provider.fetchInstruments(tickers))
      const unknown = tickers.filter((ticker) => !found.has(ticker))
      await repository.save([...found.values()], unknown, clock.now())
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
    }
  }

  const shared = createSharedLoad({
    ...options,
    name: `${provider.source}:instrument`,
    collectMs: COLLECT_MS,
    async listStoredSince(tickers, since) {
      const stored = await repository.list(tickers)
      const fresh = tickers.filter((ticker) => (stored.get(ticker)?.fetchedAt ?? 0) >= since)
      return new Set([...fresh, ...(await repository.listUnknown(tickers, since))])
    },
    async load(tickers) {
      for (let start = 0; start < tickers.length; start += TICKERS_PER_SAVE) {
        await loadSome(tickers.slice(start, start + TICKERS_PER_SAVE))
      }
    },
  })

  /** An instrument that is older than a month still stands when the provider does not answer. */
  async function listFromProvider(tickers: readonly string[]): Promise<Map<string, Instrument>> {
    const readAt = clock.now()
    const now = readAt.getTime()
    const stored = await list(tickers)
    const unknown = await repository.listUnknown(tickers, new Date(now - UNKNOWN_MS))
    const outdated = tickers.filter((ticker) => {
      const fetchedAt = stored.get(ticker)?.fetchedAt.getTime()
      return !unknown.has(ticker) && (fetchedAt === undefined || now - fetchedAt > MAX_AGE_MS)
    })
    const asked = [
      ...outdated.filter((ticker) => stored.has(ticker)),
      ...budget.admit(outdated.filter((ticker) => !stored.has(ticker))),
    ]
    if (asked.length > 0) {
      await waitAtMost(shared.load(asked, readAt), PATIENCE_MS)
      for (const [ticker, record] of await list(asked)) stored.set(ticker, record)
    }
    return new Map([...stored].map(([ticker, { instrument }]) => [ticker, instrument]))
  }

  return {
    async getInstruments(tickers) {
      const underlyings = [...new Set(tickers.map((ticker) => toOptionTerms(ticker)?.underlying ?? ticker))]
      const known = new Map(underlyings.flatMap((ticker) => toEntries(ticker, findKnownInstrument(ticker))))
      const isOpen = (instrument: Instrument | undefined) =>
        !instrument || (provider.tellsFundSectors && instrument.sector === DIVERSIFIED_FUND)
      const others = await listFromProvider(underlyings.filter((ticker) => isOpen(known.get(ticker))))
      const found = new Map<string, Instrument>()
      for (const ticker of new Set(tickers)) {
        const name = toOptionTerms(ticker)?.underlying ?? ticker
        const underlying = complete(known.get(name), others.get(name))
        const instrument = isOptionSymbol(ticker) ? toOptionInstrument(ticker, underlying) : underlying
        if (instrument) found.set(ticker, instrument)
      }
      return found
    },
  }
}

/** Ballast's own names stand; what a fund holds changes and is the provider's to tell. */
function complete(known: Instrument | undefined, told: Instrument | undefined): Instrument | undefined {
  return known && told?.fundSectors ? { ...known, fundSectors: told.fundSectors } : (known ?? told)
}

function toEntries(ticker: string, instrument: Instrument | undefined): [string, Instrument][] {
  return instrument ? [[ticker, instrument]] : []
}
