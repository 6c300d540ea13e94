import { findOrInstallPostgres, startPostgres } from '../scripts/test/postgres.ts'

/** Run a measurement on a throw-away PostgreSQL; without one, say on the error stream that it was not measured. */
export async function withPostgres(measure: (databaseUrl: string) => Promise<void>): Promise<void> {
  const binaries = findOrInstallPostgres()
  if (!binaries) {
    console.error('NOT measured on PostgreSQL: none is installed here and none could be.')
    return
  }
  const server = await startPostgres(binaries)
  try {
    await measure(server.url)
  } finally {
    await server.stop()
  }
}
