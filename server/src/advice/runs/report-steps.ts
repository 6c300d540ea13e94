// Tests: ../../features/hedges/hedges.test.ts, ../../features/hedges/hedge-runs.test.ts

import type { Progress } from '../../http/event-stream.ts'

/** Steps of an analysis, in order. */
const STEPS = {
  positions: 'Reading positions and prices',
  histories: 'Loading price histories',
  chains: 'Loading option chains',
  risk: 'Measuring what the portfolio could lose',
  search: 'Searching the cheapest protection that holds',
  texts: 'Writing the analysis',
} as const
/** Only where a language model is configured. */
const MODEL_STEP = { model: 'Having the language model explain it' } as const
export type StepId = keyof typeof STEPS | keyof typeof MODEL_STEP

export interface Steps<Id extends string = StepId> {
  /** Begins a step, and ends the one before it. */
  begin(id: Id): void
  /** How far a step is that counts something; begins it if it has not begun. */
  count(id: Id, done: number, total: number): void
  /** Ends the last step. */
  finish(): void
}

/** Reports the steps of a hedge analysis with the time that each took, all of them waiting at first. */
export const createSteps = (progress: Progress, isWithModel: boolean): Steps =>
  createStepsOf<StepId>(progress, isWithModel ? { ...STEPS, ...MODEL_STEP } : STEPS)

/** Reports steps by their labels, which stand in the order in which they are done. */
export function createStepsOf<Id extends string>(
  progress: Progress,
  labels: Readonly<Partial<Record<Id, string>>>,
): Steps<Id> {
  const labelOf = (id: Id) => labels[id] ?? id
  for (const id of Object.keys(labels) as Id[]) progress.step({ id, label: labelOf(id), state: 'waiting' })
  let current: { id: Id; start: number; counts: { done?: number; total?: number } } | undefined

  function end() {
    if (!current) return
    const { id, start, counts } = current
    progress.step({ id, label: labelOf(id), state: 'done', ...counts, ms: Math.round(performance.now() - start) })
    current = undefined
  }

  function begin(id: Id) {
    if (current?.id === id) return
    end()
    current = { id, start: performance.now(), counts: {} }
    progress.step({ id, label: labelOf(id), state: 'running' })
  }

  return {
    begin,
    count(id, done, total) {
      begin(id)
      if (current) current.counts = { done, total }
      progress.step({ id, label: labelOf(id), state: 'running', done, total })
    },
    finish: end,
  }
}
