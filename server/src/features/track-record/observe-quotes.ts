import { formatIsoDate } from '@ballast/quant'
import { openEvidence } from '../../advice/record/evidence.ts'
import { listSymbols } from '../../advice/record/horizon-prices.ts'
import { type KeptOption, snapshotSchema } from '../../advice/record/recommendation.ts'
import {
  insertSeenQuotes,
  listEvidence,
  listOpen,
  listSeenQuotes,
  type SeenQuote,
} from '../../advice/record/track-record.repository.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { toNewYorkTime } from '../../market-data/calendar.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import { decodeChain } from '../../market-data/options/option-chain.ts'

interface ObserverDependencies {
  db: Database
  clock: Clock
  marketData: Pick<MarketData, 'getOptionChain' | 'optionSource' | 'ready' | 'status'>
}

type Leg = Pick<KeptOption, 'symbol' | 'underlying' | 'expiry'>

/** Half an hour before the close quotes are as good as they get; providers forget them at night. */
const OBSERVED_FROM_MINUTE = 15 * 60 + 30
/** An expiry is a question to the provider: so many are asked for in one run, the rest in the next ones of the day. */
const EXPIRIES_PER_RUN = 40
const MAX_AGE_SECONDS = 1800
const READ_AT_ONCE = 200

/**
 * Notes down once a trading day what the options of open recommendations are bid and asked at, because nobody can tell
 * later. What could not be seen on a day is marked by a model, and the score says so.
 */
export function createQuoteObserver({ db, clock, marketData }: ObserverDependencies) {
  /** Options of each open recommendation: evidence never changes, so it is opened once. */
  let known = new Map<string, readonly Leg[]>()

  async function listLegs(day: string): Promise<Leg[]> {
    const { simulated } = marketData.status()
    const open = await db.asSystem((tx) => listOpen(tx, { simulated, from: day }))
    const unread = open.filter((id) => !known.has(id))
    known = new Map(open.flatMap((id) => (known.has(id) ? [[id, known.get(id) ?? []] as const] : [])))
    for (let start = 0; start < unread.length; start += READ_AT_ONCE) {
      const ids = unread.slice(start, start + READ_AT_ONCE)
      for (const { recommendationId, body } of await db.asSystem((tx) => listEvidence(tx, ids, ['snapshot']))) {
        const snapshot = snapshotSchema.parse(JSON.parse(await openEvidence(body)))
        const legs = [...snapshot.options, ...snapshot.optionTrades].filter(({ expiry }) => expiry >= day)
        known.set(
          recommendationId,
          listSymbols(snapshot).flatMap((symbol) => legs.find((leg) => leg.symbol === symbol) ?? []),
        )
      }
    }
    return [...new Map([...known.values()].flat().map((leg) => [leg.symbol, leg])).values()]
  }

  /** Looks at one expiry. @returns false when the provider does not answer, so that asking for more is pointless */
  async function observe(ticker: string, expiry: string, legs: readonly Leg[], day: string): Promise<boolean> {
    const answer = await marketData.getOptionChain({ ticker, slice: { expiry }, maxAgeSeconds: MAX_AGE_SECONDS })
    if (answer.kind === 'unauthorized' || answer.kind === 'provider-down') return false
    if (answer.kind === 'empty' || answer.stale) return true
    const chain = decodeChain(answer.encoded)
    // Quotes of another day are none of this one.
    if (formatIsoDate(toNewYorkTime(new Date(chain.asOf)).day) !== day) return true
    const wanted = new Set(legs.map(({ symbol }) => symbol))
    const quotes = chain.contracts.flatMap(({ symbol, bid, ask }): SeenQuote[] =>
      wanted.has(symbol) && (bid !== null || ask !== null) ? [{ source: chain.source, symbol, day, bid, ask }] : [],
    )
    await db.asSystem((tx) => insertSeenQuotes(tx, quotes))
    return true
  }

  return async (signal: AbortSignal): Promise<void> => {
    await marketData.ready()
    const { day: today, minute } = toNewYorkTime(clock.now())
    if (minute < OBSERVED_FROM_MINUTE) return
    const day = formatIsoDate(today)
    const legs = await listLegs(day)
    const symbols = legs.map(({ symbol }) => symbol)
    const sources = [marketData.optionSource()]
    const seen = new Set(
      (await db.asSystem((tx) => listSeenQuotes(tx, { symbols, from: day, sources }))).map(({ symbol }) => symbol),
    )
    const missing = Map.groupBy(
      legs.filter(({ symbol }) => !seen.has(symbol)),
      ({ underlying, expiry }) => `${underlying} ${expiry}`,
    )
    for (const [key, group] of [...missing].slice(0, EXPIRIES_PER_RUN)) {
      const [ticker = '', expiry = ''] = key.split(' ')
      if (signal.aborted || !(await observe(ticker, expiry, group, day))) return
    }
  }
}
