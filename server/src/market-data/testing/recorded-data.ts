import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const REPOSITORY = resolve(import.meta.dirname, '../../../..')

/** Folder of reference data beside the repository (or where `BALLAST_SHARED` says); `undefined` when it is not there. */
export function findSharedFolder(): string | undefined {
  const folder = resolve(REPOSITORY, process.env.BALLAST_SHARED ?? '../shared')
  return existsSync(folder) ? folder : undefined
}
