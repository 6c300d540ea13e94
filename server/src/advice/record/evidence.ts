import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

const compress = promisify(gzip)
const uncompress = promisify(gunzip)

/** Evidence is hashed as it is written here, and kept compressed. */
export const packEvidence = (text: string): Promise<Buffer> => compress(text, { level: 1 })

export const openEvidence = async (packed: Uint8Array): Promise<string> => (await uncompress(packed)).toString()
