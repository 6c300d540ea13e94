// Tests: e2e/process/backup.test.ts

import { rename, rm } from 'node:fs/promises'
import type { Log } from '../../log.ts'
import { prepareDataDirectory } from '../data-directory.ts'
import type { DatabaseDump } from './backup-file.ts'
import { verifyDump } from './dump-database.ts'
import { moveIn, toRestoredPath } from './move-in.ts'

/**
 * Puts a copy in the place of a folder's database, which is kept beside it. Killed at any moment, it leaves either the one or
 * the other: the copy is unpacked and read beside it, then named as whole, and only then moved, at the next start if need be.
 *
 * @returns where the former database is now; undefined when there was none
 * @throws Error when a process holds the folder, and BackupError when the copy is not whole; then nothing has changed
 */
export async function restoreDatabase(dataDir: string, dump: DatabaseDump, log: Log): Promise<string | undefined> {
  const { databasePath, release } = await prepareDataDirectory(dataDir, log)
  try {
    const draft = `${databasePath}.restoring`
    await rm(draft, { recursive: true, force: true })
    await verifyDump(dump, draft)
    await rename(draft, toRestoredPath(databasePath))
    return await moveIn(databasePath)
  } finally {
    await release()
  }
}
