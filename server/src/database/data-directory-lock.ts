import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Held, never read: closing any other handle on it in this process would give the lock up (POSIX, fcntl). */
const LOCK_FILE = 'ballast.lock.db'
/** Who holds it, for people. */
const NOTE_FILE = 'ballast.lock'
/** Two that try at the same instant may refuse one another; so does the second one wait a little. */
const WAIT_MILLISECONDS = 100
/** Low byte of SQLite's extended result codes: another process, or another lock of this one, holds the file. */
const SQLITE_BUSY = 5

interface Note {
  pid: number
  /** Tells machines apart; null where the system does not say. */
  machine: string | null
}

/** A living process holds the folder. */
export class DataDirectoryInUseError extends Error {
  override readonly name = 'DataDirectoryInUseError'
}

export interface DataDirectoryLock {
  release(): Promise<void>
}

/**
 * Takes a folder for this process alone, because two processes on one embedded database corrupt it silently.
 * The lock is the kernel's, on a file of the folder, taken through SQLite, which has one way to do so for every system. It
 * ends with its process and only then, so that no sign of life is needed: it holds over pid namespaces and containers, and a
 * dead holder leaves nothing to judge.
 *
 * @param machine of this process, see `Note`
 * @throws DataDirectoryInUseError "data directory in use by pid N" when a living process holds it, and Error with words when the folder
 *   cannot be locked or was left by another machine that may still be writing
 */
export async function lockDataDirectory(directory: string, machine?: string | null): Promise<DataDirectoryLock> {
  const notePath = join(directory, NOTE_FILE)
  const me: Note = { pid: process.pid, machine: machine === undefined ? await findMachineId() : machine }
  const left = await readNote(notePath)
  const unlock = await takeLock(directory, notePath)
  try {
    refuseOtherMachines(left, me, notePath)
    await writeFile(notePath, JSON.stringify(me), { mode: 0o600 })
  } catch (error) {
    unlock()
    throw error
  }
  return {
    async release() {
      await rm(notePath, { force: true })
      unlock()
    },
  }
}

/** @returns what gives the lock up */
async function takeLock(directory: string, notePath: string): Promise<() => void> {
  const path = join(directory, LOCK_FILE)
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(path, { timeout: WAIT_MILLISECONDS })
    file.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    file?.close()
    if ((codeOf(error) & 0xff) !== SQLITE_BUSY) {
      const reason = error instanceof Error ? error.message : error
      throw new Error(
        `${path} cannot be locked (${reason}), so that another process on the folder could not be seen. Set DATA_DIR to a folder on a local disk.`,
        { cause: error },
      )
    }
    const holder = await readNote(notePath)
    throw new DataDirectoryInUseError(
      `data directory in use by ${holder ? `pid ${holder.pid}` : 'another process'}: another running Ballast holds ${directory}. Stop that one first, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
  const held = file
  return () => held.close()
}

/** Not all network storage passes locks on to other machines; where the last holder of another one did not end properly, ask. */
function refuseOtherMachines(left: Note | undefined, me: Note, notePath: string) {
  if (!left?.machine || !me.machine || left.machine === me.machine) return
  throw new Error(
    `data directory left in use by pid ${left.pid} of another machine, which cannot be seen from here. If no Ballast runs there on this folder any more, delete ${notePath} and start again.`,
  )
}

/** @returns undefined when nobody left one, or one that cannot be read: the note holds nothing, it only tells */
async function readNote(path: string): Promise<Note | undefined> {
  if (!existsSync(path)) return undefined
  try {
    const { pid, machine } = JSON.parse(await readFile(path, 'utf8')) as Partial<Note>
    if (typeof pid === 'number') return { pid, machine: typeof machine === 'string' ? machine : null }
  } catch {
    // Handled with every other content that is no note.
  }
  return undefined
}

/** Linux: https://www.freedesktop.org/software/systemd/man/latest/machine-id.html. Elsewhere null. */
async function findMachineId(): Promise<string | null> {
  return (await readFile('/etc/machine-id', 'utf8').catch(() => '')).trim() || null
}

const codeOf = (error: unknown) => Number((error as { errcode?: number }).errcode ?? 0)
