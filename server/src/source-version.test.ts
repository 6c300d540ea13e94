import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { listReached, versionOfSources } from './source-version.ts'

const PROGRAM = {
  'service.ts': "import { half } from './far/half.ts'\nimport type { Told } from './told.ts'\nexport const a = half",
  'far/half.ts': "export * from './deep.ts'\nconst load = () => import('./lazy.ts')\nexport const half = 2",
  'far/deep.ts': 'export const deep = 1',
  'far/lazy.ts': 'export const lazy = 1',
  'told.ts': 'export type Told = 1',
  'other.ts': 'export const other = 1',
}
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function versionOf(changed: Partial<typeof PROGRAM> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'sources-'))
  folders.push(folder)
  for (const [name, text] of Object.entries({ ...PROGRAM, ...changed })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return versionOfSources(pathToFileURL(join(folder, 'service.ts')).href)
}

test('is the same wherever the same program lies', () => {
  expect(versionOf()).toBe(versionOf())
  expect(versionOf()).toMatch(/^[\w-]{16}$/)
})

test.each(['service.ts', 'far/half.ts', 'far/deep.ts', 'far/lazy.ts'] as const)('changes with %s', (name) => {
  expect(versionOf({ [name]: `${PROGRAM[name]}\n// changed` })).not.toBe(versionOf())
})

test.each(['told.ts', 'other.ts'] as const)('does not change with %s, which nothing computes with', (name) => {
  expect(versionOf({ [name]: `${PROGRAM[name]}\n// changed` })).toBe(versionOf())
})

test('reaches the mathematics of every service whose answers are kept', () => {
  for (const service of ['correlation', 'backtest', 'overview']) {
    const url = new URL(`./features/${service}/${service}.service.ts`, import.meta.url).href
    const reached = [...listReached(url)]
    expect(reached.some((path) => path.endsWith('packages/quant/src/drawdown.ts'))).toBe(true)
    expect(reached.some((path) => path.includes('/server/src/holdings/'))).toBe(true)
  }
})
