import { webcrypto } from 'node:crypto'
import type { ReceivedFile } from '../../http/received-files.ts'

/** Off the main thread: a hundred megabytes of images would keep everybody else waiting. */
async function sha256(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex')
}

/** A file with the SHA-256 of its content, hexadecimal. */
export type HashedFile = ReceivedFile & { hash: string }

/** The files, of those with the same content only the first. */
export async function withoutCopies(files: readonly ReceivedFile[]): Promise<readonly HashedFile[]> {
  const different = new Map<string, HashedFile>()
  for (const file of files) {
    const hash = await sha256(file.bytes)
    if (!different.has(hash)) different.set(hash, { ...file, hash })
  }
  return [...different.values()]
}

/** One text for the same files in any order. @param hashes SHA-256 of each, hexadecimal */
export const hashTogether = (hashes: readonly string[]): Promise<string> =>
  sha256(Buffer.from(hashes.toSorted().join('\n')))

/** The same for a text as for a file that holds it. */
export const hashText = async (text: string): Promise<string> => hashTogether([await sha256(Buffer.from(text))])
