import { eq } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { serverSecrets } from '../database/schema/index.ts'

/** A secret that the server makes for itself once and keeps: every process, and every later start, gets the same one. */
export function getOrCreateSecret(db: Database, name: string, create: () => string): Promise<string> {
  return db.asSystem(async (tx) => {
    await tx.insert(serverSecrets).values({ name, value: create() }).onConflictDoNothing()
    const [row] = await tx.select().from(serverSecrets).where(eq(serverSecrets.name, name))
    if (!row) throw new Error(`The secret "${name}" vanished while it was being made`)
    return row.value
  })
}
