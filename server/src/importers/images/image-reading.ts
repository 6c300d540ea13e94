import type { MessagePort } from 'node:worker_threads'
import type { ImportedSource } from '../imported-source.ts'

/** One image as it came in; its name is never needed to read it. */
export interface ImageToRead {
  bytes: Uint8Array
}

/** What is being done with an image, for a progress bar: `done` of `total`, in percent. */
export interface ImageStep {
  label: string
  done: number
  total: number
}

/** A security that exists. Characters that were mistaken for others are recognised by its ticker and its name. */
export interface KnownInstrument {
  /** Canonical ticker. */
  ticker: string
  name: string | null
}

/** What a worker thread gets: one image, and where to tell how far it is. */
export interface ImageTask extends ImageToRead {
  instruments: readonly KnownInstrument[]
  /** Messages are of the type {@link ImageStep}. */
  progress: MessagePort | undefined
}

/**
 * At least this certainty, and no doubt about any field: only then may a position look sure. The recogniser's own
 * figure counts for little by itself, so a position reaches it by proof or by being read alike twice.
 */
export const SURE_CERTAINTY = 0.9

/** An image of which nothing could be read, with the reason as its one problem. */
export function refuseImage(message: string, expected: string): ImportedSource {
  return {
    kind: 'image',
    format: null,
    content: 'positions',
    asOf: null,
    knownFrom: null,
    lines: [],
    positions: [],
    statedTotals: [],
    mapping: null,
    problems: [{ expected, message: `${message} ${expected}` }],
    notes: [],
  }
}
