// Tests: ../features/preferences/preferences.test.ts

import type { Preferences } from '@ballast/contract'
import type { Transaction } from '../database/database.ts'
import { preferences } from '../database/schema/index.ts'

/** @returns what is stored for the transaction's user, or `undefined` */
export async function readPreferences(tx: Transaction): Promise<unknown> {
  const [row] = await tx.select({ data: preferences.data }).from(preferences)
  return row?.data
}

/** The same, locked until the transaction ends. */
export async function lockPreferences(tx: Transaction): Promise<unknown> {
  const [row] = await tx.select({ data: preferences.data }).from(preferences).for('update')
  return row?.data
}

export async function writePreferences(tx: Transaction, userId: string, data: Preferences, now: Date): Promise<void> {
  await tx
    .insert(preferences)
    .values({ userId, data, updatedAt: now })
    .onConflictDoUpdate({ target: preferences.userId, set: { data, updatedAt: now } })
}
