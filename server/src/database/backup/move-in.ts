// Tests: e2e/process/backup.test.ts

import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'

/** A database of this name was restored whole, and is to take the place of the one there is. */
export const toRestoredPath = (databasePath: string): string => `${databasePath}.restored`

/**
 * Moves a restored database to its place, and the one that was there aside. Does nothing when none was restored, and the rest
 * when it was interrupted.
 *
 * @returns where the former database is now; undefined when nothing was moved
 */
export async function moveIn(databasePath: string): Promise<string | undefined> {
  const restored = toRestoredPath(databasePath)
  if (!existsSync(restored)) return undefined
  const aside = findFreeName(`${databasePath}.before-restore`)
  const hadOne = existsSync(databasePath)
  if (hadOne) await rename(databasePath, aside)
  await rename(restored, databasePath)
  return hadOne ? aside : undefined
}

function findFreeName(stem: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${stem}-${number}`
    if (!existsSync(name)) return name
  }
}
