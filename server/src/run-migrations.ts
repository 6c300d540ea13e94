// Tests: e2e/process/container.test.ts

import { parseConfig } from './config.ts'
import { createDatabase } from './database/client.ts'
import { createLog } from './log.ts'
import { systemRandom } from './random.ts'

/**
 * Brings the database that the environment names to the schema of this version, for whoever wants that done before the
 * first server of a new version starts. Every server does the same at its start.
 *
 * @throws Error with words for the operator, see `explainStartFailure`
 */
export async function runMigrations(): Promise<void> {
  const config = parseConfig(process.env)
  const db = await createDatabase(config, createLog(config.logLevel), systemRandom)
  await db.close()
  console.log('The database has the schema of this version.')
}
