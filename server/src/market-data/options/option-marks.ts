// Tests: ../../features/options/near-term.test.ts

import { type MarketDataSource, type OptionTerms, toOptionTerms } from '@ballast/contract'
import type { OptionValuation, QuoteState } from '@ballast/quant'
import { BoundedCache } from '../../bounded-cache.ts'
import type { Clock } from '../../clock.ts'
import { runInLanes } from '../in-lanes.ts'
import { type AnalysedChain, analyseChain } from './analyse-chain.ts'
import { isExpired, toLastSessionStart } from './chain-time.ts'
import { type ChainAnswer, type ChainSlice, decodeChain } from './option-chain.ts'

/** Value of one option contract by its chain. Prices in dollars per share, before the multiplier. */
export interface OptionMark {
  terms: OptionTerms
  /** Middle of bid and ask, half the ask without a bid; without a quote the last trade, if of the last session. */
  price: number
  previousClose: number | null
  state: QuoteState
  impliedVolatility: number | null
  /** Greeks per share and year; null without a volatility. */
  valuation: OptionValuation | null
  underlyingPrice: number | null
  asOf: string
  session: 'open' | 'closed'
  source: MarketDataSource
  fetchedAt: string
  /** True when the provider failed, or quotes only what is older than a week. */
  stale: boolean
}

/** Why an option has no price. */
export type OptionMarkAbsence = 'expired' | 'no-options' | 'not-listed' | 'no-quote' | 'provider-down' | 'unauthorized'

export interface OptionMarks {
  found: ReadonlyMap<string, OptionMark>
  missing: ReadonlyMap<string, OptionMarkAbsence>
}

export type GetOptionMarks = (request: { symbols: readonly string[]; maxAgeSeconds?: number }) => Promise<OptionMarks>

const LANES = 4
/** Contracts of analysed chains that are kept, so that a screen's several questions cost one analysis. */
const KEPT_CONTRACTS = 20_000
const OLD_QUOTES_MS = 7 * 86_400_000

interface ReadChain extends AnalysedChain {
  asOf: string
  session: 'open' | 'closed'
  source: MarketDataSource
}

/** Prices of single contracts, each chain asked for and analysed once. Symbols that are no options are passed over. */
export function createOptionMarks({
  getOptionChain,
  clock,
}: {
  getOptionChain(request: { ticker: string; slice: ChainSlice; maxAgeSeconds?: number }): Promise<ChainAnswer>
  clock: Clock
}): GetOptionMarks {
  const kept = new BoundedCache<ReadChain>(KEPT_CONTRACTS)

  function read(key: string, encoded: string): ReadChain {
    const known = kept.get(key)
    if (known) return known
    const chain = decodeChain(encoded)
    const { asOf, session, source } = chain
    const analysed = { ...analyseChain(chain), asOf, session, source }
    kept.set(key, analysed, analysed.contracts.length + 1)
    return analysed
  }

  return async ({ symbols, maxAgeSeconds }) => {
    const found = new Map<string, OptionMark>()
    const missing = new Map<string, OptionMarkAbsence>()
    const now = clock.now()
    const wanted = [...new Set(symbols)].flatMap((symbol) => {
      const terms = toOptionTerms(symbol)
      return terms ? [{ symbol, terms }] : []
    })
    const alive = wanted.filter(({ symbol, terms }) => {
      if (isExpired(terms.expiry, now)) missing.set(symbol, 'expired')
      return !missing.has(symbol)
    })
    const groups = Map.groupBy(alive, ({ terms }) => `${terms.underlying} ${terms.expiry}`)
    await runInLanes([...groups], LANES, async ([key, members]) => {
      const [ticker = '', expiry = ''] = key.split(' ')
      const age = maxAgeSeconds === undefined ? {} : { maxAgeSeconds }
      const answer = await getOptionChain({ ticker, slice: { expiry }, ...age })
      for (const { symbol, terms } of members) {
        const mark =
          answer.kind === 'chain'
            ? toMark(symbol, terms, read(`${key} ${answer.fetchedAt}`, answer.encoded), { ...answer, now })
            : toAbsence(answer)
        if (typeof mark === 'string') missing.set(symbol, mark)
        else found.set(symbol, mark)
      }
    })
    return { found, missing }
  }
}

function toMark(
  symbol: string,
  terms: OptionTerms,
  chain: ReadChain,
  { fetchedAt, stale, now }: { fetchedAt: string; stale: boolean; now: Date },
): OptionMark | OptionMarkAbsence {
  const contract = chain.contracts.find(({ listing }) => listing.symbol === symbol)
  if (!contract) return 'not-listed'
  const { asOf, session, source, spot } = chain
  const { last, tradedAt, previousClose } = contract.listing
  const isRecent = tradedAt !== null && tradedAt >= toLastSessionStart(asOf, session)
  const price = contract.mark ?? (isRecent ? last : null)
  if (price === null) return 'no-quote'
  return {
    terms,
    price,
    previousClose,
    state: contract.state,
    impliedVolatility: contract.impliedVolatility,
    valuation: terms.isAdjusted ? null : contract.valuation,
    underlyingPrice: spot,
    asOf,
    session,
    source,
    fetchedAt,
    stale: stale || now.getTime() - Date.parse(asOf) > OLD_QUOTES_MS,
  }
}

function toAbsence(answer: Exclude<ChainAnswer, { kind: 'chain' }>): OptionMarkAbsence {
  if (answer.kind !== 'empty') return answer.kind
  // Of one expiry there may be nothing although the ticker has options.
  return answer.reason === 'no-options' ? 'not-listed' : 'no-options'
}
