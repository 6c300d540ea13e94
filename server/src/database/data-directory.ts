// Tests: data-directory-lock.test.ts

import { existsSync } from 'node:fs'
import { access, chmod, constants, mkdir, readdir, rename, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Log } from '../log.ts'
import { moveIn } from './backup/move-in.ts'
import { lockDataDirectory } from './data-directory-lock.ts'

/** Read, written and entered by its owner alone. */
const PRIVATE_MODE = 0o700

export interface DataDirectory {
  /** Where the embedded database keeps its files. */
  databasePath: string
  /** Gives up the lock. */
  release(): Promise<void>
}

/**
 * Makes the folder ready for the embedded database: it exists, is writable, is held by this process alone, and has no
 * half-made or half-restored database in it.
 *
 * @throws Error naming the folder, when it cannot be written or another process holds it
 */
export async function prepareDataDirectory(dataDir: string, log: Log): Promise<DataDirectory> {
  const directory = resolve(dataDir)
  try {
    await makeFolder(directory)
    await access(directory, constants.W_OK | constants.R_OK)
  } catch (error) {
    throw new Error(
      `The data directory ${directory} cannot be written (${error instanceof Error ? error.message : error}). Give this user the right to write there, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
  await keepPrivate(directory)
  const lock = await lockDataDirectory(directory)
  const databasePath = join(directory, 'database')
  const former = await moveIn(databasePath)
  if (former !== undefined) log.warn({ former }, 'a restored database took the place of the former one')
  await setHalfMadeAside(databasePath, log)
  return { databasePath, release: lock.release }
}

/**
 * Keeps other users of the machine out, also of a folder that an earlier version made: the embedded database makes its files
 * writable for everybody.
 *
 * @throws Error when it is no folder, or one of another user, who could let others in
 */
async function keepPrivate(directory: string) {
  const found = await stat(directory)
  if (!found.isDirectory()) throw new Error(`The data directory ${directory} is a file. Set DATA_DIR to a folder.`)
  const me = process.geteuid?.()
  // Windows has no such owners; there a folder inherits who may open it.
  if (me === undefined) return
  if (found.uid !== me) {
    throw new Error(
      `The data directory ${directory} belongs to another user (uid ${found.uid}; this is ${me}), who could read and change every portfolio. Give it to this user (chown), or set DATA_DIR to another folder.`,
    )
  }
  await chmod(directory, PRIVATE_MODE)
}

/** As `mkdir` does it with `recursive`, which tries for ever where a file system takes no folders, such as /proc. */
async function makeFolder(directory: string): Promise<void> {
  if (existsSync(directory)) return
  await makeFolder(dirname(directory))
  await mkdir(directory, { mode: PRIVATE_MODE }).catch((error: NodeJS.ErrnoException) => {
    // Another process may have been faster.
    if (error.code !== 'EEXIST') throw error
  })
}

/** A first start that was killed may leave files that PostgreSQL neither opens nor overwrites. */
async function setHalfMadeAside(databasePath: string, log: Log) {
  if (!existsSync(databasePath)) return
  const whole = existsSync(join(databasePath, 'PG_VERSION')) && existsSync(join(databasePath, 'global', 'pg_control'))
  if (whole || (await readdir(databasePath)).length === 0) return
  for (let number = 1; ; number += 1) {
    const aside = `${databasePath}.half-made-${number}`
    if (existsSync(aside)) continue
    await rename(databasePath, aside)
    log.warn({ aside }, 'a database whose creation was interrupted was set aside')
    return
  }
}
