import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')

/** A copy of the repository's outline, so that packing does not touch the manifest that everyone else resolves. */
let directory = ''
let copy = ''
let consumer = ''
const run = (command: string, args: readonly string[], cwd: string) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' })

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'published-'))
  copy = join(directory, 'packages/quant')
  const source = join(ROOT, 'packages/quant')
  const isOwn = (path: string) => !/[\\/](node_modules|dist|reference)([\\/]|$)/.test(path.slice(source.length))
  cpSync(source, copy, { recursive: true, filter: isOwn })
  cpSync(join(ROOT, 'tsconfig.base.json'), join(directory, 'tsconfig.base.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'), 'junction')
  // The repository forbids install scripts, and npm hands that on to whatever it starts; packing needs its own.
  run('npm', ['pack', '--ignore-scripts=false', '--silent', '--pack-destination', directory], copy)
  const [archive = ''] = readdirSync(directory).filter((name) => name.endsWith('.tgz'))
  consumer = join(directory, 'consumer')
  const installed = join(consumer, 'node_modules/@ballast/quant')
  mkdirSync(installed, { recursive: true })
  run('tar', ['-xzf', join('..', archive), '--strip-components=1', '-C', installed], consumer)
}, 120_000)

afterAll(() => rmSync(directory, { recursive: true, force: true }))

test('the packed package runs on plain node, from node_modules', () => {
  const code =
    "import { computeVolatility } from '@ballast/quant'; console.log(computeVolatility(Float64Array.of(0.1, 0.1)))"
  expect(run(process.execPath, ['--input-type=module', '--eval', code], consumer)).toBe('0\n')
})

test('its second entry point holds what the first does not', () => {
  const code = `const [all, engine] = await Promise.all([import('@ballast/quant'), import('@ballast/quant/engine')])
    console.log(typeof all.analyzeHedges, typeof engine.findRepairs, Object.keys(engine).filter((name) => name in all))`
  expect(run(process.execPath, ['--input-type=module', '--eval', code], consumer)).toBe('function function []\n')
})

test('its types are found and checked', { tags: 'full' }, () => {
  writeFileSync(join(consumer, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(consumer, 'use.ts'),
    [
      "import { computeVolatility, type OptionInputs } from '@ballast/quant'",
      'export const fine: number | null = computeVolatility(Float64Array.of(0.1))',
      "export const kind: OptionInputs['type'] = 'put'",
      '// @ts-expect-error the library takes typed arrays',
      "computeVolatility('0.1')",
    ].join('\n'),
  )
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', '']
  const compiler = join(ROOT, 'node_modules/.bin/tsc')
  expect(run(compiler, [...options, 'use.ts'], consumer)).toBe('')
})

test('packing holds the licence and the read-me, no sources, and leaves the manifest as it was', () => {
  const installed = join(consumer, 'node_modules/@ballast/quant')
  expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
  expect(readdirSync(join(installed, 'dist')).filter((name) => /\.test\.|arbitraries/.test(name))).toEqual([])
  expect(readFileSync(join(copy, 'package.json'), 'utf8')).toBe(
    readFileSync(join(ROOT, 'packages/quant/package.json'), 'utf8'),
  )
})
