import type { Fact } from '@ballast/contract'
import type { Recomputing } from '../../advice/runs/recompute-facts.ts'
import { packInputs, unpackInputs } from '../../advice/runs/recorded-inputs.ts'
import type { AnalystModel } from '../../ai/analyst-model.ts'
import type { MintingCall } from '../../ai/model-tools.ts'
import { replayMinted } from '../../ai/own-tools.ts'
import { FactLedger } from '../../grounding/fact-ledger.ts'
import type { Progress } from '../../http/event-stream.ts'
import { runReporting } from '../../workers/run-reporting.ts'
import { defineWorkerTask, type WorkerPool } from '../../workers/worker-pool.ts'
import { type ComputedDiscovery, computeDiscovery, type DiscoveryTask } from './compute-discovery.ts'
import type { DiscoveryInput } from './discovery-input.ts'
import {
  createDiscoverySteps,
  type DiscoveryStep,
  type DiscoverySubject,
  type LoadDependencies,
  loadDiscovery,
} from './load-discovery.ts'
import { ALTERNATES, listTools, type WrittenRun, writeByModel } from './write-by-model.ts'

export interface RunDependencies extends LoadDependencies {
  analystModel: AnalystModel | null
}

/** A run that is ready to be kept, with what it was computed from and what is recorded of it. */
export interface FinishedRun extends Omit<WrittenRun, 'minted'>, Pick<ComputedDiscovery, 'held'> {
  /** As `packInputs` packs them. */
  inputs: Uint8Array
}

/** Record of a run: the engine's input, and the calls of the model's tools that added facts. */
interface RecordedInputs {
  input: DiscoveryInput
  minted: readonly MintingCall[]
}

const discoveryTask = defineWorkerTask(new URL('./compute-discovery.ts', import.meta.url).href, computeDiscovery)

/**
 * Loads, scans, prices and writes a discovery, a step at a time.
 *
 * @param signal aborting it stops the loading and the model, and kills the thread that computes
 * @throws AppError as `loadDiscovery`
 */
export async function runDiscovery(
  { workers, analystModel, ...deps }: RunDependencies,
  { userId, ...subject }: Omit<DiscoverySubject, 'alternates'>,
  progress: Progress,
  signal: AbortSignal,
): Promise<FinishedRun> {
  const steps = createDiscoverySteps(progress)
  const alternates = analystModel === null ? 0 : ALTERNATES
  const { input, scanned } = await loadDiscovery(
    { ...deps, workers },
    { ...subject, userId, alternates },
    steps,
    signal,
  )
  const computed = await computeInThread(workers, { input, scanned }, steps.begin, { owner: userId, signal })
  const { minted, ...written } = await writeByModel(analystModel, computed, { userId, frame: input.frame }, signal)
  const recorded: RecordedInputs = { input, minted }
  const inputs = await packInputs(recorded)
  steps.finish()
  return { ...written, held: computed.held, inputs }
}

/** The facts of a run, computed again from what was kept of it. */
export async function recomputeFacts(workers: WorkerPool, inputs: Uint8Array, options: Recomputing): Promise<Fact[]> {
  const { input, minted } = await unpackInputs<RecordedInputs>(inputs)
  const computed = await computeInThread(workers, { input }, () => undefined, options)
  const ledger = new FactLedger(input.frame, computed.run.facts)
  await replayMinted(ledger, listTools(computed), minted, options.signal)
  return ledger.list()
}

async function computeInThread(
  workers: WorkerPool,
  task: Omit<DiscoveryTask, 'progress'>,
  onStep: (step: DiscoveryStep) => void,
  options: Recomputing,
): Promise<ComputedDiscovery> {
  return runReporting(workers, discoveryTask, task, { ...options, onMessage: onStep })
}
