import { Piscina } from 'piscina'
import { errors } from '../http/errors.ts'
import type * as tasks from './tasks.ts'

type Tasks = typeof tasks
export type TaskName = keyof Tasks

export interface WorkerPool {
  /**
   * Runs a task in a worker thread.
   *
   * @param signal aborting it takes the task from the queue, or kills the thread that works on it
   * @throws AppError 503 when too many tasks wait already, or this one took too long or too much memory
   */
  run<Name extends TaskName>(
    name: Name,
    input: Parameters<Tasks[Name]>[0],
    signal?: AbortSignal,
  ): Promise<ReturnType<Tasks[Name]>>
  /** Kills what runs and refuses what waits. */
  close(): Promise<void>
}

export interface WorkerPoolOptions {
  maxThreads?: number
  /** Tasks that may wait; the next one is refused at once, because a long queue helps nobody. */
  maxQueue?: number
  /** A task that takes longer is killed. */
  taskTimeoutMilliseconds?: number
}

const MAX_THREADS = 2
const MAX_QUEUE = 20
const TASK_TIMEOUT_MILLISECONDS = 30_000
const IDLE_MILLISECONDS = 30_000
const MAX_HEAP_MEBIBYTES = 512

/** Worker threads behind a bounded queue. None is started before the first task, and idle ones end. */
export function createWorkerPool(options: WorkerPoolOptions = {}): WorkerPool {
  const { maxThreads = MAX_THREADS, maxQueue = MAX_QUEUE } = options
  const { taskTimeoutMilliseconds = TASK_TIMEOUT_MILLISECONDS } = options
  const pool = new Piscina({
    filename: new URL('./tasks.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads,
    idleTimeout: IDLE_MILLISECONDS,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MEBIBYTES },
    // Workers compute; they have no use for the secrets in the environment.
    env: {},
  })
  // A thread that dies while it has no task would otherwise end the process.
  pool.on('error', () => undefined)

  // Counted here: the library's own limit does not count tasks that can be aborted, and ours all can.
  let unfinished = 0

  return {
    async run(name, input, signal) {
      if (unfinished >= maxThreads + maxQueue) {
        throw errors.unavailable('Too much is being computed at the moment. Try again in a few seconds.')
      }
      unfinished++
      const timeout = AbortSignal.timeout(taskTimeoutMilliseconds)
      try {
        return await pool.run(input, { name, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
      } catch (error) {
        if (signal?.aborted) throw error
        if (timeout.aborted)
          throw errors.unavailable('This took too long and was stopped. Try it with less data.', error)
        if (isOutOfMemory(error)) throw errors.unavailable('This needs too much memory. Try it with less data.', error)
        throw error
      } finally {
        unfinished--
      }
    },
    async close() {
      await pool.destroy()
    },
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
