import { MARKET_DATA_SOURCES } from '@ballast/contract'
import { formatIsoDate, QuantInputError } from '@ballast/quant'
import { computeOutcome } from '../../advice/record/compute-outcome.ts'
import { openEvidence, packEvidence } from '../../advice/record/evidence.ts'
import { extendChain, hashText } from '../../advice/record/hash-chain.ts'
import {
  buildHorizonPrices,
  type FoundPrices,
  type HorizonMarket,
  listHorizonTickers,
  listSymbols,
  toEarliest,
  toQuoteKey,
} from '../../advice/record/horizon-prices.ts'
import {
  type Outcome,
  type Recommendation,
  recommendationSchema,
  type Score,
  type Snapshot,
  snapshotSchema,
} from '../../advice/record/recommendation.ts'
import {
  insertScores,
  listDue,
  listEvidence,
  listScored,
  listSeenQuotes,
  lockChains,
  type PackedEvidence,
  readHead,
  type StoredRecommendation,
} from '../../advice/record/track-record.repository.ts'
import { loadHistories } from '../../holdings/load-histories.ts'
import { toLastFinishedTradingDay } from '../../market-data/calendar.ts'
import { SIMULATION_VERSION } from '../../market-data/stored-source.ts'
import { letOthersWork } from '../../other-work.ts'
import type { Parts } from '../../parts.ts'

type ScoringDependencies = Pick<Parts, 'db' | 'clock' | 'marketData' | 'version'>

/** So many share what is loaded of the market. */
const LOADED_AT_ONCE = 100
/** So many are scored in one transaction: the embedded database keeps others waiting no longer, and a process that dies loses no more. */
const BATCH = 10
const LIVE_SOURCES = MARKET_DATA_SOURCES.filter((source) => source !== 'sample')

interface Due extends StoredRecommendation {
  recommendation: Recommendation
  snapshot: Snapshot
}

/**
 * Scores every recommendation whose horizon is over, once. Simulated ones are scored by the simulated market and live
 * ones by a live one; those of the other class wait.
 *
 * @returns how many were scored by this call
 */
export async function scoreDue(dependencies: ScoringDependencies, signal: AbortSignal): Promise<number> {
  const { db, clock, marketData } = dependencies
  await marketData.ready()
  const { simulated } = marketData.status()
  const today = toLastFinishedTradingDay(clock.now())
  let [scored, after] = [0, 0]
  while (!signal.aborted) {
    const request = { simulated, until: formatIsoDate(today), after, limit: LOADED_AT_ONCE }
    const { stored, evidence } = await db.asSystem(async (tx) => {
      const found = await listDue(tx, request)
      const ids = found.map(({ id }) => id)
      return { stored: found, evidence: await listEvidence(tx, ids, ['snapshot']) }
    })
    if (stored.length === 0) break
    after = stored.at(-1)?.sequence ?? after
    const due = await openSnapshots(stored, evidence)
    const market = await loadMarket(dependencies, due, today)
    for (let start = 0; start < due.length && !signal.aborted; start += BATCH) {
      scored += await scoreBatch(dependencies, due.slice(start, start + BATCH), market)
      await letOthersWork()
    }
  }
  return scored
}

interface ReadyScore {
  recommendationId: string
  content: string
  prices: Buffer
}

async function openSnapshots(
  stored: readonly StoredRecommendation[],
  evidence: readonly PackedEvidence[],
): Promise<Due[]> {
  const texts = new Map(
    await Promise.all(
      evidence.map(async ({ recommendationId, body }) => {
        return [recommendationId, await openEvidence(body).catch(() => undefined)] as const
      }),
    ),
  )
  const opened = stored.flatMap((row): Due[] => {
    const text = texts.get(row.id)
    const recommendation = recommendationSchema.parse(JSON.parse(row.content))
    // What was changed is told by whoever verifies the record; it must not keep others from being scored.
    if (text === undefined || hashText(text) !== recommendation.snapshotHash) return []
    return [{ ...row, recommendation, snapshot: snapshotSchema.parse(JSON.parse(text)) }]
  })
  return opened
}

async function loadMarket(
  { db, marketData }: ScoringDependencies,
  due: readonly Due[],
  today: number,
): Promise<HorizonMarket> {
  const from = toEarliest(due.map(({ recommendation }) => recommendation))
  const tickers = [...new Set(due.flatMap(({ snapshot }) => listHorizonTickers(snapshot)))]
  const symbols = [...new Set(due.flatMap(({ snapshot }) => listSymbols(snapshot)))]
  const { source, simulated } = marketData.status()
  const sources = simulated ? [source] : LIVE_SOURCES
  const histories = await loadHistories(marketData, { tickers, from })
  const seen = await db.asSystem((tx) => listSeenQuotes(tx, { symbols, from, sources }))
  return { histories, today, quotes: new Map(seen.map((quote) => [toQuoteKey(quote.symbol, quote.day), quote])) }
}

async function scoreBatch(
  { db, clock, marketData, version }: ScoringDependencies,
  due: readonly Due[],
  market: HorizonMarket,
): Promise<number> {
  const frame = { scoredAt: clock.now().toISOString(), engineVersion: version, source: marketData.status().source }
  // Compressed by other threads while the next one is computed.
  const packing: Promise<ReadyScore>[] = []
  for (const { recommendation, snapshot, hash } of due) {
    const found = refuseOtherSimulation(recommendation, buildHorizonPrices(snapshot, recommendation, market))
    if (found.status === 'wait') continue
    const { id: recommendationId } = recommendation
    const prices = JSON.stringify(found.prices)
    const outcome = tryScoring(snapshot, found)
    const pricesHash = hashText(prices)
    const score: Score = { version: 1, recommendationId, recommendationHash: hash, ...frame, ...outcome, pricesHash }
    const content = JSON.stringify(score)
    packing.push(packEvidence(prices).then((packed) => ({ recommendationId, content, prices: packed })))
  }
  const ready = await Promise.all(packing)
  if (ready.length === 0) return 0
  return db.asSystem(async (tx) => {
    await lockChains(tx)
    // Another process may have been quicker.
    const known = await listScored(
      tx,
      ready.map(({ recommendationId }) => recommendationId),
    )
    const left = ready.filter(({ recommendationId }) => !known.has(recommendationId))
    if (left.length === 0) return 0
    const rows = extendChain(
      await readHead(tx, 'scores'),
      left.map(({ content }) => content),
    )
    await insertScores(
      tx,
      rows.map((row, place) => ({ ...row, recommendationId: left[place]?.recommendationId ?? '' })),
      left.map(({ recommendationId, prices }) => ({ recommendationId, part: 'prices', body: prices })),
    )
    return left.length
  })
}

/** The prices that advice was made with must be of the market that it is scored by. */
function refuseOtherSimulation({ simulated, simulation = 1 }: Recommendation, found: FoundPrices): FoundPrices {
  if (!simulated || simulation === SIMULATION_VERSION || found.status !== 'found') return found
  return { ...found, status: 'impossible', reason: 'It was made in an earlier version of the simulated market.' }
}

function tryScoring(
  snapshot: Snapshot,
  found: Exclude<FoundPrices, { status: 'wait' }>,
): { outcome: Outcome | null; reason: string | null } {
  if (found.status === 'impossible') return { outcome: null, reason: found.reason }
  try {
    return { outcome: computeOutcome(snapshot, found.prices), reason: null }
  } catch (error) {
    if (!(error instanceof QuantInputError)) throw error
    return { outcome: null, reason: error.message }
  }
}
