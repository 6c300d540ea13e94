// Tests: export.test.ts, exported-cells.test.ts

import { exportPortfolio } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { mount } from '../../http/mount.ts'
import { exportPositions } from './export.service.ts'

/** Downloads of a portfolio. */
export function registerExportRoutes(app: FastifyInstance, deps: { db: Database }): void {
  mount(app, exportPortfolio, ({ user, params, query }) =>
    exportPositions(deps, user.id, { portfolioId: params.portfolioId, format: query.format }),
  )
}
