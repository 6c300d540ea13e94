import { randomUUID } from 'node:crypto'
import { link, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeProcess, isRunning, type ProcessIdentity } from './process-identity.ts'

const LOCK_FILE = 'ballast.lock'
const ATTEMPTS = 20
const SETTLE_MILLISECONDS = 50

interface Holder extends ProcessIdentity {
  /** Tells this taking of the lock from every other. */
  token: string
}

export interface DataDirectoryLock {
  release(): Promise<void>
}

/**
 * Takes a folder for this process alone, because two processes on one embedded database corrupt it silently.
 * A lock is taken over when its holder is provably gone (dead, its pid reused, the machine restarted), never because it
 * is old.
 *
 * @throws Error "data directory in use by pid N" when a living process holds it
 */
export async function lockDataDirectory(directory: string): Promise<DataDirectoryLock> {
  const path = join(directory, LOCK_FILE)
  const me: Holder = { ...(await describeProcess(process.pid)), token: randomUUID() }
  let contended = false
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await tryCreate(path, me)) {
      // Another process that found the same stale lock may be about to mistake ours for it, and put it back.
      if (contended) await sleep(SETTLE_MILLISECONDS)
      if (!contended || (await readHolder(path))?.token === me.token) return { release: () => release(path, me) }
      continue
    }
    const holder = await readHolder(path)
    if (!holder) continue
    if (await isRunning(holder)) {
      throw new Error(
        `data directory in use by pid ${holder.pid}: another running Ballast holds ${directory}. ` +
          'Stop that one first, or set DATA_DIR to another folder.',
      )
    }
    contended = true
    await removeStale(path, holder, me)
  }
  throw new Error(`The lock ${path} could not be taken: other processes are starting on the same folder.`)
}

/** Creates the lock with its content in one step, so that nobody ever reads half of it. */
async function tryCreate(path: string, me: Holder): Promise<boolean> {
  const draft = `${path}.${me.token}`
  const content = JSON.stringify(me)
  await writeFile(draft, content, { mode: 0o600 })
  try {
    await link(draft, path)
    return true
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') return false
    // Some file systems have no hard links.
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'ENOSYS') return await createExclusively(path, content)
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

async function createExclusively(path: string, content: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600)
    await file.writeFile(content)
    await file.close()
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** @returns the holder, or `undefined` when the lock is gone */
async function readHolder(path: string): Promise<Holder | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
  try {
    const { pid, startedAt = null, bootId = null, token = '' } = JSON.parse(text) as Partial<Holder>
    if (typeof pid === 'number') return { pid, startedAt, bootId, token }
  } catch {
    // Handled with every other content that is not a lock.
  }
  throw new Error(`The lock ${path} cannot be read. If no Ballast is running on this folder, delete that file.`)
}

/** Removes the lock of a dead process, unless another process was faster and the lock is a living one by now. */
async function removeStale(path: string, stale: Holder, me: Holder) {
  const aside = `${path}.stale.${me.token}`
  try {
    await rename(path, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  const taken = await readHolder(aside)
  if (taken && taken.token !== stale.token) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
}

async function release(path: string, me: Holder) {
  if ((await readHolder(path).catch(() => undefined))?.token === me.token) await rm(path, { force: true })
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
