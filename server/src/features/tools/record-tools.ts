import { factAnswerSchema, getTrackRecord, recommendationRowSchema } from '@ballast/contract'
import { z } from 'zod'
import type { FactsService } from '../facts/facts.service.ts'
import { listRecorded, type ReportDependencies, reportTrackRecord } from '../track-record/track-record.service.ts'
import { pageInput, pageSchema, takePage } from './paging.ts'
import { defineTool, type Tool } from './tool.ts'

export type RecordToolDependencies = ReportDependencies & { facts: FactsService }

/** Tools for the facts behind figures, and for how recommendations turned out. */
export function createRecordTools(dependencies: RecordToolDependencies): Tool[] {
  const { facts } = dependencies
  return [
    defineTool({
      name: 'get_fact',
      title: 'Open a figure',
      description:
        'A figure of an analysis with its formula, inputs, source and time. It is also computed again from its stored inputs.',
      scope: 'read:portfolios',
      rateLimit: 'compute',
      input: z.strictObject({
        factId: z.string().max(80).describe('Id of the analysis or run, a point, and the fact: `0b6f….F12`.'),
      }),
      output: factAnswerSchema,
      load: ({ factId }, { user, signal }) => facts.get(user, factId, signal),
      summarise: ({ fact, matches }) =>
        `${fact.label}: ${fact.text}. Computed again, it ${matches ? 'is the same' : 'differs'}.`,
    }),

    defineTool({
      name: 'get_track_record',
      title: 'See how recommendations turned out',
      description:
        'How all advice given here turned out against doing nothing, live and simulated apart. Percentages are null below 30 scored ones.',
      scope: 'read:portfolios',
      input: z.strictObject({}),
      output: getTrackRecord.response,
      load: () => reportTrackRecord(dependencies),
      summarise: ({ live, simulated }) => `Live: ${live.sentence} Simulated: ${simulated.sentence}`,
    }),

    defineTool({
      name: 'list_recommendations',
      title: 'List recommendations with their outcomes',
      description:
        'All advice given here and its results, losers included, newest first. It does not say whose portfolio it was. …Percent fields are percents, improvements are points of percent.',
      scope: 'read:portfolios',
      input: z.strictObject({
        simulated: z.boolean().default(false).describe('Whether to list those made on simulated data instead.'),
        ...pageInput(30, 200),
      }),
      output: z.object({ recommendations: z.array(recommendationRowSchema), page: pageSchema }),
      async load({ simulated, ...asked }, { user }) {
        const { items, page } = takePage(await listRecorded(dependencies, user.id, simulated), asked)
        return { recommendations: items, page }
      },
      summarise: ({ recommendations, page }) => `${recommendations.length} of ${page.total} recommendations.`,
    }),
  ]
}
