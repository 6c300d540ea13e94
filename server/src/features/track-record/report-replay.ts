// Tests: ../ai-analysis/replay/replay.test.ts

import type { getReplayedRecord } from '@ballast/contract'
import type { z } from 'zod'
import { type RecordEntry, toOutcomeFields, toPercent, toStates } from '../../advice/record/record-rows.ts'
import { findLatestReplay, listMonths } from '../../advice/record/replay.repository.ts'
import { monthSchema } from '../../advice/record/replayed-months.ts'
import { REPLAYED_PORTFOLIO } from '../../advice/record/replayed-portfolio.ts'
import { summariseRecord } from '../../advice/record/summarise-record.ts'
import type { Database } from '../../database/database.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import { toStoredSource } from '../../market-data/stored-source.ts'

export interface ReplayReportDependencies {
  db: Database
  marketData: Pick<MarketData, 'status' | 'ready'>
}

const NOTICE =
  'Replayed, not live: computed later for a sample portfolio, with the prices known at each date. Nobody got this advice. Hedges with options are left out, because there are no past option prices. Firms that have failed since are missing, too.'

/** The replay of the present source of market data; null when there is none. */
export async function reportReplay(
  { db, marketData }: ReplayReportDependencies,
  userId: string,
): Promise<z.infer<typeof getReplayedRecord.response>> {
  await marketData.ready()
  const { source, simulated } = marketData.status()
  const found = await db.asUser(userId, async (tx) => {
    const key = await findLatestReplay(tx, toStoredSource(source))
    return key && { key, months: await listMonths(tx, key) }
  })
  if (found === undefined || found.months.length === 0) return { replay: null }
  const entries = found.months.map(
    ({ madeOn, content }, place): RecordEntry & { madeOn: string; words: string; engine: string } => {
      const { content: recommendation, outcome } = monthSchema.parse(JSON.parse(content))
      return {
        madeOn,
        outcome,
        id: madeOn,
        sequence: place + 1,
        recommendation: { ...recommendation, repeats: null },
        isUnscorable: recommendation.excludedBecause === 'unscorable',
        words: recommendation.recommendation,
        engine: recommendation.engine,
      }
    },
  )
  return {
    replay: {
      notice: NOTICE,
      portfolioName: found.key.portfolio,
      weights: Object.entries(REPLAYED_PORTFOLIO.weights).map(([ticker, weight]) => ({
        ticker,
        percent: 100 * weight,
      })),
      engine: entries[0]?.engine ?? '',
      engineVersion: found.key.engineVersion,
      source,
      simulated,
      from: entries[0]?.madeOn ?? '',
      to: entries.at(-1)?.madeOn ?? '',
      record: summariseRecord(entries, { simulated, ownersGone: 0 }),
      rows: entries.toReversed().map(({ madeOn, words, recommendation, outcome }) => ({
        madeOn,
        horizonEnds: recommendation.horizonEnds,
        recommendation: words,
        states: toStates(recommendation.version),
        confidence: toPercent(recommendation.confidence),
        status: outcome === null ? ('excluded' as const) : ('scored' as const),
        ...toOutcomeFields(outcome),
      })),
    },
  }
}
