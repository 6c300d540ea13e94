// Tests: imports.test.ts, save-from-review.test.ts, imports.shared.test.ts

import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type ImportReview, type MappedField, mappedFieldSchema } from '@ballast/contract'
import type { ReadOptions } from '@ballast/importers'
import { changePreferences, findPreferences } from '../../accounts/preferences.ts'
import { type EncodedJson, encodedJson } from '../../http/answers.ts'
import { AppError, errors } from '../../http/errors.ts'
import type { Parts } from '../../parts.ts'
import * as drafts from '../../portfolios/import-draft.repository.ts'
import { listHeldTickers } from '../../portfolios/position.repository.ts'
import { defineWorkerTask, type WorkerTask } from '../../workers/worker-pool.ts'
import { assembleReview, type EncodedReview } from './assemble-review.ts'
import type { DocumentToRead } from './document-to-read.ts'
import { hashText, hashTogether, withoutCopies } from './file-contents.ts'
import {
  encodeSources,
  joinRead,
  type MappedColumn,
  type ReadDocuments,
  readAgain,
  readDocuments,
} from './read-documents.ts'
import { type Following, nothingFound, readImages } from './read-images.ts'
import { resolveTickers } from './resolve-tickers.ts'
import type { SortedFiles } from './sort-files.ts'

export type ImportsDependencies = Pick<Parts, 'db' | 'clock' | 'marketData' | 'workers' | 'imageReader' | 'imageModel'>

interface ReviewToMake {
  origin: ImportReview['origin']
  contentHash: string
  read: ReadDocuments
  notes?: readonly string[]
}

/** Size up to which a document is read on the spot; a workbook unfolds to many times its size and never is. */
const INLINE_BYTES = 8 * 1024
/** Longest JSON with positions and lines, which is several times as long as what was read. */
const INLINE_CHARACTERS = 256 * 1024
const INLINE_PACKED_BYTES = 16 * 1024
/** Each that nobody knows is compared with all that are known. */
const INLINE_UNKNOWN_TICKERS = 20
const unpack = promisify(gunzip)
const REMEMBERED_MAPPINGS = 50

const readTask = defineWorkerTask(new URL('./read-documents.ts', import.meta.url).href, readDocuments)
const readAgainTask = defineWorkerTask(new URL('./read-documents.ts', import.meta.url).href, readAgain)
const assembleTask = defineWorkerTask(new URL('./assemble-review.ts', import.meta.url).href, assembleReview)

/** Reads what people send into reviews, keeps these for a day, and reads them again with other columns. */
export function createImportsService(deps: ImportsDependencies) {
  const { db, clock, workers, imageReader, imageModel } = deps

  async function readMappings(userId: string): Promise<NonNullable<ReadOptions['mappings']>> {
    const { columnMappings } = await findPreferences(deps, userId)
    return Object.fromEntries(
      Object.entries(columnMappings).map(([fingerprint, columns]) => [fingerprint, toMapping(columns)]),
    )
  }

  async function readFiles(
    userId: string,
    documents: readonly DocumentToRead[],
    { progress, signal }: Following,
  ): Promise<ReadDocuments> {
    if (documents.length === 0) return encodeSources([])
    const step = { id: 'files', label: documents.length === 1 ? 'Reading the source' : 'Reading the files' }
    progress.step({ ...step, state: 'running' })
    const request = { documents, mappings: await readMappings(userId) }
    const read = await runWhere(isSmall(documents), readTask, request, { signal, userId })
    progress.step({ ...step, state: 'done' })
    return read
  }

  async function runWhere<Input, Output>(
    isInline: boolean,
    task: WorkerTask<Input, Output>,
    input: Input,
    { signal, userId }: { signal: AbortSignal; userId: string },
  ): Promise<Awaited<Output>> {
    return isInline ? await task.run(input) : await workers.run(task, input, { owner: userId, signal })
  }

  async function assemble(
    userId: string,
    importId: string,
    expiresAt: Date,
    { origin, read, notes = [] }: ReviewToMake,
    signal: AbortSignal,
  ): Promise<EncodedReview> {
    const held = await db.asUser(userId, listHeldTickers)
    const knowledge = { ...(await resolveTickers(deps, read.tickers)), held }
    const request = {
      importId,
      origin,
      knowledge,
      notes,
      sources: read.sources,
      expiresAt: expiresAt.toISOString(),
    }
    const isSmall = read.sources.length < INLINE_CHARACTERS && knowledge.unknown.length < INLINE_UNKNOWN_TICKERS
    return runWhere(isSmall, assembleTask, request, { signal, userId })
  }

  async function keep(userId: string, toMake: ReviewToMake, { progress, signal }: Following): Promise<EncodedJson> {
    const id = randomUUID()
    const step = { id: 'check', label: 'Checking tickers, arithmetic and totals' }
    progress.step({ ...step, state: 'running' })
    const now = clock.now()
    const { origin, contentHash } = toMake
    const made = await assemble(userId, id, drafts.toDraftExpiry(now), toMake, signal)
    await db.asUser(userId, (tx) => drafts.createDraft(tx, { id, userId, origin, contentHash, now, ...toStored(made) }))
    progress.step({ ...step, state: 'done' })
    return encodedJson(made.review, `${id}-1`)
  }

  return {
    /** Reads a pasted text. */
    async importText(userId: string, text: string, following: Following): Promise<EncodedJson> {
      const read = await readFiles(userId, [{ name: 'Pasted text', text }], following)
      return keep(userId, { origin: 'text', contentHash: await hashText(text), read }, following)
    },

    /**
     * Reads files that {@link sortFiles} has let through, the same file once.
     *
     * @param withModel the person agreed that the configured model looks at these images too
     * @throws AppError 422 when there are only images and nothing was found in any; 409 when a model is asked for and none
     *   is configured
     */
    async importFiles(
      userId: string,
      sorted: SortedFiles,
      following: Following,
      withModel = false,
    ): Promise<EncodedJson> {
      if (withModel && imageModel === null) {
        throw errors.conflict('No language model is configured on this server. Send the images without it.')
      }
      const second = withModel && imageModel !== null ? { model: imageModel } : undefined
      const { files: documents, copies: documentCopies } = await withoutCopies(sorted.documents)
      const sent = await withoutCopies(sorted.images)
      const images = sent.files
      const fromDocuments = await readFiles(userId, documents, following)
      const fromImages = await readImages({ reader: imageReader, userId }, sent, following, second)
      if (documents.length === 0 && fromImages.every(({ imported }) => imported.positions.length === 0)) {
        throw nothingFound(fromImages)
      }
      return keep(
        userId,
        {
          origin: documents.length > 0 ? 'file' : 'image',
          contentHash: await hashTogether([...documents, ...images].map(({ hash }) => hash)),
          read: joinRead(fromDocuments, encodeSources(fromImages)),
          notes: describeCopies(documentCopies.length + sent.copies.length),
        },
        following,
      )
    },

    /** @throws AppError 404 when the user has no such draft */
    async get(userId: string, importId: string): Promise<EncodedJson> {
      const { id, review, version } = await db.asUser(userId, (tx) => drafts.getDraft(tx, importId, clock.now()))
      return encodedJson(await unpack(review), `${id}-${version}`)
    },

    /** @throws AppError 404 when the user has no such draft */
    async discard(userId: string, importId: string): Promise<void> {
      await db.asUser(userId, (tx) => drafts.deleteDraft(tx, importId, clock.now()))
    },

    /**
     * Reads a draft again with columns as the person says they are, and remembers them for the next file like it.
     *
     * @throws AppError 404 when the user has no such draft, 409 when it has no columns to map, 400 when a column is
     *   mapped that is not there
     */
    async map(
      userId: string,
      importId: string,
      columns: readonly MappedColumn[],
      signal: AbortSignal,
    ): Promise<EncodedJson> {
      const draft = await db.asUser(userId, (tx) => drafts.getDraft(tx, importId, clock.now()))
      const { id, material, version, origin, contentHash, expiresAt } = draft
      if (material === null) throw errors.conflict('The columns of this import are known and cannot be mapped.')
      const request = { packedSources: material, mappings: await readMappings(userId), columns }
      const again = await runWhere(material.length < INLINE_PACKED_BYTES, readAgainTask, request, { signal, userId })
      if ('fault' in again) throw errors.badRequest(again.fault)
      const notes = await remember(userId, again.mapped)
      const made = await assemble(userId, id, expiresAt, { origin, contentHash, read: again, notes }, signal)
      await db.asUser(userId, (tx) => drafts.updateDraft(tx, { id, version: version + 1, ...toStored(made) }))
      return encodedJson(made.review, `${id}-${version + 1}`)
    },
  }

  /** @returns a note when there is no room to remember it */
  async function remember(
    userId: string,
    { fingerprint, fields }: { fingerprint: string; fields: Record<number, MappedField> },
  ): Promise<string[]> {
    const { columnMappings } = await findPreferences(deps, userId)
    const others = Object.entries(columnMappings).filter(([key]) => key !== fingerprint)
    const kept = [...others.slice(1 - REMEMBERED_MAPPINGS), [fingerprint, fields] as const]
    try {
      await changePreferences(deps, userId, { columnMappings: Object.fromEntries(kept) })
      return []
    } catch (error) {
      if (!(error instanceof AppError && error.fields.status === 409)) throw error
      return ['The columns could not be remembered: there is no room for more preferences.']
    }
  }
}

const toStored = ({ packedReview, packedMaterial, packedTrades, asOf }: EncodedReview) => ({
  review: packedReview,
  material: packedMaterial,
  trades: packedTrades,
  asOf,
})

/** A mapping that an older version stored may name a field that is gone. */
function toMapping(columns: Record<string, string>): Record<number, MappedField> {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([index, field]) => {
      const known = mappedFieldSchema.safeParse(field)
      return known.success ? [[Number(index), known.data] as const] : []
    }),
  )
}

const ZIP_START = 0x50
const isSmall = (documents: readonly DocumentToRead[]) =>
  documents.every((document) =>
    'text' in document
      ? document.text.length < INLINE_BYTES
      : document.bytes.length < INLINE_BYTES && document.bytes[0] !== ZIP_START,
  )

const describeCopies = (copies: number) =>
  copies === 0 ? [] : [`${copies === 1 ? 'A file was' : `${copies} files were`} sent twice, and counts once.`]
