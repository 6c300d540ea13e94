import { getMarketDataStatus, retryMarketData } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { mount } from '../../http/mount.ts'
import type { MarketData } from '../../market-data/market-data.ts'

interface StatusDependencies {
  config: Pick<Config, 'identity'>
  marketData: MarketData
}

export function registerMarketDataStatusRoutes(app: FastifyInstance, { config, marketData }: StatusDependencies): void {
  const isDemo = config.identity.kind === 'demo'
  mount(app, getMarketDataStatus, () => ({ ...marketData.status(), isDemo }))
  mount(app, retryMarketData, async () => ({ ...(await marketData.retry()), isDemo }))
}
