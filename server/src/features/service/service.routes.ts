import { BUILT_IN_ENGINE_NAME, getHealth, getReadiness } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import type { AnalystModel } from '../../ai/analyst-model.ts'
import type { Database } from '../../database/database.ts'
import { mount } from '../../http/mount.ts'
import type { MarketData } from '../../market-data/market-data.ts'

export interface ServiceDependencies {
  db: Database
  marketData: MarketData
  analystModel: Pick<AnalystModel, 'name'> | null
  version: string
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
