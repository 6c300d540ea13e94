import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { gunzip, gzip } from 'node:zlib'

const compress = promisify(gzip)
const uncompress = promisify(gunzip)

/**
 * What a computation was fed, as bytes to keep: every number to its last bit, typed arrays and what is no number
 * included, none of which JSON would keep.
 *
 * @param inputs anything that can be copied between threads
 */
export async function packInputs(inputs: unknown): Promise<Uint8Array> {
  return compress(serialize(inputs), { level: 1 })
}

/**
 * The inputs again, bit by bit as they were packed.
 * @throws Error when the bytes are none that `packInputs` made
 */
export async function unpackInputs<Inputs>(packed: Uint8Array): Promise<Inputs> {
  return deserialize(await uncompress(packed)) as Inputs
}
