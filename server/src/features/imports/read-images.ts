import { AppError, errors } from '../../http/errors.ts'
import type { Progress } from '../../http/event-stream.ts'
import type { ReceivedFile } from '../../http/received-files.ts'
import { refuseImage } from '../../importers/images/image-reading.ts'
import type { ImportedSource } from '../../importers/imported-source.ts'
import { listKnownInstruments } from '../../market-data/known-instruments.ts'
import type { ImageReader } from '../../workers/image-reader.ts'
import { toReviewed } from './read-documents.ts'
import type { ReviewedSource } from './reviewed-source.ts'

/** Who follows the work, and when it is of no use to anybody any more. */
export interface Following {
  progress: Progress
  signal: AbortSignal
}

/**
 * Reads images side by side, telling how far each is. One that takes too long does not take the others with it.
 *
 * @throws AppError what kept the first from being read, when that happened to all
 */
export async function readImages(
  reader: ImageReader,
  files: readonly ReceivedFile[],
  following: Following,
): Promise<ReviewedSource[]> {
  const read = await Promise.allSettled(files.map((file, index) => readImage(reader, file, index, following)))
  following.signal.throwIfAborted()
  const failures = read.filter((outcome) => outcome.status === 'rejected')
  if (failures[0] && failures.length === files.length) throw failures[0].reason
  return read.map((outcome, index) => {
    const imported = outcome.status === 'fulfilled' ? outcome.value : toFailedImage(outcome.reason)
    return toReviewed(files.length === 1 ? 'Image' : `Image ${index + 1}`, imported)
  })
}

/** The refusal of images in which nothing was found. */
export function nothingFound(sources: readonly ReviewedSource[]): AppError {
  const why = sources.flatMap(({ imported }) => imported.problems[0]?.message ?? [])[0]
  return errors.unprocessable(
    why ??
      'No positions were found in the image. Send a screenshot that shows tickers and quantities, as sharp as it can be.',
  )
}

async function readImage(
  reader: ImageReader,
  file: ReceivedFile,
  index: number,
  { progress, signal }: Following,
): Promise<ImportedSource> {
  const step = { id: `image-${index + 1}`, label: file.name }
  progress.step({ ...step, state: 'waiting' })
  try {
    const [imported] = await reader.readImages([file], {
      instruments: listKnownInstruments(),
      signal,
      onProgress: (_, { label, done, total }) =>
        progress.step({ ...step, label: `${file.name}: ${label}`, state: 'running', done, total }),
    })
    if (!imported) throw new Error('An image was read into nothing')
    progress.step({ ...step, state: imported.positions.length > 0 ? 'done' : 'failed' })
    return imported
  } catch (error) {
    progress.step({ ...step, state: 'failed' })
    throw error
  }
}

/** @throws whatever was not written for people */
function toFailedImage(reason: unknown): ImportedSource {
  if (!(reason instanceof AppError)) throw reason
  return refuseImage(reason.message, 'Send it again by itself.')
}
