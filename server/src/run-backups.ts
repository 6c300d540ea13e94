// Tests: e2e/process/backup.test.ts

import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { systemClock } from './clock.ts'
import { type Config, parseConfig } from './config.ts'
import { askForDump } from './database/backup/backup-door.ts'
import { type DatabaseDump, readBackupFile, toBackupFile } from './database/backup/backup-file.ts'
import { dumpFolder, verifyDump } from './database/backup/dump-database.ts'
import { restoreDatabase } from './database/backup/restore-database.ts'
import { DataDirectoryInUseError } from './database/data-directory-lock.ts'
import { createLog, type Log } from './log.ts'

/**
 * Writes a backup of the embedded database, also while a server uses it: to the named file, or to one named after the time in
 * the folder `backups` of `DATA_DIR`. The file appears when it was read back whole, and not before.
 *
 * @throws Error with words for the operator
 */
export async function runBackup([file]: readonly string[]): Promise<void> {
  const { config, log } = readEnvironment()
  if (!existsSync(join(config.dataDir, 'database')))
    throw new Error(`There is no database in ${resolve(config.dataDir)}. Set DATA_DIR to the folder of the server.`)
  const dump = await takeDump(config, log)
  const target = resolve(file ?? join(config.dataDir, 'backups', `${toFileName(dump.takenAt)}.backup`))
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const draft = `${target}.unfinished`
  await writeToDisk(draft, await toBackupFile(dump, config.backupKey))
  await verifyDump(await readBackupFile(await readFile(draft), config.backupKey))
  await rename(draft, target)
  const protection = config.backupKey === undefined ? 'not encrypted: BACKUP_KEY is not set' : 'encrypted'
  console.log(
    `Backup of ${dump.takenAt.toISOString()} in ${target}: ${describe(dump)}, read back whole, ${protection}.`,
  )
}

/**
 * Puts a backup in the place of the database in `DATA_DIR`, which is kept beside it. The server must be stopped.
 *
 * @throws Error with words for the operator; then nothing has changed
 */
export async function runRestore([file]: readonly string[]): Promise<void> {
  if (file === undefined) throw new Error('Name the backup to restore: npm run restore -- <file>')
  const { config, log } = readEnvironment()
  const dump = await readBackupFile(await readFile(resolve(file)), config.backupKey)
  const former = await restoreDatabase(config.dataDir, dump, log)
  const kept = former === undefined ? '' : ` The old data is kept in ${former}.`
  console.log(`Restored the backup of ${dump.takenAt.toISOString()}: ${describe(dump)}.${kept}`)
}

function readEnvironment(): { config: Config; log: Log } {
  const config = parseConfig(process.env)
  if (config.databaseUrl !== undefined)
    throw new Error('DATABASE_URL names a PostgreSQL, which has tools of its own: see docs/operations/backups.md.')
  return { config, log: createLog(config.logLevel) }
}

async function takeDump({ dataDir }: Config, log: Log): Promise<DatabaseDump> {
  try {
    return await dumpFolder(dataDir, systemClock, log)
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError)) throw error
    return askForDump(resolve(dataDir))
  }
}

/** Resolves when the disk has it. */
async function writeToDisk(path: string, bytes: Uint8Array) {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

const toFileName = (takenAt: Date) => `ballast-${takenAt.toISOString().replaceAll(':', '-')}`

function describe({ rows }: DatabaseDump): string {
  const counts = Object.values(rows)
  return `${counts.reduce((sum, count) => sum + count, 0)} rows of ${counts.length} tables`
}
