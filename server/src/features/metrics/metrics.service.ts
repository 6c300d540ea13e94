// Tests: metrics.test.ts

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../../database/database.ts'
import { listenTo } from '../../measurements.ts'
import type { ImageReader } from '../../workers/image-reader.ts'
import type { WorkerPool } from '../../workers/worker-pool.ts'

export interface Metrics {
  /** Everything that was measured in this process, as Prometheus reads it. */
  render(): Promise<{ contentType: string; text: string }>
  /** Measures no more. */
  close(): void
}

export interface MetricsDependencies {
  db: Pick<Database, 'load'>
  workers: Pick<WorkerPool, 'load'>
  imageReader: Pick<ImageReader, 'load'>
  version: string
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const WORK_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

let ofProcess: Registry | undefined

/** CPU, memory, garbage collection and the delay of the event loop: measured once, however many servers a process has. */
function measureProcess(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

/**
 * Counts what this process does, from now on. Labels are names of our own code only (routes, features, jobs, outcomes), so
 * that there are few of them and none tells of anybody.
 */
export function createMetrics({ db, workers, imageReader, version }: MetricsDependencies): Metrics {
  measureProcess()
  const register = new Registry()
  const registers = [register]
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    buckets = WORK_SECONDS,
  ) => new Histogram({ name, help, labelNames, buckets, registers })
  /** Looked at whenever somebody asks. */
  const gauge = (name: string, help: string, read: () => Record<string, number>) =>
    new Gauge({
      name,
      help,
      registers,
      labelNames: ['state'],
      collect() {
        for (const [state, value] of Object.entries(read())) this.set({ state }, value)
      },
    })

  const build = new Gauge({ name: 'ballast_build_info', help: 'Version that runs', labelNames: ['version'], registers })
  build.set({ version }, 1)

  const requests = histogram(
    'ballast_http_request_duration_seconds',
    'Time to answer by call and class of status',
    ['method', 'route', 'status'],
    REQUEST_SECONDS,
  )
  const providers = histogram('ballast_provider_call_duration_seconds', 'Calls to providers of market data', [
    'provider',
    'outcome',
  ])
  const runs = histogram('ballast_model_run_duration_seconds', 'Runs of the language model', ['feature', 'outcome'])
  const tokens = counter('ballast_model_tokens_total', 'Tokens that the language model cost', ['feature', 'direction'])
  const waits = histogram('ballast_thread_wait_seconds', 'Time that work waited for a thread', [])
  const tasks = histogram('ballast_thread_task_duration_seconds', 'Work in threads', ['outcome'])
  const caches = counter('ballast_cache_requests_total', 'Requests to caches by result', ['cache', 'result'])
  const jobs = histogram('ballast_job_duration_seconds', 'Jobs of the background in this process', ['job', 'outcome'])
  const swept = counter('ballast_swept_rows_total', 'Rows that had run out and were forgotten', [])
  gauge('ballast_threads', 'Work in threads that runs and waits', () => ({ ...workers.load() }))
  gauge('ballast_image_threads', 'Images that are read and that wait', () => ({ ...imageReader.load() }))
  gauge('ballast_database_connections', 'Connections of the pool, and transactions that wait for one', () => ({
    ...db.load(),
  }))

  const ends = [
    listenTo('request', ({ method, route, status, seconds }) => {
      requests.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds)
    }),
    listenTo('provider-call', ({ seconds, ...labels }) => providers.observe(labels, seconds)),
    listenTo('model-run', ({ feature, outcome, inputTokens, outputTokens, seconds }) => {
      runs.observe({ feature, outcome }, seconds)
      tokens.inc({ feature, direction: 'input' }, inputTokens)
      tokens.inc({ feature, direction: 'output' }, outputTokens)
    }),
    listenTo('thread-task', ({ outcome, waited, seconds }) => {
      waits.observe(waited)
      tasks.observe({ outcome }, seconds)
    }),
    listenTo('cache', ({ cache, hit }) => caches.inc({ cache, result: hit ? 'hit' : 'miss' })),
    listenTo('job', ({ seconds, ...labels }) => jobs.observe(labels, seconds)),
    listenTo('swept', ({ rows }) => swept.inc(rows)),
  ]

  return {
    async render() {
      const all = Registry.merge([measureProcess(), register])
      return { contentType: all.contentType, text: await all.metrics() }
    },
    close() {
      for (const end of ends) end()
      register.clear()
    },
  }
}
