import { MessageChannel } from 'node:worker_threads'
import { BUILT_IN_ENGINE_NAME } from '@ballast/contract'
import { packInputs, unpackInputs } from '../../grounding/recorded-inputs.ts'
import type { Progress } from '../../http/event-stream.ts'
import { defineWorkerTask, type WorkerPool } from '../../workers/worker-pool.ts'
import type { KeptDiscovery } from '../ai-runs/ai-runs.service.ts'
import { type ComputedDiscovery, computeDiscovery, type DiscoveryTask } from './compute-discovery.ts'
import type { DiscoveryInput } from './discovery-input.ts'
import {
  createDiscoverySteps,
  type DiscoveryStep,
  type DiscoverySubject,
  type LoadDependencies,
  loadDiscovery,
} from './load-discovery.ts'

/** A run that is ready to be kept, and what it was computed from. */
export interface FinishedRun {
  run: Omit<KeptDiscovery, 'charged'>
  inputs: Uint8Array
  /** True when the run is worth a token. */
  isDelivered: boolean
}

const discoveryTask = defineWorkerTask(new URL('./compute-discovery.ts', import.meta.url).href, computeDiscovery)

/**
 * Loads, scans, prices and writes a discovery, a step at a time.
 *
 * @param signal aborting it stops the loading, and kills the thread that computes
 * @throws AppError as `loadDiscovery`
 */
export async function runDiscovery(
  dependencies: LoadDependencies,
  subject: DiscoverySubject,
  progress: Progress,
  signal: AbortSignal,
): Promise<FinishedRun> {
  const steps = createDiscoverySteps(progress)
  const { input, scanned } = await loadDiscovery(dependencies, subject, steps, signal)
  const [{ run }, inputs] = await Promise.all([
    computeInThread(dependencies.workers, { input, scanned }, steps.begin, signal),
    packInputs(input),
  ])
  steps.finish()
  return {
    run: {
      ...run,
      engine: { kind: 'built-in', name: BUILT_IN_ENGINE_NAME, fallbackReason: null },
      verification: { checked: 0, repaired: 0, dropped: 0, fallback: 0 },
    },
    inputs,
    isDelivered: run.discoveries.length > 0,
  }
}

/** The facts of a run again, out of what it was computed from. */
export async function recomputeFacts(workers: WorkerPool, inputs: Uint8Array, signal: AbortSignal) {
  const input = await unpackInputs<DiscoveryInput>(inputs)
  return (await computeInThread(workers, { input }, () => undefined, signal)).run.facts
}

async function computeInThread(
  workers: WorkerPool,
  task: Omit<DiscoveryTask, 'progress'>,
  onStep: (step: DiscoveryStep) => void,
  signal: AbortSignal,
): Promise<ComputedDiscovery> {
  const { port1, port2 } = new MessageChannel()
  port1.on('message', onStep)
  try {
    return await workers.run(discoveryTask, { ...task, progress: port2 }, signal, [port2])
  } finally {
    port1.close()
  }
}
