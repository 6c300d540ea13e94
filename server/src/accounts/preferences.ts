// Tests: ../features/preferences/preferences.test.ts

import { LIMITS, type Preferences, preferencesSchema } from '@ballast/contract'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { errors } from '../http/errors.ts'
import { lockPreferences, readPreferences, writePreferences } from './preferences.repository.ts'

/** Finds the choices of a user; the defaults for what they never touched. */
export function findPreferences({ db }: { db: Database }, userId: string): Promise<Preferences> {
  return db.asUser(userId, async (tx) => toPreferences(await readPreferences(tx)))
}

/**
 * Changes the keys that are given. In one transaction, so that two open tabs do not undo each other's choices.
 *
 * @throws AppError 409 when all of it together would be larger than the limit
 */
export function changePreferences(
  { db, clock }: { db: Database; clock: Clock },
  userId: string,
  changes: { [Key in keyof Preferences]?: Preferences[Key] | undefined },
): Promise<Preferences> {
  return db.asUser(userId, async (tx) => {
    const preferences = preferencesSchema.parse({ ...toPreferences(await lockPreferences(tx)), ...changes })
    if (Buffer.byteLength(JSON.stringify(preferences)) > LIMITS.preferencesBytes) {
      throw errors.conflict('There is no room for more preferences. Remove saved column mappings first.')
    }
    await writePreferences(tx, userId, preferences, clock.now())
    return preferences
  })
}

/** Preferences that an older version stored may lack a key or hold one that is gone. */
function toPreferences(stored: unknown): Preferences {
  const parsed = preferencesSchema.safeParse(stored ?? {})
  return parsed.success ? parsed.data : preferencesSchema.parse({})
}
