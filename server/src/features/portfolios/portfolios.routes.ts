import {
  addPosition,
  changeGroup,
  createGroup,
  deleteGroup,
  deletePortfolio,
  deletePosition,
  listImports,
  listPortfolios,
  listPositions,
  renamePortfolio,
  saveFromReview,
  saveWhatIf,
  setBenchmark,
  undoImport,
  updatePosition,
  uploadPortfolio,
} from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../http/mount.ts'
import type { WorkerPool } from '../../workers/worker-pool.ts'
import { createGroupService } from './groups.service.ts'
import { createPortfolioService, type PortfolioDependencies } from './portfolios.service.ts'
import { saveReviewed, uploadPortfolio as saveUpload } from './save-import.service.ts'
import { saveWhatIf as saveWhatIfOf } from './save-what-if.service.ts'

/** Portfolios, their positions and what was imported into them. */
export function registerPortfolioRoutes(
  app: FastifyInstance,
  deps: PortfolioDependencies & { workers: WorkerPool },
): void {
  const service = createPortfolioService(deps)

  mount(app, listPortfolios, ({ user, query }) => service.list(user.id, { withBook: query.book === 'true' }))
  mount(app, uploadPortfolio, ({ user, body, signal }) => saveUpload(deps, user.id, { ...body, signal }))
  mount(app, saveFromReview, ({ user, body }) => saveReviewed(deps, user.id, body))
  mount(app, saveWhatIf, ({ user, body }) => saveWhatIfOf(deps, user.id, body))
  mount(app, renamePortfolio, ({ user, params, body }) => service.rename(user.id, params.portfolioId, body.name))
  mount(app, setBenchmark, ({ user, params, body }) => service.setBenchmark(user.id, params.portfolioId, body.parts))
  mount(app, deletePortfolio, async ({ user, params }) => {
    await service.delete(user.id, params.portfolioId)
    return { deleted: true as const }
  })

  const groups = createGroupService(deps)
  mount(app, createGroup, ({ user, body }) => groups.create(user.id, body))
  mount(app, changeGroup, ({ user, params, body }) => groups.change(user.id, params.groupId, body))
  mount(app, deleteGroup, async ({ user, params }) => {
    await groups.delete(user.id, params.groupId)
    return { deleted: true as const }
  })

  mount(app, listPositions, ({ user, params }) => service.listPositions(user.id, params.portfolioId))
  mount(app, addPosition, ({ user, params, body }) => service.addPosition(user.id, params.portfolioId, body))
  mount(app, updatePosition, ({ user, params, body }) =>
    service.updatePosition(user.id, params.portfolioId, params.positionId, body),
  )
  mount(app, deletePosition, async ({ user, params }) => {
    await service.deletePosition(user.id, params.portfolioId, params.positionId)
    return { deleted: true as const }
  })

  mount(app, listImports, ({ user, params }) => service.listImports(user.id, params.portfolioId))
  mount(app, undoImport, ({ user, params }) => service.undoImport(user.id, params.portfolioId, params.importId))
}
