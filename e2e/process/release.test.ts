/**
 * @module-tag full
 * @module-tag long
 */

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { makeArtifacts } from '../../scripts/release/artifacts.ts'
import { atExit } from '../support/at-exit.ts'
import { findFreePort } from '../support/free-port.ts'
import { makeDataFolder } from '../support/server-process.ts'

const NAME = `ballast-9.9.9-${process.platform}-${process.arch}`

/** Installing and packing take a minute, and twenty on a machine that has much else to do. */
const PATIENCE_MILLISECONDS = 1_800_000

let folder: string
beforeAll(async () => {
  folder = path.join(await makeDataFolder(), 'release')
  makeArtifacts(folder, '9.9.9', '### New\n- A door.')
}, PATIENCE_MILLISECONDS)

test('a release is a bundle, the list of its parts, notes and checksums that are right', () => {
  expect(readdirSync(folder).sort()).toEqual(['NOTES.md', 'SHA256SUMS', `${NAME}.sbom.json`, `${NAME}.tar.gz`].sort())
  const sums = readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8')
  expect(sums.trim().split('\n')).toHaveLength(2)
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder })
  expect(readFileSync(path.join(folder, 'NOTES.md'), 'utf8')).toBe('### New\n- A door.\n')
})

test('the list names what is shipped with its licence, and no tool of development', () => {
  const list = JSON.parse(readFileSync(path.join(folder, `${NAME}.sbom.json`), 'utf8')) as {
    bomFormat: string
    components: { name: string; licenses?: unknown[] }[]
  }
  const names = list.components.map(({ name }) => name)
  expect(list.bomFormat).toBe('CycloneDX')
  expect(names).toEqual(expect.arrayContaining(['fastify', 'sharp', 'zod']))
  expect(names.filter((name) => ['vite', 'vitest', 'react', 'knip'].includes(name))).toEqual([])
  expect(list.components.find(({ name }) => name === 'fastify')?.licenses).toHaveLength(1)
})

test('the bundle starts where there is a Node and no npm, serves, and stops on SIGTERM with 0', {
  timeout: PATIENCE_MILLISECONDS,
}, async () => {
  const place = await makeDataFolder()
  execFileSync('tar', ['-xzf', path.join(folder, `${NAME}.tar.gz`), '-C', place])
  const bin = path.join(place, 'bin')
  mkdirSync(bin)
  symlinkSync(process.execPath, path.join(bin, 'node'))
  const PORT = String(await findFreePort())
  const server = spawn(path.join(place, NAME, 'ballast'), {
    env: { PATH: bin, PORT, MARKET_DATA: 'sample', DATA_DIR: path.join(place, 'data') },
    stdio: 'inherit',
  })
  const leaveAlone = atExit(() => server.kill('SIGKILL'))
  const ended = once(server, 'exit')
  const answer = async (where: string) => fetch(`http://127.0.0.1:${PORT}${where}`).catch(() => undefined)
  await expect.poll(async () => (await answer('/api/ready'))?.status, { timeout: 600_000, interval: 500 }).toBe(200)
  expect(await (await answer('/'))?.text()).toContain('<div id="root">')
  server.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  leaveAlone()
})
