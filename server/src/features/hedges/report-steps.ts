import type { Progress } from '../../http/event-stream.ts'

/** What an analysis does, in order. */
const STEPS = {
  positions: 'Reading positions and prices',
  histories: 'Loading price histories',
  chains: 'Loading option chains',
  risk: 'Measuring what the portfolio could lose',
  search: 'Searching the cheapest protection that holds',
  texts: 'Writing the analysis',
} as const
export type StepId = keyof typeof STEPS

const ORDER = Object.keys(STEPS) as StepId[]

export interface Steps {
  /** Begins a step, and ends the one before it. */
  begin(id: StepId): void
  /** How far a step is that counts something; begins it if it has not begun. */
  count(id: StepId, done: number, total: number): void
  /** Ends the last step. */
  finish(): void
}

/** Reports the steps of an analysis with the time that each took, all of them waiting at first. */
export function createSteps(progress: Progress): Steps {
  for (const id of ORDER) progress.step({ id, label: STEPS[id], state: 'waiting' })
  let current: { id: StepId; start: number; counts: { done?: number; total?: number } } | undefined

  function end() {
    if (!current) return
    const { id, start, counts } = current
    progress.step({ id, label: STEPS[id], state: 'done', ...counts, ms: Math.round(performance.now() - start) })
    current = undefined
  }

  function begin(id: StepId) {
    if (current?.id === id) return
    end()
    current = { id, start: performance.now(), counts: {} }
    progress.step({ id, label: STEPS[id], state: 'running' })
  }

  return {
    begin,
    count(id, done, total) {
      begin(id)
      if (current) current.counts = { done, total }
      progress.step({ id, label: STEPS[id], state: 'running', done, total })
    },
    finish: end,
  }
}
