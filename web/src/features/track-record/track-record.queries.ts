import {
  exportRecommendations,
  exportTrackRecordChain,
  getRecommendation,
  getReplayedRecord,
  getTrackRecord,
  listRecommendations,
} from '@ballast/contract'
import { apiQuery } from '../../lib/call-api.ts'
import { downloadCall } from '../../lib/download-call.ts'

/** Live recommendations and those on simulated prices are two records, which never mix. */
export type RecordClass = 'live' | 'simulated'

export const trackRecordQuery = apiQuery(getTrackRecord)

export const recommendationsQuery = (recordClass: RecordClass) =>
  apiQuery(listRecommendations, { query: { simulated: recordClass === 'simulated' ? 'true' : 'false' } })

export const recommendationQuery = (recommendationId: string) =>
  apiQuery(getRecommendation, { params: { recommendationId } })

export const replayedQuery = apiQuery(getReplayedRecord)

/** Every row of a class as CSV, losers included. */
export function downloadRecommendations(recordClass: RecordClass): Promise<void> {
  return downloadCall(
    exportRecommendations,
    { query: { simulated: recordClass === 'simulated' ? 'true' : 'false' } },
    `ballast-recommendations-${recordClass}.csv`,
  )
}

/** Both hash chains, a row a line. */
export function downloadChain(): Promise<void> {
  return downloadCall(exportTrackRecordChain, {}, 'ballast-track-record-chain.jsonl')
}
