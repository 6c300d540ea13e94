import type { MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { errors } from '../http/errors.ts'
import { measure, secondsSince } from '../measurements.ts'
import { createFairTurns, type Owner, type WorkLoad } from './fair-turns.ts'

/**
 * A function that can run in a worker thread: a named export of a module, taking one value and returning one or the
 * promise of one, both of which can be copied between threads.
 */
export interface WorkerTask<Input, Output> {
  readonly file: string
  readonly run: (input: Input) => Output
}

/** @param file URL of the module that exports `run` under its own name */
export function defineWorkerTask<Input, Output>(
  file: string,
  run: (input: Input) => Output,
): WorkerTask<Input, Output> {
  return { file, run }
}

export interface WorkerPool {
  /**
   * Runs a task in a worker thread, for whatever may take longer than 50 ms: nobody else is answered meanwhile on the
   * main thread.
   *
   * @throws AppError 503 when too many tasks wait already, or this one took too long or too much memory
   */
  run<Input, Output>(task: WorkerTask<Input, Output>, input: Input, options: RunOptions): Promise<Awaited<Output>>
  load(): WorkLoad
  /** Kills what runs and refuses what waits. */
  close(): Promise<void>
}

export interface RunOptions {
  /** The user whose work it is: users take turns, and none has all threads. Required, because what has no owner refuses others. */
  owner: Owner
  /** Aborting it takes the task from the queue, or kills the thread that works on it. */
  signal?: AbortSignal | undefined
  /** Parts of the input that move to the thread. */
  ports?: readonly MessagePort[]
}

export interface WorkerPoolOptions {
  maxThreads?: number
  /** Threads that one owner may have at a time; one less than all when it is left out. */
  maxThreadsOfOne?: number
  /** Tasks that may wait; the next one is refused at once, because a long queue helps nobody. */
  maxQueue?: number
  /** A task that takes longer is killed. */
  taskTimeoutMilliseconds?: number
  /** Told to whoever cannot wait, with a way on. */
  refusal?: string
}

const MAX_THREADS = 2
const MAX_QUEUE = 20
const TASK_TIMEOUT_MILLISECONDS = 30_000
const IDLE_MILLISECONDS = 30_000
const REFUSAL = 'Too much is being computed at the moment. Try again in a few seconds.'
const MAX_HEAP_MEBIBYTES = 512
/**
 * The main thread answers everybody, so it goes first where there are more threads than cores. Only Linux knows this of
 * single threads; elsewhere it would slow the whole process down.
 */
const NICENESS = process.platform === 'linux' ? 5 : 0

/** Worker threads behind a bounded, fair queue. None is started before the first task, and idle ones end. */
export function createWorkerPool(options: WorkerPoolOptions = {}): WorkerPool {
  const { maxThreads = MAX_THREADS, maxQueue = MAX_QUEUE } = options
  const { taskTimeoutMilliseconds = TASK_TIMEOUT_MILLISECONDS, refusal = REFUSAL } = options
  const { maxThreadsOfOne = Math.max(1, maxThreads - 1) } = options
  const pool = new Piscina({
    minThreads: 0,
    maxThreads,
    idleTimeout: IDLE_MILLISECONDS,
    niceIncrement: NICENESS,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MEBIBYTES },
    // Workers compute; they have no use for the secrets in the environment.
    env: {},
  })
  // A thread that dies while it has no task would otherwise end the process.
  pool.on('error', () => undefined)

  // Not the library's own queue: it knows no users, and its limit does not count tasks that can be aborted.
  const turns = createFairTurns({
    atOnce: maxThreads,
    atOnceOfOne: maxThreadsOfOne,
    mostWaiting: maxQueue,
    refusal,
  })

  let isClosed = false

  return {
    async run(task, input, { owner, signal, ports = [] }) {
      const asked = performance.now()
      const giveBack = await turns.take(owner, signal).catch((error: unknown) => {
        measure('thread-task', { outcome: 'refused', waited: secondsSince(asked), seconds: 0 })
        throw error
      })
      const waited = secondsSince(asked)
      const begun = performance.now()
      let outcome: 'done' | 'failed' = 'failed'
      if (isClosed) {
        giveBack()
        throw new Error('Terminating: the pool was closed before this began.')
      }
      // Waiting for a turn is not a part of the time that a task may take.
      const timeout = AbortSignal.timeout(taskTimeoutMilliseconds)
      try {
        const answer = await pool.run(input, {
          filename: task.file,
          name: task.run.name,
          transferList: [...ports],
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        })
        outcome = 'done'
        return answer
      } catch (error) {
        if (signal?.aborted) throw error
        if (timeout.aborted)
          throw errors.unavailable('This took too long and was stopped. Try it with less data.', error)
        if (isOutOfMemory(error)) throw errors.unavailable('This needs too much memory. Try it with less data.', error)
        throw error
      } finally {
        giveBack()
        measure('thread-task', { outcome, waited, seconds: secondsSince(begun) })
      }
    },
    load: turns.load,
    async close() {
      isClosed = true
      await pool.destroy()
    },
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
