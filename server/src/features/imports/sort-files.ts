// Tests: hostile-uploads.test.ts, costly-uploads.test.ts

import { LIMITS } from '@ballast/contract'
import { findScannedPages, findUtf16, isPdf, isZip } from '@ballast/importers'
import { findImageFault, toImageKind } from '@ballast/importers/images'
import { errors } from '../../http/errors.ts'
import type { ReceivedFile } from '../../http/received-files.ts'
import { findForeignBinary, findForeignText } from './foreign-files.ts'

export interface SortedFiles {
  documents: readonly ReceivedFile[]
  images: readonly ReceivedFile[]
}

const MIB = 1024 * 1024
const ACCEPTED = 'Send .csv, .tsv, .txt, .json, .xlsx or .pdf files, or images (PNG, JPEG, WebP, GIF, AVIF, TIFF).'
const SAMPLE_BYTES = 4_096

/**
 * Tells by their content, never by name, which files are images and which are read as text or workbooks.
 *
 * @throws AppError 400, 413 or 415 naming the file that cannot be read, why, and what to send instead
 */
export function sortFiles(files: readonly ReceivedFile[]): SortedFiles {
  const images: ReceivedFile[] = []
  const documents: ReceivedFile[] = []
  for (const file of files.flatMap(toPages)) {
    if (file.bytes.length === 0) throw errors.badRequest(`“${file.name}” is empty. Choose the file again.`)
    if (!isPdf(file.bytes) && toImageKind(file.bytes) !== 'other') {
      requireReadableImage(file)
      images.push(file)
    } else {
      requireDocument(file)
      documents.push(file)
    }
  }
  requireTogetherSmall(documents)
  if (images.length > LIMITS.imagesPerRequest) {
    throw errors.badRequest(
      `These are ${images.length} images and scanned pages, and at most ${LIMITS.imagesPerRequest} are read at once. Send only those with your positions.`,
    )
  }
  return { documents, images }
}

/** A scanned PDF as the pictures of its pages; any other file as it is. */
function toPages(file: ReceivedFile): ReceivedFile[] {
  const pages = isPdf(file.bytes) ? findScannedPages(file.bytes) : undefined
  if (pages === undefined) return [file]
  return pages.map(({ buffer, byteOffset, byteLength }, index) => ({
    name: `${file.name}, page ${index + 1}`,
    bytes: Buffer.from(buffer, byteOffset, byteLength),
  }))
}

/** @throws AppError as {@link sortFiles}, also for what is no image */
export function requireImages(files: readonly ReceivedFile[]): void {
  for (const file of files) requireReadableImage(file)
}

function requireReadableImage({ name, bytes }: ReceivedFile): void {
  const fault = findImageFault(bytes)
  if (!fault) return
  const words = `“${name}”: ${fault.why} ${fault.expected}`
  if (toImageKind(bytes) !== 'read') throw errors.unsupportedFile(words)
  throw bytes.length > LIMITS.imageBytes ? errors.fileTooLarge(words) : errors.badRequest(words)
}

function requireDocument({ name, bytes }: ReceivedFile): void {
  if (isZip(bytes) || isPdf(bytes)) return
  const isText = looksLikeText(bytes)
  const foreign = findForeignBinary(bytes) ?? (isText ? findForeignText(bytes) : undefined)
  if (foreign) throw errors.unsupportedFile(`“${name}” is ${foreign.is}. ${foreign.expected}`)
  if (!isText) throw errors.unsupportedFile(`“${name}” is of a kind that is not read. ${ACCEPTED}`)
}

function requireTogetherSmall(documents: readonly ReceivedFile[]): void {
  let sum = 0
  for (const { name, bytes } of documents) {
    sum += bytes.length
    if (sum <= LIMITS.uploadBodyBytes) continue
    const limit = `${LIMITS.uploadBodyBytes / MIB} MiB`
    throw errors.fileTooLarge(
      bytes.length > LIMITS.uploadBodyBytes
        ? `“${name}” is larger than ${limit}, the most that is read. Split it into smaller files.`
        : `With “${name}” the files together are larger than ${limit}, the most that is read at once. Send it after the others.`,
    )
  }
}

/** Text has no control characters but line ends and tabs; of UTF-16 every second byte is 0. */
function looksLikeText(bytes: Uint8Array): boolean {
  if (findUtf16(bytes)) return true
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros = sample.filter((byte) => byte === 0).length
  const controls = sample.filter((byte) => byte !== 0 && (byte < 9 || (byte > 13 && byte < 32 && byte !== 0x1b))).length
  return zeros <= sample.length / 100 && controls <= sample.length / 50
}
