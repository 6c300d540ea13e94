import {
  exportRecommendations,
  exportTrackRecordChain,
  getRecommendation,
  getReplayedRecord,
  getTrackRecord,
  listRecommendations,
} from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import type { AnswerConcurrency } from '../../http/answer-concurrency.ts'
import { mount } from '../../http/mount.ts'
import { type ReplayReportDependencies, reportReplay } from './report-replay.ts'
import {
  exportChains,
  exportRecorded,
  listRecorded,
  openRecommendation,
  type ReportDependencies,
  reportTrackRecord,
} from './track-record.service.ts'

export function registerTrackRecordRoutes(
  app: FastifyInstance,
  dependencies: ReportDependencies & ReplayReportDependencies & { beginExport: AnswerConcurrency },
): void {
  mount(app, getTrackRecord, () => reportTrackRecord(dependencies))
  mount(app, listRecommendations, ({ user, query }) => listRecorded(dependencies, user.id, query.simulated === 'true'))
  mount(app, exportRecommendations, ({ query }) => exportRecorded(dependencies, query.simulated === 'true'))
  mount(app, exportTrackRecordChain, async ({ user, reply }) => {
    await dependencies.beginExport(user.id, reply)
    return exportChains(dependencies, user.id)
  })
  mount(app, getRecommendation, ({ user, params }) =>
    openRecommendation(dependencies, user.id, params.recommendationId),
  )
  mount(app, getReplayedRecord, ({ user }) => reportReplay(dependencies, user.id))
}
