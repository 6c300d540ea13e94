import { getBacktestSeries, listScenarios, runBacktestScenario } from '@ballast/contract'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../http/mount.ts'
import { type BacktestDependencies, createBacktestService } from './backtest.service.ts'

/** Registers the calls that replay the past. */
export function registerBacktestRoutes(app: FastifyInstance, deps: BacktestDependencies): void {
  const service = createBacktestService(deps)
  mount(app, listScenarios, () => service.listScenarios())
  mount(app, runBacktestScenario, ({ user, body, signal }) => service.run(user.id, body, signal))
  mount(app, getBacktestSeries, ({ user, body, signal }) => service.getSeries(user.id, body, signal))
}
