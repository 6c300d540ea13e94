import { crc32 } from 'node:zlib'

const VERSION = 20
const UTF8_NAMES = 0x0800

/**
 * A ZIP archive of parts as they are, without compression (PKWARE, APPNOTE.TXT 6.3.10, section 4.3): every size in it is
 * true, so that unpacking it takes no more than it holds.
 *
 * @param parts contents by name, together less than 4 GiB and at most 65,535 of them
 */
export function toStoredZip(parts: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  const locals: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const [name, content] of parts) {
    const title = Buffer.from(name, 'utf8')
    const common = Buffer.alloc(26)
    common.writeUInt16LE(VERSION, 0)
    common.writeUInt16LE(UTF8_NAMES, 2)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(content.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(title.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    locals.push(Buffer.from('504b0304', 'hex'), common, title, content)
    directory.push(Buffer.from('504b01021400', 'hex'), common, place, title)
    offset += 30 + title.length + content.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.size, 4)
  end.writeUInt16LE(parts.size, 6)
  end.writeUInt32LE(sizeOf(directory), 8)
  end.writeUInt32LE(offset, 12)
  return join([...locals, ...directory, Buffer.from('504b0506', 'hex'), end])
}

const sizeOf = (pieces: readonly Uint8Array[]) => pieces.reduce((sum, piece) => sum + piece.length, 0)

/** Memory of its own, and not a view of a larger piece: whoever takes `buffer` gets nothing else. */
function join(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(sizeOf(pieces))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
