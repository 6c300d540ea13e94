import { LIMITS } from '@ballast/contract'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, errors } from './errors.ts'
import { bodyPacer } from './paced-body.ts'

/** A file as a browser or a script sent it. */
export interface ReceivedFile {
  /** Text for people, one line of at most 100 characters; it never becomes a path. */
  name: string
  bytes: Buffer
}

const PARTS = 20
const PART_HEADER_BYTES = 8 * 1024
const FIELD_NAME_BYTES = 100
const MIB = 1024 * 1024
const NAME_CHARACTERS = 100
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
/** Files of all requests together that may lie in memory; the machine has other things to do. */
const MEMORY_BYTES = 2 * LIMITS.imageUploadBytes

/** Requests of one person that are under way at a time; a browser has one for each tab. */
const REQUESTS_OF_ONE = 10
const SECONDS_TO_WAIT = 5

/** Accepts `multipart/form-data` where a call takes files; every other route still refuses it by its type. */
export async function acceptFiles(app: FastifyInstance): Promise<void> {
  // Not written in place: the plugin hands `headerSize` on to its parser, but its types do not know it.
  const limits = {
    parts: PARTS,
    files: LIMITS.imagesPerRequest,
    fields: PARTS,
    fileSize: LIMITS.imageBytes,
    fieldSize: FIELD_NAME_BYTES,
    fieldNameSize: FIELD_NAME_BYTES,
    headerPairs: PARTS,
    headerSize: PART_HEADER_BYTES,
  }
  await app.register(multipart, { limits })
}

/** Counts the bytes that requests hold, so that many large ones at once are told to wait instead of ending the process. */
export class UploadMemory {
  #held = 0
  readonly #heldBy = new Map<string, number>()
  readonly #underWay = new Map<string, number>()
  readonly #limit: number

  constructor(limit = MEMORY_BYTES) {
    this.#limit = limit
  }

  /**
   * Receives the files of a request, works with them, and forgets them.
   *
   * @param field the one that the files must stand in
   * @throws AppError 400 for a body that is not what it says, 413 for too much of it, 429 when the person has many others
   *   under way, 503 when too much is held already
   */
  async withFiles<T>(
    { request }: { request: FastifyRequest },
    field: string,
    work: (files: readonly ReceivedFile[]) => Promise<T>,
  ): Promise<T> {
    const announced = Number(request.headers['content-length'] ?? LIMITS.imageUploadBytes)
    if (announced > LIMITS.imageUploadBytes) throw errors.tooLarge(LIMITS.imageUploadBytes)
    const userId = request.user?.id ?? ''
    const underWay = this.#underWay.get(userId) ?? 0
    if (userId !== '' && underWay >= REQUESTS_OF_ONE) throw errors.tooManyRequests(SECONDS_TO_WAIT)
    this.#underWay.set(userId, underWay + 1)
    try {
      const letGo = this.hold(userId, announced)
      try {
        return await work(await receive(request, field))
      } finally {
        letGo()
      }
    } finally {
      const left = (this.#underWay.get(userId) ?? 1) - 1
      if (left > 0) this.#underWay.set(userId, left)
      else this.#underWay.delete(userId)
    }
  }

  /**
   * Takes room for a request. Half of it is for others, however much one person sends.
   *
   * @returns gives the room back
   * @throws AppError 503 when there is none
   */
  hold(userId: string, bytes: number): () => void {
    const own = (this.#heldBy.get(userId) ?? 0) + bytes
    const isTooMuchOfOne = userId !== '' && own > this.#limit / 2
    if (isTooMuchOfOne || this.#held + bytes > this.#limit) {
      throw errors.unavailable('Too many files are being read at the moment. Try again in a few seconds.')
    }
    this.#held += bytes
    this.#heldBy.set(userId, own)
    return () => {
      this.#held -= bytes
      const left = (this.#heldBy.get(userId) ?? 0) - bytes
      if (left > 0) this.#heldBy.set(userId, left)
      else this.#heldBy.delete(userId)
    }
  }
}

async function receive(request: FastifyRequest, field: string): Promise<ReceivedFile[]> {
  if (!request.isMultipart()) return []
  const files: ReceivedFile[] = []
  try {
    const parts = request.parts()
    bodyPacer.pace(request.raw)
    for await (const part of parts) {
      if (part.fieldname !== field || part.type !== 'file') throw unexpectedPart(part.fieldname, part.type, field)
      files.push({ name: toShownName(part.filename), bytes: await part.toBuffer() })
    }
    return files
  } catch (error) {
    request.raw.unpipe()
    throw toRefusal(error)
  }
}

function unexpectedPart(name: string, type: 'file' | 'field', field: string): AppError {
  const found = toShownName(name)
  return errors.badRequest(
    type === 'field' && name === field
      ? `A part of the field "${found}" has no file name. Send each file with its name.`
      : `The upload has a ${type} "${found}", which is not expected. Send only files, each in the field "${field}".`,
  )
}

function toRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { code, part } = error as { code?: string; part?: { filename?: string } }
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    return errors.fileTooLarge(
      `“${toShownName(part?.filename)}” is larger than ${LIMITS.imageBytes / MIB} MiB, the most that is read. Make it smaller, or split it.`,
    )
  }
  if (code === 'FST_FILES_LIMIT' || code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') {
    return errors.fileTooLarge(
      `There are too many files. At most ${LIMITS.imagesPerRequest} are read at once; send the others after them.`,
    )
  }
  if (code === 'FST_PROTO_VIOLATION') return errors.badRequest('The name of a field in the upload is not allowed.')
  return errors.badRequest('The upload is cut off or broken. Choose the files again.', undefined, error)
}

/** The last piece of what may be a path, without what would not show or would turn the direction of the line. */
function toShownName(name = ''): string {
  const last = name.toWellFormed().split(/[\\/]/).at(-1) ?? ''
  const shown = last.replace(UNPRINTABLE, ' ').trim()
  if (shown === '') return 'Unnamed file'
  return shown.length > NAME_CHARACTERS ? `${shown.slice(0, NAME_CHARACTERS - 1).toWellFormed()}…` : shown
}
