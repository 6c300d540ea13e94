import { getMarketDataStatus, retryMarketData } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../http/mount.ts'
import type { MarketData } from '../../market-data/market-data.ts'

export function registerMarketDataStatusRoutes(app: FastifyInstance, { marketData }: { marketData: MarketData }): void {
  mount(app, getMarketDataStatus, () => marketData.status())
  mount(app, retryMarketData, () => marketData.retry())
}
