import { getHealth, getReadiness } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { mount } from '../../http/mount.ts'
import type { MarketData } from '../../market-data/market-data.ts'

const BUILT_IN_ENGINE = 'Built-in quantitative engine'

export interface ServiceDependencies {
  db: Database
  marketData: MarketData
  version: string
}

/** For whoever watches over the process: is it alive, can it serve? */
export function registerServiceRoutes(app: FastifyInstance, { db, marketData, version }: ServiceDependencies): void {
  mount(app, getHealth, () => ({ status: 'ok' as const, version }))

  mount(app, getReadiness, async ({ reply }) => {
    const reachable = await db.ping()
    const status = marketData.status()
    if (!reachable) reply.code(503)
    return {
      status: reachable ? ('ready' as const) : ('unready' as const),
      database: { engine: db.engine, reachable },
      marketData: status,
      ai: { engine: BUILT_IN_ENGINE },
      simulated: status.simulated,
    }
  })
}
