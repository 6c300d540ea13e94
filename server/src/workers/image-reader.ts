import { MessageChannel } from 'node:worker_threads'
import type { ImportedSource } from '@ballast/importers'
import {
  encodeForModel,
  findImageFault,
  type ImageStep,
  type ImageToRead,
  type KnownInstrument,
  readImage,
  refuseImage,
} from '@ballast/importers/images'
import { AppError } from '../http/errors.ts'
import type { Owner, WorkLoad } from './fair-turns.ts'
import { createWorkerPool, defineWorkerTask, type WorkerPoolOptions } from './worker-pool.ts'

export interface ReadImagesOptions {
  /** Securities that exist; a ticker outside them is kept, but has to be read with more certainty. */
  instruments: readonly KnownInstrument[]
  /** Aborting it takes the images from the queue and kills the thread that works on one. */
  signal?: AbortSignal | undefined
  /** The user whose images they are: users take turns. */
  owner: Owner
  /** Called on the main thread whenever an image got further. */
  onProgress?: (imageIndex: number, step: ImageStep) => void
}

export interface ImageReader {
  /**
   * Reads screenshots of positions, each in a thread of its own that can be killed; nothing of an image is kept.
   *
   * @returns one source of kind `image` for each image, in their order; one that cannot be read (not an image, too
   *   large, damaged) has no positions and says why in `problems`
   * @throws AppError 503 when too many images wait already, or one took longer than 30 seconds
   */
  readImages(images: readonly ImageToRead[], options: ReadImagesOptions): Promise<ImportedSource[]>
  /**
   * An image as it may be sent to a model: pixels only, and no more of them than are of use. Done in a thread as well.
   *
   * @returns undefined for what cannot be decoded
   * @throws AppError 503 as above
   */
  encodeForModel(image: ImageToRead, options: { owner: Owner; signal: AbortSignal }): Promise<Uint8Array | undefined>
  load(): WorkLoad
  close(): Promise<void>
}

const READ_IMAGE = defineWorkerTask(import.meta.resolve('@ballast/importers/images'), readImage)

const ENCODE_IMAGE = defineWorkerTask(import.meta.resolve('@ballast/importers/images'), encodeForModel)

const IMAGES_AT_ONCE = 2
const IMAGES_WAITING = 20

/** Two images at once for the whole process, twenty may wait, users in turn; apart from other work, which must not wait behind images. */
export function createImageReader(options: WorkerPoolOptions = {}): ImageReader {
  const { maxThreads = IMAGES_AT_ONCE, maxQueue = IMAGES_WAITING } = options
  const pool = createWorkerPool({
    ...options,
    // One person's images may take both threads: a screenshot takes a second or two, and others wait for one at most.
    maxThreads,
    maxThreadsOfOne: maxThreads,
    maxQueue,
    refusal: 'Too many images are being read at the moment. Try again in a few seconds.',
  })

  async function readOne(image: ImageToRead, index: number, options: ReadImagesOptions): Promise<ImportedSource> {
    const fault = findImageFault(image.bytes)
    if (fault) return refuseImage(fault.why, fault.expected)
    // Threads come and go. Loaded here too, the decoder's library stays: unloading it under another thread crashes.
    await import('sharp')
    const { port1, port2 } = new MessageChannel()
    port1.on('message', (step: ImageStep) => options.onProgress?.(index, step))
    try {
      // A copy of its own: the bytes may be a part of a much larger request, which would be copied as a whole.
      const task = { bytes: new Uint8Array(image.bytes), instruments: options.instruments, progress: port2 }
      const { owner, signal } = options
      return await pool.run(READ_IMAGE, task, { owner, signal, ports: [port2] })
    } finally {
      port1.close()
    }
  }

  return {
    async readImages(images, options) {
      const failed = new AbortController()
      const signal = options.signal ? AbortSignal.any([options.signal, failed.signal]) : failed.signal
      try {
        return await Promise.all(images.map((image, index) => readOne(image, index, { ...options, signal })))
      } catch (error) {
        // One that cannot be read in time fails the request: the others would be read for nobody.
        failed.abort()
        throw error
      }
    },
    async encodeForModel({ bytes }, options) {
      if (findImageFault(bytes)) return undefined
      try {
        await import('sharp')
        return await pool.run(ENCODE_IMAGE, new Uint8Array(bytes), options)
      } catch (error) {
        options.signal.throwIfAborted()
        if (error instanceof AppError) throw error
        return undefined
      }
    },
    load: () => pool.load(),
    close: () => pool.close(),
  }
}
