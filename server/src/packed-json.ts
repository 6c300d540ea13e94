// Tests: features/hedges/hedges.test.ts, features/ai-analysis/comprehensive.test.ts

import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

const compress = promisify(gzip)
const uncompress = promisify(gunzip)

/** Compressed JSON of a value, at the fastest level: most of it is never opened again. */
export const packJson = (value: unknown): Promise<Buffer> => compress(JSON.stringify(value), { level: 1 })

/** Text of compressed JSON. @throws Error when it is not compressed, or damaged */
export const unpackText = async (packed: Uint8Array): Promise<string> => (await uncompress(packed)).toString()

/** Value of compressed JSON. @throws Error when it is not that */
export const unpackJson = async (packed: Uint8Array): Promise<unknown> => JSON.parse(await unpackText(packed))
