import { createWorkerPool, type WorkerPool } from '../worker-pool.ts'

/** Threads give way to others, so that on a busy machine a task may take very much longer than it computes. */
export const TASK_PATIENCE = { taskTimeoutMilliseconds: 120_000 }

/** Threads of all apps of a test process: a new one loads the engine again and is slow until its code is compiled. */
const threads = createWorkerPool(TASK_PATIENCE)

/** A pool for one app on the threads of all; closing it kills what this app runs and refuses what it asks later. */
export function lendThreads(): WorkerPool {
  const closing = new AbortController()
  return {
    run: (task, input, { signal, ...options }) =>
      threads.run(task, input, { ...options, signal: AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]) }),
    load: threads.load,
    async close() {
      closing.abort()
    },
  }
}
