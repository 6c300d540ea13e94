import { ask, deleteAskThread, deleteAskThreads, getAskThread, listAskThreads } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { answerWithProgress } from '../../http/event-stream.ts'
import { mount } from '../../http/mount.ts'
import { type AskDependencies, createAskService } from './ask.service.ts'

export function registerAskRoutes(app: FastifyInstance, dependencies: AskDependencies): void {
  const service = createAskService(dependencies)
  mount(app, ask, async (context) => {
    const { user, params, body, signal } = context
    const begun = await service.begin({ user, portfolioId: params.portfolioId, body, signal })
    return answerWithProgress(context, ask, (progress) => begun.follow(progress))
  })
  mount(app, listAskThreads, ({ user, params }) => service.list(user.id, params.portfolioId))
  mount(app, getAskThread, ({ user, params }) => service.get(user.id, params.portfolioId, params.threadId))
  mount(app, deleteAskThread, ({ user, params }) => service.remove(user.id, params.portfolioId, params.threadId))
  mount(app, deleteAskThreads, ({ user, params }) => service.remove(user.id, params.portfolioId))
}
