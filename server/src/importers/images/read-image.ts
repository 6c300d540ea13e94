import type { ImportedSource } from '../imported-source.ts'
import { decodeImage } from './decode-image.ts'
import { type ImageTask, refuseImage } from './image-reading.ts'
import { findInk } from './ink.ts'
import { findText, readRuns } from './read-cells.ts'
import { startRecogniser } from './recogniser.ts'
import { toRows } from './text-rows.ts'

/**
 * Reads the positions that one screenshot shows. Runs in a worker thread, keeps nothing of the image and writes none of
 * it anywhere.
 *
 * @returns a source without positions and with the reason when the image cannot be read
 */
export async function readImage({ bytes, progress }: ImageTask): Promise<ImportedSource> {
  const tell = (label: string, done: number) => progress?.postMessage({ label, done, total: 100 })
  tell('Opening image', 0)
  const image = await decodeImage(bytes).catch(() => undefined)
  if (!image) {
    return refuseImage('The image is damaged or cut off.', 'Take the screenshot again, or save it as PNG.')
  }
  tell('Finding text', 5)
  const found = await findText(findInk(image))
  if (!found) return refuseImage('This looks like a photograph, not like a screenshot of positions.', CHOOSE)
  const recognise = await startRecogniser()
  tell('Reading table', 10)
  const cells = await readRuns(found, recognise, (done) => {
    tell('Reading table', 10 + Math.floor((85 * done) / Math.max(1, found.runs.length)))
  })
  const rows = toRows(cells)
  if (rows.length === 0) return refuseImage('There is no text in this image.', CHOOSE)
  return {
    ...refuseImage('No positions were recognised in this image.', CHOOSE),
    lines: rows.map(({ text }, index) => ({ line: index + 1, verdict: 'not-understood', text, note: null })),
  }
}

const CHOOSE = 'Choose a screenshot that shows tickers and shares.'
