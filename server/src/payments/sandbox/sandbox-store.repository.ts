// Tests: sandbox-plays.test.ts

import { and, desc, eq } from 'drizzle-orm'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { sandboxObjects } from '../../database/schema/index.ts'

export type SandboxObject = Record<string, unknown> & { id: string; object: string }

/** Memory of the sandbox: JSON objects as Stripe would send them. */
export type SandboxStore = ReturnType<typeof createSandboxStore>

export function createSandboxStore(db: Database, clock: Clock) {
  return {
    find: (id: string) =>
      db.asSystem(async (tx) => {
        const [row] = await tx.select().from(sandboxObjects).where(eq(sandboxObjects.id, id))
        return row?.data as SandboxObject | undefined
      }),

    /** Lists objects of a kind, the newest first; of one customer, or of all. */
    list: (kind: string, customerId?: string) =>
      db.asSystem(async (tx) => {
        const ofCustomer = customerId === undefined ? undefined : eq(sandboxObjects.customerId, customerId)
        const rows = await tx
          .select()
          .from(sandboxObjects)
          .where(and(eq(sandboxObjects.kind, kind), ofCustomer))
          .orderBy(desc(sandboxObjects.createdAt), desc(sandboxObjects.id))
        return rows.map(({ data }) => data as SandboxObject)
      }),

    /** Keeps the first of two with the same id. @returns the one that is kept */
    add: (object: SandboxObject) =>
      db.asSystem(async (tx) => {
        const { id, object: kind, customer } = object
        const customerId = kind === 'customer' ? id : typeof customer === 'string' ? customer : null
        await tx
          .insert(sandboxObjects)
          .values({ id, kind, customerId, data: object, createdAt: clock.now() })
          .onConflictDoNothing()
        const [row] = await tx.select().from(sandboxObjects).where(eq(sandboxObjects.id, id))
        return row?.data as SandboxObject
      }),

    /** Changes an object alone; `change` may return `undefined` to leave it. @returns what it is then */
    change: (id: string, change: (object: SandboxObject) => SandboxObject | undefined) =>
      db.asSystem(async (tx) => {
        const [row] = await tx.select().from(sandboxObjects).where(eq(sandboxObjects.id, id)).for('update')
        if (!row) return undefined
        const changed = change(row.data as SandboxObject)
        if (!changed) return row.data as SandboxObject
        await tx.update(sandboxObjects).set({ data: changed }).where(eq(sandboxObjects.id, id))
        return changed
      }),

    /** Forgets a customer and all that is theirs. */
    async forgetCustomer(customerId: string): Promise<void> {
      await db.asSystem((tx) => tx.delete(sandboxObjects).where(eq(sandboxObjects.customerId, customerId)))
    },
  }
}
