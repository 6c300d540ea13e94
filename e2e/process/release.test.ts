/**
 * @module-tag full
 * @module-tag long
 */

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
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

test('the list names what is shipped with its licence: nothing that is not there, and no tool of development', () => {
  const list = JSON.parse(readFileSync(path.join(folder, `${NAME}.sbom.json`), 'utf8')) as {
    bomFormat: string
    components: { name: string; licenses?: unknown[] }[]
  }
  const names = list.components.map(({ name }) => name)
  expect(list.bomFormat).toBe('CycloneDX')
  expect(names).toEqual(expect.arrayContaining(['fastify', 'sharp', 'zod']))
  expect(names.filter((name) => ['vite', 'vitest', 'react', 'knip'].includes(name))).toEqual([])
  expect(list.components.find(({ name }) => name === 'fastify')?.licenses).toHaveLength(1)
  const packed = execFileSync('tar', ['-tzf', path.join(folder, `${NAME}.tar.gz`)], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  const manifests = new Set(packed.split('\n').filter((file) => file.endsWith('/package.json')))
  const isThere = (name: string) => [...manifests].some((file) => file.endsWith(`/node_modules/${name}/package.json`))
  expect(names.filter((name) => !isThere(name))).toEqual([])
})

/** The bundle in a bare folder, and a folder for the only programs that it finds. */
async function unpack(): Promise<{ place: string; bin: string }> {
  const place = await makeDataFolder()
  execFileSync('tar', ['-xzf', path.join(folder, `${NAME}.tar.gz`), '-C', place])
  const bin = path.join(place, 'bin')
  mkdirSync(bin)
  symlinkSync('/usr/bin/readlink', path.join(bin, 'readlink'))
  return { place, bin }
}

test.each(['v20.20.2', 'v22.17.1'])('a Node %s is told to be too old', async (version) => {
  const { place, bin } = await unpack()
  const fake = `#!/bin/sh\nif [ "$1" = --version ]; then echo ${version}; else exec '${process.execPath}' "$@"; fi\n`
  const words = `Object.defineProperty(process.versions, 'node', { value: '${version.slice(1)}' })`
  writeFileSync(path.join(bin, 'old.cjs'), words)
  writeFileSync(path.join(bin, 'node'), fake.replace('"$@"', `--require '${path.join(bin, 'old.cjs')}' "$@"`), {
    mode: 0o755,
  })
  const { status, stderr } = spawnSync(path.join(place, NAME, 'ballast'), { env: { PATH: bin }, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `Ballast needs Node 22.18 or newer in PATH. This one is ${version}.\n`,
  })
})

test('the bundle starts through a link where there is a Node and no npm, serves, and stops on SIGTERM with 0', {
  timeout: PATIENCE_MILLISECONDS,
}, async () => {
  const { place, bin } = await unpack()
  symlinkSync(process.execPath, path.join(bin, 'node'))
  const program = path.join(bin, 'ballast')
  symlinkSync(path.join(place, NAME, 'ballast'), program)
  const PORT = String(await findFreePort())
  const server = spawn(program, {
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
