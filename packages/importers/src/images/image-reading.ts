import type { ImportedSource } from '../imported-source.ts'

/** One image as it came in; its name is never needed to read it. */
export interface ImageToRead {
  bytes: Uint8Array
}

/** Step of the reading of an image, for a progress bar: `done` of `total`, in percent. */
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

/** One image, and where to tell how far its reading is; a `MessagePort` will do, so that a worker thread can read it. */
export interface ImageTask extends ImageToRead {
  instruments: readonly KnownInstrument[]
  progress: { postMessage(step: ImageStep): void } | undefined
}

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
