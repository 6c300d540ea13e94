// Tests: extract-image.test.ts, extract-with-model.test.ts

import type { ImportedSource } from '@ballast/importers'
import { joinSecondReading, type ReadHolding, refuseImage } from '@ballast/importers/images'
import type { ImageModel } from '../../ai/image-model.ts'
import { ModelFailure } from '../../ai/model-failure.ts'
import { AppError, errors } from '../../http/errors.ts'
import type { Progress } from '../../http/event-stream.ts'
import type { ReceivedFile } from '../../http/received-files.ts'
import { listKnownInstruments } from '../../market-data/known-instruments.ts'
import type { ImageReader } from '../../workers/image-reader.ts'
import type { FileCopy, SentFile } from './file-contents.ts'
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
  place: ReadingPlace,
  { files, copies }: { files: readonly SentFile[]; copies: readonly FileCopy[] },
  following: Following,
  second?: SecondReader,
): Promise<ReviewedSource[]> {
  for (const { name, place, of } of copies) {
    following.progress.step({ id: toStepId(place), label: `${name}: The same as ${of.name}`, state: 'done' })
  }
  const read = await Promise.allSettled(
    files.map(async (file) => {
      const [own, other] = await Promise.all([
        readImage(place, file, following),
        second && copyByModel(place, file, second, following.signal),
      ])
      return other === undefined ? own : joinCopied(own, other)
    }),
  )
  following.signal.throwIfAborted()
  const failures = read.filter((outcome) => outcome.status === 'rejected')
  if (failures[0] && failures.length === files.length) throw failures[0].reason
  const isOnly = files.length + copies.length === 1
  return read.map((outcome, index) => {
    const imported = outcome.status === 'fulfilled' ? outcome.value : toFailedImage(outcome.reason)
    // By their number among those that the person sent, so that they find them again.
    const place = files[index]?.place ?? index
    return { ...toReviewed(isOnly ? 'Image' : `Image ${place + 1}`, imported), place }
  })
}

const toStepId = (place: number) => `image-${place + 1}`

/** Where images are read, and whose they are: people take turns there. */
interface ReadingPlace {
  reader: ImageReader
  userId: string
}

/** A model that a person let look at their images too. */
export interface SecondReader {
  model: ImageModel
}

interface Copied {
  by: string
  holdings: ReadHolding[]
  failure: string | null
}

async function copyByModel(
  { reader, userId }: ReadingPlace,
  file: ReceivedFile,
  { model }: SecondReader,
  signal: AbortSignal,
): Promise<Copied | undefined> {
  const image = await reader.encodeForModel(file, { owner: userId, signal })
  if (!image) return undefined
  try {
    return { by: model.name, holdings: await model.copyHoldings({ userId, image }, signal), failure: null }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    return { by: model.name, holdings: [], failure: error.message }
  }
}

function joinCopied(own: ImportedSource, { by, holdings, failure }: Copied): ImportedSource {
  if (failure !== null) return { ...own, notes: [...own.notes, `${failure} The image was read on this server only.`] }
  const joined = joinSecondReading(own, holdings, listKnownInstruments())
  const note = `${by} looked at the image, too. A value that it read counts as sure only if this server read the same or the figures prove it.`
  return { ...joined, notes: [...joined.notes, note] }
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
  { reader, userId }: ReadingPlace,
  file: SentFile,
  { progress, signal }: Following,
): Promise<ImportedSource> {
  const step = { id: toStepId(file.place), label: file.name }
  progress.step({ ...step, state: 'waiting' })
  try {
    const [imported] = await reader.readImages([file], {
      instruments: listKnownInstruments(),
      signal,
      owner: userId,
      onProgress: (_, { label, done, total }) =>
        progress.step({ ...step, label: `${file.name}: ${label}`, state: 'running', done, total }),
    })
    if (!imported) throw new Error('An image was read into nothing')
    const [problem] = imported.problems
    if (imported.positions.length > 0) progress.step({ ...step, state: 'done' })
    else progress.step({ ...step, label: problem ? `${file.name}: ${problem.message}` : file.name, state: 'failed' })
    return imported
  } catch (error) {
    const label = error instanceof AppError ? `${file.name}: ${error.message}` : file.name
    progress.step({ ...step, label, state: 'failed' })
    throw error
  }
}

/** @throws whatever was not written for people */
function toFailedImage(reason: unknown): ImportedSource {
  if (!(reason instanceof AppError)) throw reason
  return refuseImage(reason.message, 'Send it again by itself.')
}
