import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { listReached, versionOfSources } from './source-version.ts'

const PROGRAM = {
  'service.ts': "import { half } from './far/half.ts'\nimport type { Told } from './told.ts'\nexport const a = half",
  'far/half.ts': "export * from './deep.ts'\nconst load = () => import('./lazy.ts')\nexport const half = 2",
  'far/deep.ts': "import data from './data.json' with { type: 'json' }\nexport const deep = data",
  'far/data.json': '[1]',
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

test.each(['service.ts', 'far/half.ts', 'far/deep.ts', 'far/data.json', 'far/lazy.ts'] as const)(
  'changes with %s',
  (name) => {
    expect(versionOf({ [name]: `${PROGRAM[name]}\n// changed` })).not.toBe(versionOf())
  },
)

test.each(['told.ts', 'other.ts'] as const)('does not change with %s, which nothing computes with', (name) => {
  expect(versionOf({ [name]: `${PROGRAM[name]}\n// changed` })).toBe(versionOf())
})

const sourceOf = (path: string) => new URL(path, import.meta.url)
const listFolders = (reached: ReadonlySet<string>) =>
  new Set([...reached].map((path) => path.replace(/^.*?\/(?=server\/src\/|packages\/)/, '').replace(/\/[^/]*$/, '')))

/** Files that keep answers under the version of what they compute with, and folders that this must cover. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  './features/correlation/correlation.service.ts': ['server/src/risk'],
  './features/backtest/backtest.service.ts': ['server/src/holdings/replay', 'server/src/risk'],
  './features/overview/overview.service.ts': ['server/src/risk'],
  './features/ai-analysis/replay/run-replay.ts': [
    'server/src/advice/book',
    'server/src/advice/record',
    'server/src/advice/request',
    'server/src/advice/texts',
    'server/src/features/ai-analysis',
    'server/src/grounding',
    'server/src/risk',
  ],
  // Inputs of runs are kept under the version of the whole program, threads of workers included.
  './main.ts': [
    'server/src/advice/book',
    'server/src/advice/record',
    'server/src/advice/request',
    'server/src/advice/runs',
    'server/src/advice/texts',
    'server/src/features/ai-analysis',
    'server/src/features/discovery',
    'server/src/features/hedges',
    'server/src/grounding',
    'server/src/risk',
    'server/src/tokens',
  ],
}
const EVERYWHERE = ['packages/contract/src', 'packages/quant/src', 'server/src/holdings', 'server/src/market-data']

test('every file that asks for a version is in the list of what versions must cover', () => {
  const asks = globSync('**/*.ts', { cwd: sourceOf('.') })
    .filter((path) => !/\.test\.ts$|^source-version\.ts$/.test(path))
    .filter((path) => readFileSync(sourceOf(path), 'utf8').includes('versionOfSources('))
    // It asks for the version of `main.ts`.
    .map((path) => (path.endsWith('recorded-inputs.ts') ? './main.ts' : `./${path}`))
  expect(asks.toSorted()).toEqual(Object.keys(KEPT).toSorted())
})

test.each(Object.entries(KEPT))('a version of %s covers the folders that compute', (file, folders) => {
  const covered = listFolders(listReached(sourceOf(file).href))
  expect([...EVERYWHERE, ...folders].filter((folder) => !covered.has(folder))).toEqual([])
})
