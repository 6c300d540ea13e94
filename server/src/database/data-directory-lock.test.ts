import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { prepareDataDirectory } from './data-directory.ts'
import { lockDataDirectory } from './data-directory-lock.ts'
import { describeProcess } from './process-identity.ts'

const log = createLog('silent')
const makeFolder = () => mkdtempSync(join(tmpdir(), 'ballast-lock-'))
const lockFileOf = (folder: string) => join(folder, 'ballast.lock')
const writeLock = (folder: string, holder: object) =>
  writeFileSync(lockFileOf(folder), JSON.stringify({ token: 'other', ...holder }))

test('a folder that can never be made is refused at once, naming DATA_DIR', async () => {
  await expect(prepareDataDirectory('/proc/ballast/data', log)).rejects.toThrow(/cannot be written .* DATA_DIR /)
})

test('a folder that another process holds is refused, naming it', async () => {
  const folder = makeFolder()
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await new Promise((resolve) => other.once('spawn', resolve))
  writeLock(folder, await describeProcess(other.pid!))
  await expect(lockDataDirectory(folder)).rejects.toThrow(`data directory in use by pid ${other.pid}`)
  other.kill('SIGKILL')
  await new Promise((resolve) => other.once('exit', resolve))
  await (await lockDataDirectory(folder)).release()
})

test('the same process cannot hold a folder twice', async () => {
  const folder = makeFolder()
  const lock = await lockDataDirectory(folder)
  await expect(lockDataDirectory(folder)).rejects.toThrow(`in use by pid ${process.pid}`)
  await lock.release()
  await (await lockDataDirectory(folder)).release()
  expect(readdirSync(folder)).toEqual([])
})

describe('a lock is taken over', () => {
  test('when its pid belongs to another process by now', async () => {
    const folder = makeFolder()
    writeLock(folder, { ...(await describeProcess(process.pid)), startedAt: '1' })
    await (await lockDataDirectory(folder)).release()
  })

  test('when the machine was started anew', async () => {
    const folder = makeFolder()
    writeLock(folder, { ...(await describeProcess(process.pid)), bootId: 'another-boot' })
    await (await lockDataDirectory(folder)).release()
  })

  test('never because it is old', async () => {
    const folder = makeFolder()
    const lock = await lockDataDirectory(folder)
    utimesSync(lockFileOf(folder), 0, 0)
    await expect(lockDataDirectory(folder)).rejects.toThrow('in use')
    await lock.release()
  })

  test('by one of many who find it stale at the same moment', async () => {
    const folder = makeFolder()
    writeLock(folder, { ...(await describeProcess(process.pid)), startedAt: '1' })
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => lockDataDirectory(folder)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

test('a lock that cannot be read is left alone and named', async () => {
  const folder = makeFolder()
  writeFileSync(lockFileOf(folder), 'not json')
  await expect(lockDataDirectory(folder)).rejects.toThrow(lockFileOf(folder))
  expect(readFileSync(lockFileOf(folder), 'utf8')).toBe('not json')
})

test('releasing leaves a lock that somebody else holds by now', async () => {
  const folder = makeFolder()
  const lock = await lockDataDirectory(folder)
  writeLock(folder, await describeProcess(process.pid))
  await lock.release()
  expect(existsSync(lockFileOf(folder))).toBe(true)
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

test('a file in the place of the folder is told as such', async () => {
  const file = join(makeFolder(), 'data')
  writeFileSync(file, '')
  await expect(prepareDataDirectory(file, log)).rejects.toThrow(
    `The data directory ${file} is a file. Set DATA_DIR to a folder.`,
  )
  await expect(prepareDataDirectory(join(file, 'below'), log)).rejects.toThrow('DATA_DIR')
})
