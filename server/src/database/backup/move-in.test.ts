import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveIn, toRestoredPath } from './move-in.ts'

let folder: string
let databasePath: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-move-'))
  databasePath = join(folder, 'database')
})
afterEach(() => rmSync(folder, { recursive: true }))

function make(path: string, mark: string) {
  mkdirSync(path)
  writeFileSync(join(path, mark), '')
}

test('nothing happens where nothing was restored', async () => {
  make(databasePath, 'old')
  expect(await moveIn(databasePath)).toBeUndefined()
  expect(readdirSync(databasePath)).toEqual(['old'])
})

test('the restored one takes the place, and each former one is kept', async () => {
  make(databasePath, 'old')
  for (const [number, mark] of ['newer', 'newest'].entries()) {
    make(toRestoredPath(databasePath), mark)
    expect(await moveIn(databasePath)).toBe(`${databasePath}.before-restore-${number + 1}`)
    expect(readdirSync(databasePath)).toEqual([mark])
  }
  expect(readdirSync(`${databasePath}.before-restore-1`)).toEqual(['old'])
  expect(existsSync(toRestoredPath(databasePath))).toBe(false)
})

test('killed between its two steps, it ends at the next start', async () => {
  make(databasePath, 'old')
  make(toRestoredPath(databasePath), 'new')
  renameSync(databasePath, `${databasePath}.before-restore-1`)
  expect(await moveIn(databasePath)).toBeUndefined()
  expect(readdirSync(databasePath)).toEqual(['new'])
  expect(readdirSync(`${databasePath}.before-restore-1`)).toEqual(['old'])
})
