import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { gunzip, gzip } from 'node:zlib'

const compress = promisify(gzip)
const uncompress = promisify(gunzip)

/**
 * Raised whenever the same inputs give other figures, or come in another shape: what an earlier version recorded cannot
 * be computed again by this one, and that is said instead.
 */
const ENGINE_VERSION = 3

/**
 * What a computation was fed, as bytes to keep: every number to its last bit, typed arrays and what is no number
 * included, none of which JSON would keep.
 *
 * @param inputs anything that can be copied between threads
 */
export async function packInputs(inputs: unknown): Promise<Uint8Array> {
  return Buffer.concat([Uint8Array.of(ENGINE_VERSION), await compress(serialize(inputs), { level: 1 })])
}

/** Whether inputs were packed by a version that computes as this one does. */
export function areOfThisVersion(packed: Uint8Array): boolean {
  return packed[0] === ENGINE_VERSION
}

/**
 * The inputs again, bit by bit as they were packed.
 * @throws Error when the bytes are none that `packInputs` made
 */
export async function unpackInputs<Inputs>(packed: Uint8Array): Promise<Inputs> {
  return deserialize(await uncompress(packed.subarray(1))) as Inputs
}
