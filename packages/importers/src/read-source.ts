// Tests: file-fixtures.test.ts, samples.test.ts, mutated-files.test.ts

import type { ImportedSource, ReadOptions } from './imported-source.ts'
import { refuseSource } from './meaning/refuse-source.ts'
import { readPdfSource } from './pdf-source.ts'
import { decodeText } from './sources/decode-text.ts'
import { findForeignFile, isPdf, isZip } from './sources/file-signature.ts'
import { readTextSource } from './text-source.ts'
import { readWorkbookSource } from './workbook-source.ts'

/** A file as it was uploaded, or a text as it was pasted. The name is shown to the person and decides nothing. */
export type RawSource = { name: string; bytes: Uint8Array } | { name: string; text: string }

/**
 * Reads any file or text with holdings: the layout is told by the content, every line gets a verdict, and what cannot be
 * read is said in `problems`. Without effects; hostile content costs seconds, so call it in a worker.
 *
 * @returns what was understood; never rejects because of the content
 */
export async function readSource(source: RawSource, options: ReadOptions = {}): Promise<ImportedSource> {
  if ('text' in source) return readTextSource(source.text, 'text', options)
  const { bytes } = source
  if (isZip(bytes)) return readWorkbookSource(bytes, options)
  if (isPdf(bytes)) return readPdfSource(bytes)
  const foreign = findForeignFile(bytes)
  if (foreign === undefined) return readTextSource(decodeText(bytes), 'csv', options)
  return refuseSource('csv', { why: `This is ${foreign.is}`, expected: foreign.expected })
}
