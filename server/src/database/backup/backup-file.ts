import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

/** A copy of an embedded database at one instant between two transactions. */
export interface DatabaseDump {
  takenAt: Date
  /** Table -> number of rows in it, for whoever reads the copy back. */
  rows: Readonly<Record<string, number>>
  /** The database's folder as a tar archive. */
  tar: Uint8Array
}

/** A backup is damaged, of another kind, or needs another key; the message says which, in words for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

const FIRST_LINE = 'Ballast backup 1\n'
const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const SALT_BYTES = 16
/** Length of a nonce that GCM is specified for (NIST SP 800-38D, 5.2.1.1). */
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CHECKSUM_BYTES = 32
const NEW_LINE = 0x0a
/** 32 MiB and a tenth of a second for each guess at a key (RFC 7914). */
const SCRYPT = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

const compress = promisify(gzip)
const uncompress = promisify(gunzip)
const deriveKey = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** The second line of the file; both are absent when it is not encrypted. */
interface Head {
  salt?: string
  nonce?: string
}

/**
 * Writes a backup: a line that names the format, a line of JSON, the compressed rows' counts and archive, and what proves that
 * nothing was changed: the tag of AES-256-GCM under a key, SHA-256 without one.
 *
 * @param key text of the operator's; the cipher's key is derived from it with a salt of its own for each file (scrypt)
 */
export async function toBackupFile({ takenAt, rows, tar }: DatabaseDump, key: string | undefined): Promise<Buffer> {
  const body = await compress(Buffer.concat([Buffer.from(`${JSON.stringify({ takenAt, rows })}\n`), tar]))
  if (key === undefined) {
    const whole = Buffer.concat([toHead({}), body])
    return Buffer.concat([whole, createHash('sha256').update(whole).digest()])
  }
  const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)]
  const head = toHead({ salt: salt.toString('base64'), nonce: nonce.toString('base64') })
  const cipher = createCipheriv(CIPHER, await deriveKey(key, salt, KEY_BYTES, SCRYPT), nonce)
  cipher.setAAD(head)
  return Buffer.concat([head, cipher.update(body), cipher.final(), cipher.getAuthTag()])
}

/**
 * Reads what `toBackupFile` wrote. Nothing of the content is used before it is proven whole.
 *
 * @throws BackupError when it is no backup, was changed or cut off, or needs a key that is not this one
 */
export async function readBackupFile(file: Buffer, key: string | undefined): Promise<DatabaseDump> {
  const end = file.indexOf(NEW_LINE, FIRST_LINE.length) + 1
  if (file.toString('latin1', 0, FIRST_LINE.length) !== FIRST_LINE || end === 0)
    throw new BackupError('This is not a backup of Ballast, or it is from a newer version.')
  const body = await prove(file, end, key)
  const content = await uncompress(body)
  const line = content.indexOf(NEW_LINE)
  const { takenAt, rows } = JSON.parse(content.toString('utf8', 0, line)) as { takenAt: string } & DatabaseDump
  return { takenAt: new Date(takenAt), rows, tar: content.subarray(line + 1) }
}

const toHead = (head: Head) => Buffer.from(`${FIRST_LINE}${JSON.stringify(head)}\n`)

/** @returns the compressed content */
async function prove(file: Buffer, end: number, key: string | undefined): Promise<Buffer> {
  const { salt, nonce } = parseHead(file.toString('utf8', FIRST_LINE.length, end))
  if (salt === undefined || nonce === undefined) {
    const sum = file.subarray(-CHECKSUM_BYTES)
    if (!createHash('sha256').update(file.subarray(0, -CHECKSUM_BYTES)).digest().equals(sum))
      throw new BackupError('The backup is damaged: its checksum does not match. Use another one.')
    return file.subarray(end, -CHECKSUM_BYTES)
  }
  if (key === undefined)
    throw new BackupError('The backup is encrypted. Set BACKUP_KEY to the key that it was made with.')
  try {
    const derived = await deriveKey(key, Buffer.from(salt, 'base64'), KEY_BYTES, SCRYPT)
    const decipher = createDecipheriv(CIPHER, derived, Buffer.from(nonce, 'base64'), { authTagLength: TAG_BYTES })
    decipher.setAAD(file.subarray(0, end))
    decipher.setAuthTag(file.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(file.subarray(end, -TAG_BYTES)), decipher.final()])
  } catch (error) {
    throw new BackupError('The backup is damaged, or BACKUP_KEY is not the key that it was made with.', {
      cause: error,
    })
  }
}

function parseHead(line: string): Head {
  try {
    return JSON.parse(line) as Head
  } catch (error) {
    throw new BackupError('The backup is damaged: its second line cannot be read. Use another one.', { cause: error })
  }
}
