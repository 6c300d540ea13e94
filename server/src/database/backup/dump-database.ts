// Tests: e2e/process/backup.test.ts

import type { PGlite } from '@electric-sql/pglite'
import type { Clock } from '../../clock.ts'
import type { Log } from '../../log.ts'
import { prepareDataDirectory } from '../data-directory.ts'
import { countApplied } from '../migrations.ts'
import { BackupError, type DatabaseDump } from './backup-file.ts'

/** Copies a database that nobody else uses meanwhile. */
export async function dumpDatabase(client: PGlite, clock: Clock): Promise<DatabaseDump> {
  // What is still in memory goes to the files, so that the copy opens without a recovery.
  await client.exec('CHECKPOINT')
  const rows = await countRows(client)
  const takenAt = clock.now()
  const tar = await client.dumpDataDir('none')
  return { takenAt, rows, tar: new Uint8Array(await tar.arrayBuffer()) }
}

/**
 * Copies the database of a folder that nobody uses.
 *
 * @throws DataDirectoryInUseError when a process holds it
 */
export async function dumpFolder(dataDir: string, clock: Clock, log: Log): Promise<DatabaseDump> {
  const { databasePath, release } = await prepareDataDirectory(dataDir, log)
  try {
    const { PGlite } = await import('@electric-sql/pglite')
    const client = await PGlite.create({ dataDir: databasePath })
    try {
      return await dumpDatabase(client, clock)
    } finally {
      await client.close()
    }
  } finally {
    await release()
  }
}

/**
 * Opens a copy and reads every row of it.
 *
 * @param folder where to unpack it to; in memory when absent
 * @throws BackupError when a table has not as many as when the copy was taken, and Error when it does not open, a row cannot
 *   be read, or it is newer than this version
 */
export async function verifyDump({ tar, rows }: DatabaseDump, folder?: string): Promise<void> {
  const { PGlite } = await import('@electric-sql/pglite')
  const archive = new Blob([tar as Uint8Array<ArrayBuffer>])
  const client = await PGlite.create({ loadDataDir: archive, ...(folder === undefined ? {} : { dataDir: folder }) })
  try {
    await countApplied({ query: (sql) => client.query(sql) })
    const found = await countRows(client)
    if (JSON.stringify(found) !== JSON.stringify(rows))
      throw new BackupError('The backup does not hold the rows that it says it holds. Use another one.')
    for (const table of Object.keys(found)) await client.query(`SELECT sum(length(t::text)) FROM ${table} t`)
  } finally {
    await client.close()
  }
}

async function countRows(client: PGlite): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  )
  const counts = tables.map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS number FROM ${name}`)
  const { rows } = await client.query<{ name: string; number: number }>(counts.join(' UNION ALL '))
  return Object.fromEntries(rows.map(({ name, number }) => [name, number]))
}
