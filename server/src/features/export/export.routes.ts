// Tests: export.test.ts, exported-cells.test.ts

import { exportPortfolio } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { AnswerConcurrency } from '../../http/answer-concurrency.ts'
import { mount } from '../../http/mount.ts'
import { exportPositions } from './export.service.ts'

/** Downloads of a portfolio. */
export function registerExportRoutes(
  app: FastifyInstance,
  deps: { db: Database; beginExport: AnswerConcurrency },
): void {
  mount(app, exportPortfolio, async ({ user, params, query, reply }) => {
    await deps.beginExport(user.id, reply)
    return exportPositions(deps, user.id, { portfolioId: params.portfolioId, format: query.format })
  })
}
