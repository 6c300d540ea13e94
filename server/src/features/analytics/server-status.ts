// Tests: background-work.test.ts

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { BUILT_IN_ENGINE_NAME, type ServerStatus } from '@ballast/contract'
import type { AnalystModel } from '../../ai/analyst-model.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import type { WorkerPool } from '../../workers/worker-pool.ts'

export interface StatusDependencies {
  config: Pick<Config, 'mail'>
  version: string
  db: Pick<Database, 'engine' | 'load' | 'ping'>
  marketData: Pick<MarketData, 'status'>
  analystModel: Pick<AnalystModel, 'name'> | null
  workers: Pick<WorkerPool, 'load'>
}

const EVENT_LOOP_STEP_MILLISECONDS = 20
const BYTES_PER_MEBIBYTE = 1024 * 1024
const NANOSECONDS_PER_MILLISECOND = 1e6

export type EventLoopDelays = ReturnType<typeof monitorEventLoopDelay>

/** Measures how late the event loop is; `disable` it when the server closes. */
export function watchEventLoop(): EventLoopDelays {
  const delays = monitorEventLoopDelay({ resolution: EVENT_LOOP_STEP_MILLISECONDS })
  delays.enable()
  return delays
}

/** Reads what the answering process runs on and how busy it is. Others on the same database answer for themselves. */
export async function readServerStatus(
  { config, version, db, marketData, analystModel, workers }: StatusDependencies,
  delays: Pick<EventLoopDelays, 'percentile'>,
): Promise<ServerStatus> {
  const isReachable = await db.ping()
  const late = delays.percentile(99) / NANOSECONDS_PER_MILLISECOND - EVENT_LOOP_STEP_MILLISECONDS
  return {
    version,
    node: process.version,
    uptimeSeconds: Math.floor(process.uptime()),
    memoryMebibytes: Math.round(process.memoryUsage.rss() / BYTES_PER_MEBIBYTE),
    eventLoopDelayMilliseconds: Math.max(0, Math.round(late)),
    database: { engine: db.engine, isReachable, connections: db.load() },
    threads: workers.load(),
    marketData: marketData.status(),
    analysisEngine: analystModel?.name ?? BUILT_IN_ENGINE_NAME,
    mail: config.mail.kind,
  }
}
