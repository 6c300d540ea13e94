import type { ImportedSource, ReadOptions } from '../imported-source.ts'
import { decodeText } from './decode-text.ts'
import { readTextSource } from './text-source.ts'

/** A file as it was uploaded, or a text as it was pasted. The name is shown to the person and decides nothing. */
export type RawSource = { name: string; bytes: Uint8Array } | { name: string; text: string }

/**
 * Reads any file or text with holdings: the layout is told by the content, every line gets a verdict, and what cannot be
 * read is said in `problems`. Pure but for the time it takes: hostile content costs seconds, so call it in a worker.
 *
 * @returns what was understood; never rejects because of the content
 */
export async function readSource(source: RawSource, options: ReadOptions = {}): Promise<ImportedSource> {
  if ('text' in source) return readTextSource(source.text, 'text', options)
  const decoded = decodeText(source.bytes)
  return readTextSource(decoded, 'csv', options)
}
