import { webcrypto } from 'node:crypto'
import type { ReceivedFile } from '../../http/received-files.ts'

/** Off the main thread: a hundred megabytes of images would keep everybody else waiting. */
async function sha256(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex')
}

/** A file with the SHA-256 of its content, hexadecimal, and its place among those that were sent, from 0. */
export type SentFile = ReceivedFile & { hash: string; place: number }

/** A file that has the content of one before it. */
export interface FileCopy {
  name: string
  place: number
  of: SentFile
}

/** The files, of those with the same content only the first, and the others by themselves. */
export async function withoutCopies(
  files: readonly ReceivedFile[],
): Promise<{ files: SentFile[]; copies: FileCopy[] }> {
  const different = new Map<string, SentFile>()
  const copies: FileCopy[] = []
  for (const [place, file] of files.entries()) {
    const hash = await sha256(file.bytes)
    const first = different.get(hash)
    if (first) copies.push({ name: file.name, place, of: first })
    else different.set(hash, { ...file, hash, place })
  }
  return { files: [...different.values()], copies }
}

/** One text for the same files in any order. @param hashes SHA-256 of each, hexadecimal */
export const hashTogether = (hashes: readonly string[]): Promise<string> =>
  sha256(Buffer.from(hashes.toSorted().join('\n')))

/** The same for a text as for a file that holds it. */
export const hashText = async (text: string): Promise<string> => hashTogether([await sha256(Buffer.from(text))])
