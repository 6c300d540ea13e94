import { BUILT_IN_ENGINE_NAME, getHealth, getReadiness } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import type { AnalystModel } from '../../ai/analyst-model.ts'
import { mount } from '../../http/mount.ts'
import type { Parts } from '../../parts.ts'

export interface ServiceDependencies extends Pick<Parts, 'db' | 'marketData' | 'version'> {
  analystModel: Pick<AnalystModel, 'name'> | null
}

/** For whoever watches over the process: is it alive, can it serve? */
export function registerServiceRoutes(app: FastifyInstance, deps: ServiceDependencies): void {
  const { db, marketData, analystModel, version } = deps
  mount(app, getHealth, () => ({ status: 'ok' as const, version }))

  let asking: Promise<boolean> | undefined
  mount(app, getReadiness, async ({ reply }) => {
    // However many ask at once, the database is asked once at a time.
    asking ??= db.ping().finally(() => {
      asking = undefined
    })
    const reachable = await asking
    const status = marketData.status()
    if (!reachable) reply.code(503)
    return {
      status: reachable ? ('ready' as const) : ('unready' as const),
      database: { engine: db.engine, reachable },
      marketData: status,
      ai: { engine: analystModel?.name ?? BUILT_IN_ENGINE_NAME },
      simulated: status.simulated,
    }
  })
}
