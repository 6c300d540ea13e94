// Tests: ../../features/track-record/track-record.test.ts, ../../features/track-record/recording.test.ts, ../../features/track-record/score-due.test.ts

import type { MarketDataSource } from '@ballast/contract'
import { and, asc, desc, eq, exists, gt, gte, inArray, isNull, lte, not, sql } from 'drizzle-orm'
import { readBytes, selectBytes, toBytes } from '../../database/bytes.ts'
import type { Transaction } from '../../database/database.ts'
import {
  recommendationDrafts as drafts,
  recommendationEvidence as evidence,
  recommendationLinks as links,
  optionQuotesSeen,
  recommendations,
  recommendationScores as scores,
} from '../../database/schema/index.ts'
import { toStoredSource } from '../../market-data/stored-source.ts'
import { type ChainedRow, type ChainHead, EMPTY_CHAIN } from './hash-chain.ts'
import { addDays } from './horizon.ts'
import type { Exclusion } from './recommendation.ts'

/** Identical operations for one portfolio within so many days are one recommendation. */
const REPEAT_DAYS = 7
/** One lock for both chains; its number means nothing. */
const CHAIN_LOCK = 7_274_034

export interface StoredDraft {
  runId: string
  userId: string
  portfolioId: string
  body: string
  createdAt: Date
}

/** A recommendation as it stands in the chain. */
export interface StoredRecommendation extends ChainedRow {
  id: string
  simulated: boolean
  horizonEnds: string
  excludedBecause: Exclusion | null
}

export interface StoredScore extends ChainedRow {
  recommendationId: string
}

export type EvidencePart = 'snapshot' | 'prices'
export interface PackedEvidence {
  recommendationId: string
  part: EvidencePart
  body: Uint8Array
}

/** Whoever appends waits for whoever appends, until the end of the transaction: a chain has one end. */
export async function lockChains(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`)
}

/** Locks the recommendations of an account until the end of the transaction. Taken before the chains, never after. */
export async function lockAccount(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`record of ${userId}`}, 0))`)
}

const CHAINS = { recommendations, scores } as const
export type ChainName = keyof typeof CHAINS

export async function readHead(tx: Transaction, chain: ChainName): Promise<ChainHead> {
  const table = CHAINS[chain]
  const [last] = await tx
    .select({ length: table.sequence, hash: table.hash })
    .from(table)
    .orderBy(desc(table.sequence))
    .limit(1)
  return last ?? EMPTY_CHAIN
}

/** In the order of the chain, from the one after `sequence` on. */
export function listRecommendationsAfter(
  tx: Transaction,
  sequence: number,
  limit: number,
): Promise<StoredRecommendation[]> {
  return tx
    .select()
    .from(recommendations)
    .where(gt(recommendations.sequence, sequence))
    .orderBy(asc(recommendations.sequence))
    .limit(limit)
}

/** A recommendation's rows of both chains, as they were hashed. */
export async function findRecommendation(tx: Transaction, id: string) {
  const [found] = await tx
    .select({
      content: recommendations.content,
      hash: recommendations.hash,
      scoreContent: scores.content,
      scoreHash: scores.hash,
    })
    .from(recommendations)
    .leftJoin(scores, eq(scores.recommendationId, recommendations.id))
    .where(eq(recommendations.id, id))
  return found
}

export function listScoresAfter(tx: Transaction, sequence: number, limit: number): Promise<StoredScore[]> {
  return tx.select().from(scores).where(gt(scores.sequence, sequence)).orderBy(asc(scores.sequence)).limit(limit)
}

export async function insertDraft(tx: Transaction, draft: StoredDraft): Promise<void> {
  await tx.insert(drafts).values(draft).onConflictDoNothing()
}

export async function deleteDraft(tx: Transaction, runId: string): Promise<void> {
  await tx.delete(drafts).where(eq(drafts.runId, runId))
}

/**
 * Takes the oldest draft of each account among some, so that nobody else appends it.
 *
 * @returns what was taken, and the runs whose drafts are there still; all others were taken by somebody else
 */
export async function takeDrafts(
  tx: Transaction,
  runIds: readonly string[],
): Promise<{ taken: StoredDraft[]; left: ReadonlySet<string> }> {
  const isAsked = inArray(drafts.runId, [...runIds])
  const oldest = tx
    .selectDistinctOn([drafts.userId], { runId: drafts.runId })
    .from(drafts)
    .where(isAsked)
    .orderBy(drafts.userId, drafts.createdAt, drafts.runId)
  const taken = await tx.delete(drafts).where(inArray(drafts.runId, oldest)).returning()
  const left = await tx.select({ runId: drafts.runId }).from(drafts).where(isAsked)
  return { taken, left: new Set(left.map(({ runId }) => runId)) }
}

/** The oldest first. */
export async function listWaitingDrafts(tx: Transaction, until: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ runId: drafts.runId })
    .from(drafts)
    .where(lte(drafts.createdAt, until))
    .orderBy(asc(drafts.createdAt))
    .limit(limit)
  return rows.map(({ runId }) => runId)
}

export async function isRecorded(tx: Transaction, runId: string): Promise<boolean> {
  const found = await tx.select({ id: links.recommendationId }).from(links).where(eq(links.runId, runId))
  return found.length > 0
}

/** The recommendation that counted, of the same operations for the same portfolio in the week up to the day. */
export async function findRepeated(
  tx: Transaction,
  { portfolioId, operationsHash, madeOn }: { portfolioId: string; operationsHash: string; madeOn: string },
): Promise<string | null> {
  const [found] = await tx
    .select({ id: links.recommendationId })
    .from(links)
    .where(
      and(
        eq(links.portfolioId, portfolioId),
        eq(links.operationsHash, operationsHash),
        eq(links.counted, true),
        gte(links.madeOn, addDays(madeOn, -REPEAT_DAYS)),
        lte(links.madeOn, madeOn),
      ),
    )
    .orderBy(desc(links.madeOn))
    .limit(1)
  return found?.id ?? null
}

/**
 * Finds the recommendations of a kind to an account on a trading day: how many, and which of them counted. A person who
 * asks again and again must neither move the record nor fill it.
 */
export async function findSameDay(
  tx: Transaction,
  { userId, kind, madeOn }: { userId: string; kind: string; madeOn: string },
): Promise<{ recorded: number; counted: string | null }> {
  const rows = await tx
    .select({ id: links.recommendationId, counted: links.counted })
    .from(links)
    .innerJoin(recommendations, eq(recommendations.id, links.recommendationId))
    .where(
      and(
        eq(links.userId, userId),
        eq(links.madeOn, madeOn),
        sql`${recommendations.content}::json ->> 'kind' = ${kind}`,
      ),
    )
  return { recorded: rows.length, counted: rows.find(({ counted }) => counted)?.id ?? null }
}

export interface RecommendationLink {
  recommendationId: string
  userId: string
  portfolioId: string
  runId: string
  operationsHash: string | null
  counted: boolean
  madeOn: string
}

/** A recommendation with its evidence and whose it is. */
export interface AppendedRecommendation {
  row: StoredRecommendation
  snapshot: Uint8Array
  link: RecommendationLink
}

export async function insertRecommendations(
  tx: Transaction,
  appended: readonly AppendedRecommendation[],
): Promise<void> {
  await tx.insert(recommendations).values(appended.map(({ row }) => row))
  await insertEvidence(
    tx,
    appended.map(({ row, snapshot }) => ({ recommendationId: row.id, part: 'snapshot', body: snapshot })),
  )
  await tx.insert(links).values(appended.map(({ link }) => link))
}

export async function insertScores(
  tx: Transaction,
  rows: readonly StoredScore[],
  prices: readonly PackedEvidence[],
): Promise<void> {
  await tx.insert(scores).values([...rows])
  await insertEvidence(tx, prices)
}

async function insertEvidence(tx: Transaction, parts: readonly PackedEvidence[]): Promise<void> {
  await tx.insert(evidence).values(parts.map((part) => ({ ...part, body: toBytes(part.body) })))
}

/** Evidence of these, as far as the transaction may read it. */
export async function listEvidence(
  tx: Transaction,
  ids: readonly string[],
  parts: readonly EvidencePart[],
): Promise<PackedEvidence[]> {
  if (ids.length === 0) return []
  const found = await tx
    .select({
      recommendationId: evidence.recommendationId,
      part: evidence.part,
      body: selectBytes(evidence.body),
    })
    .from(evidence)
    .where(and(inArray(evidence.recommendationId, [...ids]), inArray(evidence.part, [...parts])))
  return found.map((row) => ({ ...row, body: readBytes(row.body) }))
}

const isPricesOf = (id: typeof recommendations.id) =>
  and(eq(evidence.recommendationId, id), eq(evidence.part, 'prices'))

/** How many scores are gone although the prices behind them, stored in the same transaction, are there. */
export async function countLostScores(tx: Transaction): Promise<number> {
  const [lost] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(evidence)
    .leftJoin(scores, eq(scores.recommendationId, evidence.recommendationId))
    .where(and(eq(evidence.part, 'prices'), isNull(scores.sequence)))
  return lost?.count ?? 0
}

/** Counted recommendations of a class without a score whose horizon ended by a day, in the order of the chain. */
export async function listDue(
  tx: Transaction,
  { simulated, until, after, limit }: { simulated: boolean; until: string; after: number; limit: number },
): Promise<StoredRecommendation[]> {
  const rows = await tx
    .select({ recommendation: recommendations })
    .from(recommendations)
    .leftJoin(scores, eq(scores.recommendationId, recommendations.id))
    .where(
      and(
        isNull(recommendations.excludedBecause),
        eq(recommendations.simulated, simulated),
        lte(recommendations.horizonEnds, until),
        gt(recommendations.sequence, after),
        isNull(scores.sequence),
        // Whoever cut off a score gets no other one for it.
        not(exists(tx.select().from(evidence).where(isPricesOf(recommendations.id)))),
      ),
    )
    .orderBy(asc(recommendations.sequence))
    .limit(limit)
  return rows.map(({ recommendation }) => recommendation)
}

/** Those of `ids` that have a score. */
export async function listScored(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .select({ id: scores.recommendationId })
    .from(scores)
    .where(inArray(scores.recommendationId, [...ids]))
  return new Set(rows.map(({ id }) => id))
}

/** Links of the transaction's user; of everybody where the transaction may see everybody. */
export async function listLinked(tx: Transaction): Promise<Set<string>> {
  const rows = await tx.select({ id: links.recommendationId }).from(links)
  return new Set(rows.map(({ id }) => id))
}

/** How many counted recommendations of each class have an owner still. */
export async function countLinked(tx: Transaction): Promise<{ live: number; simulated: number }> {
  const rows = await tx
    .select({ simulated: recommendations.simulated, count: sql<number>`count(*)::int` })
    .from(links)
    .innerJoin(recommendations, eq(recommendations.id, links.recommendationId))
    .where(isNull(recommendations.excludedBecause))
    .groupBy(recommendations.simulated)
  const of = (simulated: boolean) => rows.find((row) => row.simulated === simulated)?.count ?? 0
  return { live: of(false), simulated: of(true) }
}

/** Counted recommendations whose horizon is not over, the newest first. */
export async function listOpen(
  tx: Transaction,
  { simulated, from }: { simulated: boolean; from: string },
): Promise<string[]> {
  const rows = await tx
    .select({ id: recommendations.id })
    .from(recommendations)
    .where(
      and(
        isNull(recommendations.excludedBecause),
        eq(recommendations.simulated, simulated),
        gte(recommendations.horizonEnds, from),
      ),
    )
    .orderBy(desc(recommendations.sequence))
  return rows.map(({ id }) => id)
}

export interface SeenQuote {
  source: MarketDataSource
  symbol: string
  day: string
  bid: number | null
  ask: number | null
}

export async function insertSeenQuotes(tx: Transaction, quotes: readonly SeenQuote[]): Promise<void> {
  if (quotes.length === 0) return
  await tx
    .insert(optionQuotesSeen)
    .values(quotes.map((quote) => ({ ...quote, source: toStoredSource(quote.source) })))
    .onConflictDoNothing()
}

export function listSeenQuotes(
  tx: Transaction,
  { symbols, from, sources }: { symbols: readonly string[]; from: string; sources: readonly MarketDataSource[] },
): Promise<Omit<SeenQuote, 'source'>[]> {
  if (symbols.length === 0) return Promise.resolve([])
  return tx
    .select()
    .from(optionQuotesSeen)
    .where(
      and(
        inArray(optionQuotesSeen.symbol, [...symbols]),
        inArray(optionQuotesSeen.source, sources.map(toStoredSource)),
        gte(optionQuotesSeen.day, from),
      ),
    )
}
