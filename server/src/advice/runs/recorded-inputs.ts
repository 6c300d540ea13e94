// Tests: ../../features/facts/facts.test.ts

import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { gunzip, gzip } from 'node:zlib'
import { versionOfSources } from '../../source-version.ts'

const compress = promisify(gzip)
const uncompress = promisify(gunzip)

/** Version of the stored form, not of the engine: raised when earlier bytes can be read no more. */
const FORMAT = 4
const PROGRAM = new URL('../../main.ts', import.meta.url).href
const VERSION_BYTES = 16

/**
 * Packs the input of a computation into bytes to keep: every number to its last bit, typed arrays and what is no number
 * included, none of which JSON would keep. Before them stands the version of the program that computed.
 *
 * @param inputs anything that can be copied between threads
 */
export async function packInputs(inputs: unknown): Promise<Uint8Array> {
  const version = Buffer.from(versionOfSources(PROGRAM), 'latin1')
  return Buffer.concat([Uint8Array.of(FORMAT), version, await compress(serialize(inputs), { level: 1 })])
}

/** True if inputs are in the form that this program reads. */
export const areReadable = (packed: Uint8Array): boolean => packed[0] === FORMAT

/** True if inputs were packed by the very program that runs, so that it must compute the same from them. */
export function areOfThisProgram(packed: Uint8Array): boolean {
  return Buffer.from(packed.subarray(1, 1 + VERSION_BYTES)).toString('latin1') === versionOfSources(PROGRAM)
}

/**
 * The inputs again, bit by bit as they were packed.
 * @throws Error when the bytes are none that `packInputs` made
 */
export async function unpackInputs<Inputs>(packed: Uint8Array): Promise<Inputs> {
  return deserialize(await uncompress(packed.subarray(1 + VERSION_BYTES))) as Inputs
}
