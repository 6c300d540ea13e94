import { LIMITS } from '@ballast/contract'
import { errors } from '../../http/errors.ts'
import type { ReceivedFile } from '../../http/received-files.ts'
import { findImageFault, toImageKind } from '../../importers/images/image-file.ts'

export interface SortedFiles {
  documents: readonly ReceivedFile[]
  images: readonly ReceivedFile[]
}

const MIB = 1024 * 1024
const ACCEPTED = 'Send .csv, .tsv, .txt, .json or .xlsx files, or images (PNG, JPEG, WebP, GIF, AVIF, TIFF).'
const SAMPLE_BYTES = 4_096
/** What Excel wrote before 2007, Word documents and the like. */
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const ZIP = [0x50, 0x4b, 0x03, 0x04]

/**
 * Tells by their content, never by name, which files are images and which are read as text or workbooks.
 *
 * @throws AppError 400, 413 or 415 naming the file that cannot be read, why, and what to send instead
 */
export function sortFiles(files: readonly ReceivedFile[]): SortedFiles {
  const images: ReceivedFile[] = []
  const documents: ReceivedFile[] = []
  for (const file of files) {
    if (file.bytes.length === 0) throw errors.badRequest(`“${file.name}” is empty. Choose the file again.`)
    if (toImageKind(file.bytes) !== 'other') {
      requireReadableImage(file)
      images.push(file)
    } else {
      requireDocument(file)
      documents.push(file)
    }
  }
  requireTogetherSmall(documents)
  return { documents, images }
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
  if (startsWith(bytes, OLD_OFFICE)) {
    throw errors.unsupportedFile(`“${name}” is an old Excel or Office file. Save it as .xlsx or .csv first.`)
  }
  if (!startsWith(bytes, ZIP) && !looksLikeText(bytes)) {
    throw errors.unsupportedFile(`“${name}” is of a kind that is not read. ${ACCEPTED}`)
  }
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
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  let controls = 0
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries()) {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
    else if (byte < 9 || (byte > 13 && byte < 32 && byte !== 0x1b)) controls++
  }
  const [even = 0, odd = 0] = zeros
  const isUtf16 = Math.max(even, odd) > sample.length / 4 && Math.min(even, odd) <= sample.length / 20
  return (isUtf16 || even + odd <= sample.length / 100) && controls <= sample.length / 50
}

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte)
