import { createHash } from 'node:crypto'
import type { ReceivedFile } from '../../http/received-files.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** One text for the same contents in any order: SHA-256, hexadecimal. */
export const hashContents = (contents: readonly Uint8Array[]): string =>
  sha256(Buffer.from(contents.map(sha256).toSorted().join('\n')))

/** The files, of those with the same content only the first. */
export function withoutCopies(files: readonly ReceivedFile[]): readonly ReceivedFile[] {
  const seen = new Set<string>()
  return files.filter(({ bytes }) => {
    const hash = sha256(bytes)
    if (seen.has(hash)) return false
    seen.add(hash)
    return true
  })
}
