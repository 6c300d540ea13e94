// Tests: spending.test.ts, mcp.test.ts

import type { StreamStep } from '@ballast/contract'
import type { Progress } from '../../http/event-stream.ts'

export interface ProgressNote {
  /** Grows with each note, up to `total`. */
  progress: number
  /** Steps in all. */
  total: number
  /** Step that is being done. */
  message: string
}

/** Progress that a step counts for as soon as it has begun, so that its beginning is news. */
const BEGUN = 0.01

/** Turns the steps of a screen's work into notes that only ever grow, as the protocol wants them. */
export function reportProgress(send: (note: ProgressNote) => void): Progress {
  const shares = new Map<string, number>()
  let last = 0
  return {
    step({ id, label, ...step }) {
      shares.set(id, Math.max(shares.get(id) ?? 0, shareOf(step)))
      const progress = Number([...shares.values()].reduce((sum, share) => sum + share, 0).toFixed(4))
      if (progress <= last) return
      last = progress
      send({ progress, total: shares.size, message: label })
    },
    partial() {},
  }
}

/** For whoever does not want to know. */
export const SILENT: Progress = { step() {}, partial() {} }

function shareOf({ state, done, total }: Omit<StreamStep, 'id' | 'label'>): number {
  if (state === 'waiting') return 0
  if (state !== 'running') return 1
  if (done === undefined || !total) return BEGUN
  return BEGUN + (1 - 2 * BEGUN) * Math.min(1, done / total)
}
