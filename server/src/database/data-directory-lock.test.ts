import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { prepareDataDirectory } from './data-directory.ts'
import { lockDataDirectory } from './data-directory-lock.ts'

const log = createLog('silent')
const makeFolder = () => mkdtempSync(join(tmpdir(), 'ballast-lock-'))
const noteOf = (folder: string) => join(folder, 'ballast.lock')
const writeNote = (folder: string, holder: object) => writeFileSync(noteOf(folder), JSON.stringify(holder))
/** Above the largest pid that Linux gives. */
const GONE = 2 ** 22 + 1
const HOLDER = fileURLToPath(new URL('./testing/hold-data-directory.ts', import.meta.url))

/** The command before another that runs it in a pid namespace of its own, or nothing where the machine does not allow that. */
function findUnshare(): string[] {
  const own = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
  return (
    [own, [...own, '--user', '--map-root-user']].find(
      ([file, ...args]) => spawnSync(file!, [...args, 'true']).status === 0,
    ) ?? []
  )
}

const holders: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(holders.splice(0).map((kill) => kill()))
})

/** Another process that takes the folder; `answer` is "held", or why it was refused. */
async function hold(folder: string, before: string[] = []) {
  const [file, ...args] = [...before, process.execPath, HOLDER, folder]
  const child = spawn(file!, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const answer = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data) => resolve(String(data).trim())),
  )
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  holders.push(kill)
  return { pid: child.pid!, answer, kill }
}

test('a folder that can never be made is refused at once, naming DATA_DIR', async () => {
  await expect(prepareDataDirectory('/proc/ballast/data', log)).rejects.toThrow(/cannot be written .* DATA_DIR /)
})

test('a folder that another process holds is refused, naming it', async () => {
  const folder = makeFolder()
  const other = await hold(folder)
  await expect(lockDataDirectory(folder)).rejects.toThrow(`data directory in use by pid ${other.pid}`)
  await other.kill()
  await (await lockDataDirectory(folder)).release()
})

test('the same process cannot hold a folder twice', async () => {
  const folder = makeFolder()
  const lock = await lockDataDirectory(folder)
  await expect(lockDataDirectory(folder)).rejects.toThrow(`in use by pid ${process.pid}`)
  await lock.release()
  await (await lockDataDirectory(folder)).release()
  expect(existsSync(noteOf(folder))).toBe(false)
})

describe('a holder that lives is never taken for dead', () => {
  test('whatever the note says of it: forged, from another boot, of a pid that is gone, or missing', async () => {
    const folder = makeFolder()
    const other = await hold(folder)
    for (const note of [
      { pid: GONE, startedAt: '1', bootId: 'another-boot' },
      { pid: process.pid, startedAt: '1' },
    ]) {
      writeNote(folder, note)
      await expect(lockDataDirectory(folder), JSON.stringify(note)).rejects.toThrow(/in use by pid/)
    }
    rmSync(noteOf(folder))
    await expect(lockDataDirectory(folder)).rejects.toThrow('in use by another process')
    await other.kill()
  })

  test('when it runs in another pid namespace, as in another container on the same volume (with `unshare` where this machine allows it, otherwise with a note as such a holder leaves it)', async () => {
    const folder = makeFolder()
    const inNamespace = findUnshare()
    const holder = await hold(folder, inNamespace)
    if (inNamespace.length === 0) writeNote(folder, { pid: GONE, startedAt: '1' })
    const second = await hold(folder, inNamespace)
    expect(second.answer, 'needs `unshare --pid` (root, or user namespaces) for its full meaning').toMatch(
      /^data directory in use by pid \d+/,
    )
    await expect(lockDataDirectory(folder)).rejects.toThrow('in use by pid')
    await Promise.all([holder.kill(), second.kill()])
    await (await lockDataDirectory(folder)).release()
  })

  test('never because it is old', async () => {
    const folder = makeFolder()
    const lock = await lockDataDirectory(folder)
    utimesSync(noteOf(folder), 0, 0)
    await expect(lockDataDirectory(folder)).rejects.toThrow('in use')
    await lock.release()
  })
})

describe('a folder is taken over', () => {
  test('when its holder was killed, also one in another pid namespace', async () => {
    const folder = makeFolder()
    await (await hold(folder, findUnshare())).kill()
    expect(existsSync(noteOf(folder))).toBe(true)
    await (await lockDataDirectory(folder)).release()
  })

  test('when its note tells of a process that lives, but did not take it', async () => {
    const folder = makeFolder()
    writeNote(folder, { pid: process.pid, machine: null })
    await (await lockDataDirectory(folder)).release()
  })

  test('by one of many who find it so at the same moment', async () => {
    const folder = makeFolder()
    writeNote(folder, { pid: GONE })
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => lockDataDirectory(folder)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

test('a note that another machine left is not believed to be stale: its holder cannot be seen from here', async () => {
  const folder = makeFolder()
  writeNote(folder, { pid: 1, machine: 'another-machine' })
  const refused = await lockDataDirectory(folder, 'this-machine').catch((error: Error) => error.message)
  expect(refused).toContain('another machine')
  expect(refused).toContain(noteOf(folder))
  rmSync(noteOf(folder))
  await (await lockDataDirectory(folder, 'this-machine')).release()
})

test.each(['not json', '{"pid":'])('a note that cannot be read (%s) hinders nobody: it holds nothing', async (text) => {
  const folder = makeFolder()
  writeFileSync(noteOf(folder), text)
  const lock = await lockDataDirectory(folder)
  expect(JSON.parse(readFileSync(noteOf(folder), 'utf8'))).toMatchObject({ pid: process.pid })
  await lock.release()
})

test('a place that cannot be locked is refused and named', async () => {
  const folder = makeFolder()
  mkdirSync(join(folder, 'ballast.lock.db'))
  await expect(lockDataDirectory(folder)).rejects.toThrow(join(folder, 'ballast.lock.db'))
})

describe('the folder', () => {
  test('that cannot be made is refused and named', async () => {
    const file = join(makeFolder(), 'a-file')
    writeFileSync(file, '')
    await expect(prepareDataDirectory(join(file, 'data'), log)).rejects.toThrow(
      `The data directory ${join(file, 'data')} cannot be written`,
    )
  })

  test('with a database whose creation was interrupted gets a fresh start, and loses nothing', async () => {
    const folder = makeFolder()
    mkdirSync(join(folder, 'database', 'base'), { recursive: true })
    writeFileSync(join(folder, 'database', 'PG_VERSION'), '18')
    const { databasePath, release } = await prepareDataDirectory(folder, log)
    expect(existsSync(databasePath)).toBe(false)
    expect(readFileSync(join(folder, 'database.half-made-1', 'PG_VERSION'), 'utf8')).toBe('18')
    await release()
  })
})

describe('other users of the machine', () => {
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

  test('are kept out of a new folder and of one that was open to them', async () => {
    const fresh = join(makeFolder(), 'a', 'b')
    const open = makeFolder()
    chmodSync(open, 0o777)
    for (const folder of [fresh, open]) {
      const { release } = await prepareDataDirectory(folder, log)
      expect(modeOf(folder)).toBe('700')
      await release()
    }
  })

  test('do not own it', async () => {
    // Only root can give a folder away; anybody else finds one of root's.
    const isRoot = process.geteuid?.() === 0
    const folder = isRoot ? makeFolder() : '/'
    if (isRoot) chownSync(folder, 65_534, 65_534)
    await expect(prepareDataDirectory(folder, log)).rejects.toThrow(/belongs to another user|cannot be written/)
  })
})

test('a file in the place of the folder is told as such', async () => {
  const file = join(makeFolder(), 'data')
  writeFileSync(file, '')
  await expect(prepareDataDirectory(file, log)).rejects.toThrow(
    `The data directory ${file} is a file. Set DATA_DIR to a folder.`,
  )
  await expect(prepareDataDirectory(join(file, 'below'), log)).rejects.toThrow('DATA_DIR')
})
