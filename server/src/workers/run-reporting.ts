import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { RunOptions, WorkerPool, WorkerTask } from './worker-pool.ts'

interface ReportingOptions<Message> extends Omit<RunOptions, 'ports'> {
  /** Told what the task posts to its port, in order, all of it before the answer. */
  onMessage(message: Message): void
}

/**
 * Runs a task in a worker thread that tells how far it is: it finds a port under `progress` in its input.
 *
 * @throws what the pool throws
 */
export async function runReporting<Message, Input extends { progress?: MessagePort }, Output>(
  workers: WorkerPool,
  task: WorkerTask<Input, Output>,
  input: Omit<Input, 'progress'>,
  { onMessage, ...options }: ReportingOptions<Message>,
): Promise<Awaited<Output>> {
  const { port1, port2 } = new MessageChannel()
  port1.on('message', onMessage)
  try {
    const answer = await workers.run(task, { ...input, progress: port2 } as unknown as Input, {
      ...options,
      ports: [port2],
    })
    // The answer comes another way than what was told, and on a busy machine it may come first.
    for (let left = receiveMessageOnPort(port1); left !== undefined; left = receiveMessageOnPort(port1)) {
      onMessage(left.message as Message)
    }
    return answer
  } finally {
    port1.close()
  }
}

/** Does the steps of work in a thread, and measures each. @param progress is told when a step begins */
export function createTimedSteps<Step extends string>(steps: readonly Step[], progress: MessagePort | undefined) {
  const milliseconds = Object.fromEntries(steps.map((step) => [step, 0])) as Record<Step, number>
  return {
    milliseconds,
    step<Result>(name: Step, work: () => Result): Result {
      progress?.postMessage(name)
      const start = performance.now()
      const result = work()
      milliseconds[name] = performance.now() - start
      return result
    },
  }
}
