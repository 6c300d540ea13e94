// Tests: imports.test.ts, hostile-uploads.test.ts

import {
  applySplit,
  can,
  compareImport,
  createImport,
  discardImport,
  extractImage,
  getImageModel,
  getImport,
  IMAGE_MODEL_UPGRADE_MESSAGE,
  listSplits,
  mapImportColumns,
  roleOf,
  undoSplit,
} from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import type { SignedInUser } from '../../http/authentication.ts'
import { errors } from '../../http/errors.ts'
import { answerWithProgress } from '../../http/event-stream.ts'
import { mount } from '../../http/mount.ts'
import { UploadMemory } from '../../http/received-files.ts'
import { compareReviewed } from './compare-reviewed.service.ts'
import { createImportsService, type ImportsDependencies } from './imports.service.ts'
import { requireImages, sortFiles } from './sort-files.ts'
import { createSplitsService, type SplitsDependencies } from './splits.service.ts'

/** Registers the calls between a file, a text or an image and a portfolio. */
export function registerImportRoutes(app: FastifyInstance, deps: ImportsDependencies & SplitsDependencies): void {
  const service = createImportsService(deps)
  const splits = createSplitsService(deps)
  const memory = new UploadMemory()

  mount(app, createImport, async (context) => {
    const { user, body } = context
    if (body !== undefined && body !== null) {
      return answerWithProgress(context, createImport, (progress, signal) =>
        service.importText(user.id, body.text, { progress, signal }),
      )
    }
    return memory.withFiles(context, createImport.filesField, async (files) => {
      if (files.length === 0) throw errors.badRequest('Please choose at least one file, or send a text.')
      const sorted = sortFiles(files)
      return answerWithProgress(context, createImport, (progress, signal) =>
        service.importFiles(user.id, sorted, { progress, signal }),
      )
    })
  })

  /** One account may cost the operator as much as another, and free accounts are many: the model is for those who pay. */
  const mayUseModel = (user: SignedInUser) => can(roleOf(user), 'readImagesWithModel')

  mount(app, extractImage, (context) => {
    const withModel = context.query.withModel === 'yes'
    if (withModel && deps.imageModel !== null && !mayUseModel(context.user)) {
      throw errors.upgradeRequired(IMAGE_MODEL_UPGRADE_MESSAGE)
    }
    return memory.withFiles(context, extractImage.filesField, async (files) => {
      if (files.length === 0) throw errors.badRequest('Please select at least one image file')
      requireImages(files)
      return answerWithProgress(context, extractImage, (progress, signal) =>
        service.importFiles(context.user.id, { documents: [], images: files }, { progress, signal }, withModel),
      )
    })
  })

  mount(app, getImageModel, ({ user }) => {
    const model = mayUseModel(user) ? deps.imageModel : null
    return { model: model && { name: model.name, host: model.host } }
  })
  mount(app, getImport, ({ user, params }) => service.get(user.id, params.importId))
  mount(app, mapImportColumns, ({ user, params, body, signal }) =>
    service.map(user.id, params.importId, body.columns, signal),
  )
  mount(app, discardImport, async ({ user, params }) => {
    await service.discard(user.id, params.importId)
    return { discarded: true as const }
  })

  mount(app, compareImport, ({ user, params, body, signal }) =>
    compareReviewed(deps, user.id, { ...body, portfolioId: params.portfolioId, signal }),
  )
  mount(app, listSplits, ({ user, params }) => splits.list(user.id, params.portfolioId))
  mount(app, applySplit, async ({ user, params, body }) => ({
    adjustmentId: await splits.settle(user.id, params.portfolioId, body),
  }))
  mount(app, undoSplit, async ({ user, params }) => ({
    restored: await splits.undo(user.id, params.portfolioId, params.adjustmentId),
  }))
}
